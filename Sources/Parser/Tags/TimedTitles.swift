import AudioCore

/// The titles of a transport stream's ID3 stream (Apple, "Timed Metadata for HTTP Live Streaming"), each held until its
/// sound begins.
struct TimedTitles: Sendable {
  /// Maximum number of titles that wait; when there are more, the oldest is dropped.
  private static let maximumWaiting = 8
  /// The farthest time ahead of the sound that is accepted, in 1/90000 s; a title further ahead is due at once.
  private static let farthest = 30 * 90_000
  /// The value at which time stamps begin at 0 again, in 1/90000 s.
  private static let wrap = 1 << 33

  private var continuity = ContinuityCounter()
  private var assembler = PESAssembler()
  private var tag: [UInt8] = []
  private var time: Int?
  private var waiting: [(metadata: StreamMetadata, time: Int?)] = []
  /// Titles whose time has come.
  private var due: [StreamMetadata] = []

  /// Bytes of memory that an incomplete tag takes, without the few titles that wait.
  var memory: Int { tag.capacity }

  /// Returns the next title whose time has come.
  mutating func next() -> StreamMetadata? { due.isEmpty ? nil : due.removeFirst() }

  /// Appends a packet's payload.
  mutating func append(_ payload: ArraySlice<UInt8>, of packet: TransportPacket) {
    switch continuity.step(packet, payload) {
    case .next: break
    case .repeated: return
    case .jump: reset()
    }
    if packet.isStart { finish() }
    let piece = assembler.append(payload, isStart: packet.isStart)
    if piece.isStart { time = piece.time }
    tag += piece.bytes.prefix(ID3Text.maximumBytes - tag.count)
    if piece.isEnd { finish() }
  }

  /// Releases titles when sound begins that is heard at `time`: those whose time has come and those without a time; all
  /// when `time` is nil.
  mutating func release(at time: Int?) {
    while let first = waiting.first {
      if let time, let titleTime = first.time {
        let ahead = (titleTime - time) & (Self.wrap - 1)
        if ahead > 0, ahead <= Self.farthest { return }
      }
      due.append(first.metadata)
      waiting.removeFirst()
    }
  }

  /// Ends the stream: releases all titles.
  mutating func releaseAll() {
    finish()
    release(at: nil)
  }

  private mutating func reset() {
    assembler.reset()
    tag = []
  }

  private mutating func finish() {
    defer { tag = [] }
    guard let metadata = ID3Text.tags(tag[...]).metadata else { return }
    if waiting.count == Self.maximumWaiting { waiting.removeFirst() }
    waiting.append((metadata, time))
  }
}
