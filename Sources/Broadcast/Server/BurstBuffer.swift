/// The frames that were sent last, for new listeners.
struct BurstBuffer {
  private let limit: Int
  private var bytes = 0
  /// The frames, oldest first.
  private(set) var frames: [TimedFrame] = []

  /// A buffer of at most `limit` bytes, which always holds the newest frame.
  init(limit: Int) { self.limit = limit }

  /// True when the buffer has reached its limit.
  var isFull: Bool { bytes >= limit }

  /// Appends new frames and drops the oldest ones.
  mutating func append(_ new: [TimedFrame]) {
    frames += new
    bytes += new.reduce(0) { $0 + $1.bytes.readableBytes }
    var surplus = 0
    while bytes > limit, surplus < frames.count - 1 {
      bytes -= frames[surplus].bytes.readableBytes
      surplus += 1
    }
    frames.removeFirst(surplus)
  }
}
