import AudioCore
import Bytes

/// Reads a RIFF/WAVE file (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"), also RF64 and
/// BW64 (EBU Tech 3306, ITU-R BS.2088), whose lengths have 64 bits. The data are samples, or MPEG audio, which is cut
/// into frames as if nothing surrounded it.
struct WAVParser: StreamDemultiplexer {
  private var reader = ChunkReader(isBigEndian: false)
  /// Cuts the samples; nil before them, and in a file of MPEG audio.
  private var framer: SampleFramer?
  private var frames: FrameParser
  private var isInMPEGAudio = false
  private var format: WAVFormat?
  /// The length of the data in bytes, as the ds64 chunk of RF64 states it.
  private var longDataSize: UInt64?
  /// Looks for coded sound in samples of 16 bits and two channels.
  private var bursts: CodedBursts?
  private let limits: StreamParser.Limits

  init(limits: StreamParser.Limits) {
    self.limits = limits
    frames = FrameParser(limits: limits)
  }

  var counters: StreamParser.Counters { framer?.counters ?? frames.counters }
  var hasFoundFrames: Bool { framer?.hasBegun ?? frames.hasFoundFrames }
  var sawOnlyZeros: Bool { frames.sawOnlyZeros }
  var length: Duration? { framer?.length }
  var cut: StreamCut? { framer?.cut }

  /// Returns the next packet; see ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if isInMPEGAudio { return frames.next(from: &queue, isEnd: isEnd) }
      switch bursts?.find(in: queue, isEnd: isEnd) {
      case .needMore(let count): return .needMore(count)
      case .found(let name): return .unsupported(kind: "a WAV file of \(name)")
      case .none?, nil: break
      }
      if let step = framer?.next(from: &queue, isEnd: isEnd) ?? readHead(&queue, isEnd: isEnd) { return step }
    }
  }

  /// Ends the stream.
  mutating func end(_ queue: inout ByteQueue) { if isInMPEGAudio { frames.end(&queue) } }

  /// Reads chunks up to the data. Nil when it made progress without a result.
  private mutating func readHead(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    reader.passFileHead(in: &queue)
    switch reader.next(in: queue, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .none: return .unsupported(kind: "a broken WAV file")
    case .found(let chunk) where chunk.name == WAVHeader.dataChunk:
      queue.drop(ChunkReader.headSize)
      return beginData(size: chunk.size)
    case .found(let chunk) where chunk.name == WAVHeader.formatChunk:
      let wanted = ChunkReader.headSize + min(chunk.size, WAVFormat.maximum)
      guard queue.count >= wanted else { return isEnd ? .unsupported(kind: "a broken WAV file") : .needMore(wanted) }
      format = WAVFormat(Array(queue.prefix(wanted).dropFirst(ChunkReader.headSize)))
      reader.skip(chunk, in: &queue)
    case .found(let chunk) where chunk.name == "ds64":
      let wanted = ChunkReader.headSize + 16
      guard chunk.size >= 16 else { return .unsupported(kind: "a broken WAV file") }
      guard queue.count >= wanted else { return isEnd ? .unsupported(kind: "a broken WAV file") : .needMore(wanted) }
      longDataSize = UInt64(queue.littleEndianWord(at: 20)) << 32 | UInt64(queue.littleEndianWord(at: 16))
      reader.skip(chunk, in: &queue)
    case .found(let chunk): reader.skip(chunk, in: &queue)
    }
    return nil
  }

  /// Begins the data, whose first byte stands at the front of the queue.
  private mutating func beginData(size: Int) -> DemultiplexerStep? {
    guard let format else { return .unsupported(kind: "a broken WAV file") }
    if format.isMPEGAudio {
      isInMPEGAudio = true
      return nil
    }
    guard let coding = format.coding,
      let framer = SampleFramer(
        coding, format: format.audio, size: Self.trusted(size, longDataSize),
        trailer: FileTrailer(isBigEndian: false, limits: limits))
    else { return .unsupported(kind: format.kind) }
    self.framer = framer
    if coding.kind == .signed, coding.bytes == 2, format.audio.channels == 2 { bursts = CodedBursts() }
    return nil
  }

  /// Returns the length of the data in bytes; nil where the writer did not know it. Into a pipe ffmpeg writes
  /// 0xFFFFFFFF, sox and arecord write a value just below 2 GiB or 4 GiB, others 0.
  private static func trusted(_ size: Int, _ longSize: UInt64?) -> Int? {
    switch size {
    case 0, 0x7FFF_0000...0x8000_0000: nil
    case 0xFFFF_0000...: longSize.flatMap { $0 > 0 && $0 < 1 << 60 ? Int($0) : nil }
    default: size
    }
  }
}
