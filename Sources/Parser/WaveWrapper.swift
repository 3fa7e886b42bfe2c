/// Walks through the head of a RIFF/WAVE file (Microsoft, "Multimedia Programming Interface and Data Specifications
/// 1.0") to where its data begin, because some of them wrap MPEG audio.
struct WaveWrapper: Sendable {
  /// What ``next(from:isEnd:)`` came to.
  enum Step {
    /// The queue stands at the first byte of MPEG audio.
    case mpegAudio
    /// The file holds something else, named by its format tag, or is broken.
    case other(kind: String)
    /// So many bytes must be in the queue to go on.
    case needMore(Int)
  }

  /// Bytes of `RIFF`, size, `WAVE`.
  static let headSize = 12
  private static let chunkHeadSize = 8
  /// `WAVE_FORMAT_MPEG` and `WAVE_FORMAT_MPEGLAYER3` of mmreg.h.
  private static let mpegFormatTags: Set<UInt32> = [0x50, 0x55]
  /// Longest chunk that is skipped before the data, in bytes.
  private static let longestChunk: UInt32 = 1 << 20
  /// Most chunks before the data.
  private static let mostChunks = 64

  private var formatTag: UInt32?
  private var chunks = 0

  /// Goes on from the end of the head, or from where it stopped for want of bytes.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> Step {
    while chunks < Self.mostChunks {
      guard queue.count >= Self.chunkHeadSize else {
        return isEnd ? .other(kind: kind) : .needMore(Self.chunkHeadSize)
      }
      let name = queue.word(at: 0)
      let size = queue.littleEndianWord(at: 4)
      if name == 0x6461_7461 {  // data
        guard let formatTag, Self.mpegFormatTags.contains(formatTag) else { break }
        queue.drop(Self.chunkHeadSize)
        return .mpegAudio
      }
      if name == 0x666D_7420 {  // fmt
        let wanted = Self.chunkHeadSize + 4
        guard queue.count >= wanted else { return isEnd ? .other(kind: kind) : .needMore(wanted) }
        formatTag = queue.littleEndianWord(at: Self.chunkHeadSize) & 0xFFFF
      }
      guard size <= Self.longestChunk else { break }
      queue.swallow(Self.chunkHeadSize + Int(size) + Int(size & 1))
      chunks += 1
    }
    return .other(kind: kind)
  }

  private var kind: String {
    switch formatTag {
    case 1, 3, 0xFFFE: "a WAV file of uncompressed sound"
    default: "a WAV file"
    }
  }
}
