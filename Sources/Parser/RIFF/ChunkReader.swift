import Bytes

/// Walks from chunk to chunk of a RIFF or AIFF file; the two formats differ only in the byte order of numbers. A chunk
/// is a name of four letters, the length of the body, the body, and one byte more when that length is odd. Bodies that
/// are skipped are never stored.
struct ChunkReader: Sendable {
  /// A chunk whose head stands at the front of the queue.
  struct Chunk {
    let name: FourCC
    /// Bytes of the body.
    let size: Int
  }

  /// Bytes of a chunk's name and length.
  static let headSize = 8
  /// Bytes of the file's own head: its name, its length, and its kind.
  static let fileHeadSize = 12
  /// Maximum number of bytes of chunks before the sound: pictures may be among them.
  private static let maximumBytes = 16 << 20
  /// Maximum number of chunks before the sound.
  private static let maximumChunks = 256

  let isBigEndian: Bool
  private var hasPassedFileHead = false
  private var chunks = 0
  private var bytes = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Drops the file's own head, which the caller has checked. A second call does nothing.
  mutating func passFileHead(in queue: inout ByteQueue) {
    if !hasPassedFileHead { queue.drop(Self.fileHeadSize) }
    hasPassedFileHead = true
  }

  /// Returns the chunk at the front of the queue; none when the stream ended, and when there are more chunks before the
  /// sound, or longer ones, than real files have.
  func next(in queue: ByteQueue, isEnd: Bool) -> Reading<Chunk> {
    guard chunks < Self.maximumChunks, bytes <= Self.maximumBytes else { return .none }
    guard queue.count >= Self.headSize else { return isEnd ? .none : .needMore(Self.headSize) }
    let size = isBigEndian ? queue.word(at: 4) : queue.littleEndianWord(at: 4)
    return .found(Chunk(name: FourCC(rawValue: queue.word(at: 0)), size: Int(size)))
  }

  /// Skips a chunk that ``next(in:isEnd:)`` returned.
  mutating func skip(_ chunk: Chunk, in queue: inout ByteQueue) {
    chunks += 1
    bytes += Self.headSize + chunk.size
    guard bytes <= Self.maximumBytes else { return }
    queue.swallow(Self.headSize + chunk.size + chunk.size & 1)
  }
}
