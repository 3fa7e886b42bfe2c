import AudioCore
import Bytes

/// Reads an AIFF or AIFC file (Apple, "Audio Interchange File Format: AIFF-C", draft of 1991): the samples of its SSND
/// chunk, as its COMM chunk describes them.
struct AIFFParser: StreamDemultiplexer {
  private var reader = ChunkReader(isBigEndian: true)
  private var format: AIFFFormat?
  /// Cuts the samples; nil before them.
  private var framer: SampleFramer?
  private let limits: StreamParser.Limits

  init(limits: StreamParser.Limits) { self.limits = limits }

  var counters: StreamParser.Counters { framer?.counters ?? .init() }
  var hasFoundFrames: Bool { framer?.hasBegun ?? false }
  var length: Duration? { framer?.length }
  var cut: StreamCut? { framer?.cut }

  /// Returns the next packet; see ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let step = framer?.next(from: &queue, isEnd: isEnd) ?? readHead(&queue, isEnd: isEnd) { return step }
    }
  }

  /// Ends the stream.
  mutating func end(_ queue: inout ByteQueue) {}

  /// Reads chunks up to the samples. Nil when it made progress without a result.
  private mutating func readHead(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    let broken = DemultiplexerStep.unsupported(kind: "a broken AIFF file")
    reader.passFileHead(in: &queue)
    switch reader.next(in: queue, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .none: return broken
    case .found(let chunk) where chunk.name == "COMM":
      let wanted = ChunkReader.headSize + min(chunk.size, AIFFFormat.maximum)
      guard queue.count >= wanted else { return isEnd ? broken : .needMore(wanted) }
      format = AIFFFormat(Array(queue.prefix(wanted).dropFirst(ChunkReader.headSize)))
      reader.skip(chunk, in: &queue)
    case .found(let chunk) where chunk.name == "SSND":
      // Eight bytes precede the samples; the first four state how many more bytes do.
      let wanted = ChunkReader.headSize + 8
      guard queue.count >= wanted else { return isEnd ? broken : .needMore(wanted) }
      guard let format else { return .unsupported(kind: "an AIFF file whose sound comes before its format") }
      let offset = Int(queue.word(at: ChunkReader.headSize))
      guard offset <= 1 << 20 else { return broken }
      guard let coding = format.coding,
        let framer = SampleFramer(
          coding, format: format.audio, size: Self.trusted(chunk.size).map { max(0, $0 - 8 - offset) },
          trailer: FileTrailer(isBigEndian: true, limits: limits))
      else { return .unsupported(kind: format.kind) }
      queue.swallow(wanted + offset)
      self.framer = framer
    case .found(let chunk): reader.skip(chunk, in: &queue)
    }
    return nil
  }

  /// Returns the length of the SSND chunk; nil where the writer did not know it: into a pipe ffmpeg writes 0, sox a
  /// value near 2 GiB.
  private static func trusted(_ size: Int) -> Int? {
    switch size {
    case 0, 8, 0x7F00_0000...0x8000_0000, 0xFFFF_0000...: nil
    default: size
    }
  }
}

/// The content of an AIFF file's COMM chunk.
struct AIFFFormat: Sendable {
  /// Maximum number of bytes of the chunk that are read.
  static let maximum = 22

  /// Sample rate and channels.
  let audio: AudioFormat
  private let bits: Int
  /// AIFC's compression; `NONE` in AIFF.
  private let compression: FourCC

  /// Reads `body`, the first ``maximum`` bytes of the chunk or all of it; nil when it is too short.
  init?(_ body: [UInt8]) {
    guard body.count >= 18 else { return nil }
    audio = AudioFormat(sampleRate: Self.rate(body[8..<18]), channels: Int(bigEndianBytes: body[..<2]))
    bits = Int(bigEndianBytes: body[6..<8])
    compression = body.count >= 22 ? FourCC(rawValue: UInt32(bigEndianBytes: body[18..<22])) : "NONE"
  }

  /// Returns the integer part of an IEEE 754 number of 80 bits (sign, 15 bits of exponent, 64 of mantissa with the
  /// leading one); 0 when that cannot be a sample rate.
  private static func rate(_ bytes: ArraySlice<UInt8>) -> Int {
    let exponent = Int(bigEndianBytes: bytes.prefix(2)) - 16383
    let mantissa = UInt64(bigEndianBytes: bytes.dropFirst(2))
    return (0...31).contains(exponent) ? Int(mantissa >> UInt64(63 - exponent)) : 0
  }

  /// The coding of the samples; nil when they are compressed or of an unknown size.
  var coding: SampleCoding? {
    func linear(_ kind: SampleCoding.Kind, bytes: Int, isBigEndian: Bool = true) -> SampleCoding? {
      (1...4).contains(bytes) || (kind == .float && bytes == 8)
        ? SampleCoding(kind: kind, bytes: bytes, isBigEndian: isBigEndian) : nil
    }
    let bytes = (bits + 7) / 8
    return switch compression {
    case "NONE", "twos": linear(.signed, bytes: bytes)
    case "sowt": linear(.signed, bytes: bytes, isBigEndian: false)
    case "raw ": linear(.unsigned, bytes: bytes)
    case "in24": linear(.signed, bytes: 3)
    case "in32": linear(.signed, bytes: 4)
    case "42ni": linear(.signed, bytes: 3, isBigEndian: false)
    case "23ni": linear(.signed, bytes: 4, isBigEndian: false)
    case "fl32", "FL32": linear(.float, bytes: 4)
    case "fl64", "FL64": linear(.float, bytes: 8)
    case "alaw", "ALAW": linear(.aLaw, bytes: 1)
    case "ulaw", "ULAW": linear(.muLaw, bytes: 1)
    default: nil
    }
  }

  /// The name of a file that cannot be played.
  var kind: String {
    guard compression != "NONE", compression.isPrintable else { return "an AIFF file of samples that no file has" }
    let name = CleanText.singleLine(compression.text)
    return "an AIFF file of compression \(name)"
  }
}
