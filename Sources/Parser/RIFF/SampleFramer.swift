import AudioCore

/// Cuts uncompressed samples into packets of a fortieth of a second, and goes on to what stands behind them.
struct SampleFramer: Sendable {
  private let coding: SampleCoding
  private let format: AudioFormat
  private let frameSize: Int
  private let packetSize: Int
  /// How long the samples are together; nil when the file does not say.
  let length: Duration?
  /// Bytes of sound that are still to come; nil when the file does not say.
  private var left: Int?
  private var isFirst = true
  private var trailer: FileTrailer

  /// Packets a second, and the most bytes of one.
  private static let packetsPerSecond = 40
  private static let mostBytes = 64 << 10
  private static let rates = 1...768_000
  private static let channels = 1...64

  /// Samples of `coding`, `size` bytes of them or all that come, and behind them `trailer`. Nil for a format that no file has.
  init?(_ coding: SampleCoding, format: AudioFormat, size: Int?, trailer: FileTrailer) {
    guard Self.rates.contains(format.sampleRate), Self.channels.contains(format.channels) else { return nil }
    self.coding = coding
    self.format = format
    frameSize = coding.bytes * format.channels
    packetSize = frameSize * max(1, min(format.sampleRate / Self.packetsPerSecond, Self.mostBytes / frameSize))
    left = size
    length = size.map { .seconds(Double($0 / (coding.bytes * format.channels)) / Double(format.sampleRate)) }
    self.trailer = trailer
  }

  /// What was met behind the samples.
  var counters: StreamParser.Counters { trailer.counters }

  /// True when a packet was given.
  var hasBegun: Bool { !isFirst }

  /// The next packet, with which the queue begins; when all the sound there is was given, what its trailer says.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    let wanted = min(packetSize, left ?? packetSize)
    let ready = min(wanted, queue.count) / frameSize * frameSize
    guard queue.count >= wanted || isEnd else { return .needMore(wanted) }
    guard ready > 0 else {
      let rest = min(left ?? queue.count, queue.count)  // less than a frame
      queue.drop(rest)
      left = left.map { $0 - rest }
      return left == 0 ? trailer.next(from: &queue, isEnd: isEnd) : .needMore(1)
    }
    let bytes = queue.prefix(ready)
    queue.drop(ready)
    left = left.map { $0 - ready }
    defer { isFirst = false }
    return .element(
      .packet(
        Packet(
          codec: .pcm, bytes: bytes, headerFormat: format, frameCount: ready / frameSize,
          bitRate: frameSize * 8 * format.sampleRate, isDiscontinuity: isFirst, setup: .samples(coding))))
  }
}
