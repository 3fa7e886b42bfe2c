/// The last frames that were on the air, for those who tune in.
struct BurstBuffer {
  private let limit: Int
  private var bytes = 0
  /// The frames, oldest first.
  private(set) var frames: [TimedFrame] = []

  /// A buffer of at most `limit` bytes, but always of the newest frame.
  init(limit: Int) { self.limit = limit }

  /// True when no whole frame more would fit.
  var isFull: Bool { bytes >= limit }

  /// Takes in new frames and lets go of the oldest.
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
