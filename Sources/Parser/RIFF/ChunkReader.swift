/// Walks from chunk to chunk of a RIFF or AIFF file; the two formats differ only in the byte order of numbers. A chunk
/// is a name of four letters, the length of the body, the body, and one byte more when that length is odd. Bodies that
/// are skipped are never stored.
struct ChunkReader: Sendable {
  /// The result of ``next(in:isEnd:)``.
  enum Step {
    /// A chunk, with its head, stands at the front of the queue; the name is its four letters in one word.
    case chunk(name: UInt32, size: Int)
    /// There are more chunks before the sound, or longer ones, than real files have.
    case tooMuch
    /// The stream ended before the sound.
    case end
    /// The number of bytes that the queue must hold to continue.
    case needMore(Int)
  }

  /// Bytes of a chunk's name and length.
  static let headSize = 8
  /// Bytes of the file's own head: its name, its length, and its kind.
  static let fileHeadSize = 12
  /// Maximum number of bytes of chunks before the sound: pictures may be among them.
  private static let mostBytes = 16 << 20
  /// Maximum number of chunks before the sound.
  private static let mostChunks = 256

  let isBigEndian: Bool
  private var chunks = 0
  private var bytes = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Returns the chunk at the front of the queue.
  func next(in queue: ByteQueue, isEnd: Bool) -> Step {
    guard chunks < Self.mostChunks, bytes <= Self.mostBytes else { return .tooMuch }
    guard queue.count >= Self.headSize else { return isEnd ? .end : .needMore(Self.headSize) }
    let size = isBigEndian ? queue.word(at: 4) : queue.littleEndianWord(at: 4)
    return .chunk(name: queue.word(at: 0), size: Int(size))
  }

  /// Skips a chunk that ``next(in:isEnd:)`` returned.
  mutating func skip(size: Int, in queue: inout ByteQueue) {
    chunks += 1
    bytes += Self.headSize + size
    guard bytes <= Self.mostBytes else { return }
    queue.swallow(Self.headSize + size + size & 1)
  }

  /// Returns a chunk's name as a word.
  static func name(_ letters: StaticString) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<min(4, letters.utf8CodeUnitCount) { word = word << 8 | UInt32(letters.utf8Start[index]) }
    return word
  }
}
