import Glibc

/// Bytes that were received and are not used yet: appended at the back, dropped at the front, read anywhere between.
///
/// Dropping moves an offset. The bytes are moved to the start of the storage only when that is full, so each byte is
/// moved a bounded number of times. Bytes to skip that have not arrived yet are dropped on arrival and never stored.
struct ByteQueue: Sendable {
  private var storage: [UInt8] = []
  private var start = 0
  private var toSwallow = 0
  private let defaultCapacity: Int

  init(capacity: Int) {
    defaultCapacity = capacity
    storage.reserveCapacity(capacity)
  }

  /// Number of bytes in the queue.
  var count: Int { storage.count - start }

  /// Number of bytes that fit into the storage.
  var capacity: Int { storage.capacity }

  /// The byte `offset` places behind the front.
  subscript(offset: Int) -> UInt8 { storage[start + offset] }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let swallowed = min(toSwallow, bytes.count)
    toSwallow -= swallowed
    guard swallowed < bytes.count else { return }
    if storage.capacity > 2 * defaultCapacity, count + bytes.count - swallowed <= defaultCapacity { shrink() }
    if start == storage.count {
      storage.removeAll(keepingCapacity: true)
      start = 0
    } else if storage.count + bytes.count - swallowed > storage.capacity {
      storage.removeSubrange(..<start)
      start = 0
    }
    storage.append(contentsOf: bytes.dropFirst(swallowed))
  }

  /// Reduces the storage to its usual capacity after many bytes had to be held at once.
  private mutating func shrink() {
    var smaller: [UInt8] = []
    smaller.reserveCapacity(defaultCapacity)
    smaller += storage[start...]
    storage = smaller
    start = 0
  }

  /// Drops `number` bytes, at most ``count``.
  mutating func drop(_ number: Int) { start += min(number, count) }

  /// Drops `number` bytes, including those that have not arrived yet.
  mutating func swallow(_ number: Int) {
    let inHand = min(number, count)
    start += inHand
    toSwallow += number - inHand
  }

  /// True when bytes that have not arrived yet will be dropped.
  var isSwallowing: Bool { toSwallow > 0 }

  /// Keeps the bytes that arrive from now on: they are not the ones that were to be dropped.
  mutating func stopSwallowing() { toSwallow = 0 }

  /// A copy of the first `number` bytes, or of all when there are fewer.
  func prefix(_ number: Int) -> [UInt8] { Array(storage[start..<(start + min(number, count))]) }

  /// Calls `body` with the bytes in `range`, without copying them.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[(start + range.lowerBound)..<(start + range.upperBound)]))
    }
  }

  /// The four bytes from `offset` on as a big-endian number.
  func word(at offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }

  /// The four bytes from `offset` on as a little-endian number.
  func littleEndianWord(at offset: Int) -> UInt32 { word(at: offset).byteSwapped }

  /// Compares `text` with the bytes from `offset` on.
  func compare(_ text: StaticString, at offset: Int) -> TextComparison {
    let inHand = min(text.utf8CodeUnitCount, count - offset)
    for index in 0..<max(0, inHand) where self[offset + index] != text.utf8Start[index] { return .differs }
    return inHand == text.utf8CodeUnitCount ? .equal : .tooShort
  }

  /// The result of ``compare(_:at:)``.
  enum TextComparison {
    case equal, differs
    /// The bytes present agree, but more must arrive.
    case tooShort
  }

  /// The first place of `byte` from `offset` on; nil when there is none.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < count else { return nil }
    return storage.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start + offset, Int32(byte), bytes.count - start - offset)
      else { return nil }
      return UnsafeRawPointer(found) - base - start
    }
  }

  /// The first place from `offset` on of a byte for which `isSo` is true; nil when there is none.
  func firstIndex(from offset: Int, where isSo: (UInt8) -> Bool) -> Int? {
    guard offset < count else { return nil }
    return storage[(start + offset)...].firstIndex(where: isSo).map { $0 - start }
  }

  /// The first place where a frame, an ID3v2 or APE tag, an Ogg page or FLAC may begin: a byte that is 0xFF or one of
  /// their first letters. ID3v1 and Lyrics3, which stand behind sound, contain nothing that reads as a frame: a search
  /// treats them as junk.
  func firstLandmark() -> Int? {
    storage.withUnsafeBufferPointer { bytes in
      for index in start..<bytes.count {
        switch bytes[index] {
        case 0xFF, UInt8(ascii: "I"), UInt8(ascii: "A"), UInt8(ascii: "O"), UInt8(ascii: "f"): return index - start
        default: continue
        }
      }
      return nil
    }
  }

  /// True when the first `number` bytes are all zero.
  func isZero(_ number: Int) -> Bool { storage[start..<(start + min(number, count))].allSatisfy { $0 == 0 } }
}
