import AudioCore

/// Reads an AIFF or AIFC file (Apple, "Audio Interchange File Format: AIFF-C", draft of 1991): the samples of its SSND
/// chunk, as its COMM chunk describes them.
struct AIFFParser: StreamDemultiplexer {
  private enum Stage {
    case head
    case samples(SampleFramer)
  }

  private var stage = Stage.head
  private var reader = ChunkReader(isBigEndian: true)
  private var hasPassedName = false
  private var format: AIFFFormat?
  private let limits: StreamParser.Limits

  init(limits: StreamParser.Limits) { self.limits = limits }

  var counters: StreamParser.Counters { if case .samples(let framer) = stage { framer.counters } else { .init() } }
  var hasFoundFrames: Bool { if case .samples(let framer) = stage { framer.hasBegun } else { false } }
  let sawOnlyZeros = false
  var length: Duration? { if case .samples(let framer) = stage { framer.length } else { nil } }

  /// Returns the next packet; see ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      switch stage {
      case .head:
        if let step = readHead(&queue, isEnd: isEnd) { return step }
      case .samples(var framer):
        let step = framer.next(from: &queue, isEnd: isEnd)
        stage = .samples(framer)
        return step
      }
    }
  }

  /// Ends the stream.
  mutating func end(_ queue: inout ByteQueue) {}

  /// Reads chunks up to the samples. Nil when it made progress without a result.
  private mutating func readHead(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    let broken = DemultiplexerStep.unsupported(kind: "a broken AIFF file")
    guard hasPassedName else {
      queue.drop(ChunkReader.fileHeadSize)  // the caller has checked it
      hasPassedName = true
      return nil
    }
    switch reader.next(in: queue, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .none: return broken
    case .found(let chunk) where chunk.name == "COMM":
      let wanted = ChunkReader.headSize + min(chunk.size, AIFFFormat.longest)
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
      stage = .samples(framer)
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
