/// Walks from chunk to chunk of a RIFF or AIFF file, which differ in the order of a number's bytes only: a name of four letters, the
/// length of the body, the body, and a byte more when that is odd. Bodies that are skipped are never stored.
struct ChunkReader: Sendable {
  /// What ``next(in:isEnd:)`` came to.
  enum Step {
    /// A chunk stands at the front of the queue, its head included; the name is its four letters in one word.
    case chunk(name: UInt32, size: Int)
    /// There are more chunks before the sound, or longer ones, than files have.
    case tooMuch
    /// The stream ended before the sound.
    case end
    /// So many bytes must be in the queue to go on.
    case needMore(Int)
  }

  /// Bytes of a chunk's name and length.
  static let headSize = 8
  /// Bytes of the file's own head: its name, its length, and its kind.
  static let fileHeadSize = 12
  /// Bytes of chunks before the sound, at most: pictures may be among them.
  private static let mostBytes = 16 << 20
  /// Most chunks before the sound.
  private static let mostChunks = 256

  let isBigEndian: Bool
  private var chunks = 0
  private var bytes = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The chunk at the front of the queue.
  func next(in queue: ByteQueue, isEnd: Bool) -> Step {
    guard chunks < Self.mostChunks, bytes <= Self.mostBytes else { return .tooMuch }
    guard queue.count >= Self.headSize else { return isEnd ? .end : .needMore(Self.headSize) }
    let size = isBigEndian ? queue.word(at: 4) : queue.littleEndianWord(at: 4)
    return .chunk(name: queue.word(at: 0), size: Int(size))
  }

  /// Passes over a chunk that ``next(in:isEnd:)`` gave.
  mutating func skip(size: Int, in queue: inout ByteQueue) {
    chunks += 1
    bytes += Self.headSize + size
    guard bytes <= Self.mostBytes else { return }
    queue.swallow(Self.headSize + size + size & 1)
  }

  /// A chunk's name as a word.
  static func name(_ letters: StaticString) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<min(4, letters.utf8CodeUnitCount) { word = word << 8 | UInt32(letters.utf8Start[index]) }
    return word
  }
}
