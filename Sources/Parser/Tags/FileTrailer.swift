import Bytes

/// Reads the bytes behind the sound of a WAV or AIFF file: chunks and tags, which are skipped, and, where a server
/// sends one file behind the other, the head of the next. Where neither stands, the stated length of the sound was
/// wrong, and the bytes are only searched for the next head.
struct FileTrailer: Sendable {
  /// The counts so far; chunks are not counted.
  private(set) var counters = StreamParser.Counters()

  private let limits: StreamParser.Limits
  private let reader: ChunkReader
  private var hasPassedFiller = false
  /// True as long as chunks follow each other.
  private var isInStep = true
  /// Bytes of chunks and tags so far.
  private var bytesPassed = 0

  /// Maximum number of bytes of chunks and tags: pictures may be among them.
  private static let maximumBytes = 16 << 20

  init(isBigEndian: Bool, limits: StreamParser.Limits) {
    self.limits = limits
    reader = ChunkReader(isBigEndian: isBigEndian)
  }

  /// Continues to the next file, whose head then stands at the front of the queue, or to the end; see
  /// ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while queue.count > 0 {
      if !hasPassedFiller {
        hasPassedFiller = true
        if queue[0] == 0 { queue.drop(1) }  // padding behind an odd length
        continue
      }
      guard queue.count >= ChunkReader.fileHeadSize || isEnd else { return .needMore(ChunkReader.fileHeadSize) }
      if let container = Self.file(queue.prefix(ChunkReader.fileHeadSize)) { return .another(container) }
      if isInStep {
        if let step = passPart(&queue, isEnd: isEnd) { return step }
      } else {
        search(&queue)
      }
      if bytesPassed > Self.maximumBytes || left < 0 { return .lost }
    }
    return .needMore(1)
  }

  /// Returns the kind of the file that begins with `head`; nil when it is neither WAV nor AIFF.
  private static func file(_ head: [UInt8]) -> StreamContainer? {
    guard case .container(let container) = Sniffer.magic(head) else { return nil }
    switch container {
    case .wave, .aiff: return container
    case .ogg, .flac, .transportStream, .mp4: return nil
    }
  }

  /// Skips the chunk or tag that must stand at the front. Nil when it made progress without a result.
  private mutating func passPart(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    switch StreamTag.read(queue, at: 0, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .found(.tag(let length)):
      counters.tagBytes += length
      pass(length, &queue)
      return nil
    case .found(.oversized), .found(.lyrics), .none: break
    }
    if case .found(let chunk) = reader.next(in: queue, isEnd: isEnd), chunk.size <= Self.maximumBytes,
      chunk.name.isPrintable
    {
      pass(ChunkReader.headSize + chunk.size + chunk.size & 1, &queue)
    } else {
      isInStep = false
      counters.resyncs += 1
    }
    return nil
  }

  private mutating func pass(_ number: Int, _ queue: inout ByteQueue) {
    bytesPassed += number
    queue.swallow(number)
  }

  /// Drops bytes up to where the head of a file may begin.
  private mutating func search(_ queue: inout ByteQueue) {
    let place = queue.firstIndex(from: 1) { [UInt8(ascii: "R"), UInt8(ascii: "B"), UInt8(ascii: "F")].contains($0) }
    let number = min(place ?? queue.count, left + 1)
    queue.drop(number)
    counters.bytesSkipped += number
  }

  /// Bytes that may still be skipped in the search; below 0 the search is given up.
  private var left: Int { limits.bytes(hasFoundFrames: true) - counters.bytesSkipped }
}
