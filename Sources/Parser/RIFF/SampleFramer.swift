import AudioCore

/// Cuts uncompressed samples into packets of a fortieth of a second, and continues with the bytes behind them.
struct SampleFramer: Sendable {
  private let coding: SampleCoding
  private let format: AudioFormat
  private let frameSize: Int
  private let packetSize: Int
  /// Duration of all samples; nil when the file does not state it.
  let length: Duration?
  /// Bytes of sound that are still to come; nil when the file does not state it.
  private var left: Int?
  /// The bytes of the last sample when it was not whole.
  private var rest = 0
  private var isFirst = true
  private var trailer: FileTrailer

  /// Packets per second, and maximum number of bytes of one.
  private static let packetsPerSecond = 40
  private static let maximumBytes = 64 << 10

  /// Frames samples of `coding`: `size` bytes of them, or all that come when that is nil. Behind them stands `trailer`.
  /// Nil for a format that no real file has.
  init?(_ coding: SampleCoding, format: AudioFormat, size: Int?, trailer: FileTrailer) {
    guard RawSampleFormat.sampleRates.contains(format.sampleRate),
      RawSampleFormat.channelCounts.contains(format.channels)
    else { return nil }
    self.coding = coding
    self.format = format
    frameSize = coding.bytes * format.channels
    packetSize = frameSize * max(1, min(format.sampleRate / Self.packetsPerSecond, Self.maximumBytes / frameSize))
    left = size
    length = size.map { .seconds(Double($0 / (coding.bytes * format.channels)) / Double(format.sampleRate)) }
    self.trailer = trailer
  }

  /// The counts of the bytes behind the samples.
  var counters: StreamParser.Counters { trailer.counters }

  /// True when a packet was returned.
  var hasBegun: Bool { !isFirst }

  /// See ``StreamDemultiplexer/cut``.
  var cut: StreamCut? {
    if let left, left > 0 { return .early(stated: length) }
    return rest > 0 ? .midSample(bytes: rest, size: frameSize) : nil
  }

  /// Returns the next packet, which begins at the front of the queue; behind the last one, the step of the trailer.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    let wanted = min(packetSize, left ?? packetSize)
    let ready = min(wanted, queue.count) / frameSize * frameSize
    guard queue.count >= wanted || isEnd else { return .needMore(wanted) }
    guard ready > 0 else {
      let count = min(left ?? queue.count, queue.count)  // less than a frame
      rest += count
      queue.drop(count)
      left = left.map { $0 - count }
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
