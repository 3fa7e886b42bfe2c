import Glibc

/// Bytes that were received and not yet used: appended at the back, dropped at the front, looked at anywhere between.
///
/// Dropping moves an offset; the bytes are moved down only when the storage is full, so each byte is moved a bounded
/// number of times. Bytes to be skipped that have not come yet are swallowed as they come and never stored.
struct ByteQueue: Sendable {
  private var storage: [UInt8] = []
  private var start = 0
  private var toSwallow = 0
  private let usualCapacity: Int

  init(capacity: Int) {
    usualCapacity = capacity
    storage.reserveCapacity(capacity)
  }

  /// Bytes in hand.
  var count: Int { storage.count - start }

  /// Bytes that there is room for.
  var capacity: Int { storage.capacity }

  /// The byte `offset` places behind the front.
  subscript(offset: Int) -> UInt8 { storage[start + offset] }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let swallowed = min(toSwallow, bytes.count)
    toSwallow -= swallowed
    guard swallowed < bytes.count else { return }
    if storage.capacity > 2 * usualCapacity, count + bytes.count - swallowed <= usualCapacity { shrink() }
    if start == storage.count {
      storage.removeAll(keepingCapacity: true)
      start = 0
    } else if storage.count + bytes.count - swallowed > storage.capacity {
      storage.removeSubrange(..<start)
      start = 0
    }
    storage.append(contentsOf: bytes.dropFirst(swallowed))
  }

  /// Gives back what was taken for a time when much had to be in hand at once.
  private mutating func shrink() {
    var smaller: [UInt8] = []
    smaller.reserveCapacity(usualCapacity)
    smaller += storage[start...]
    storage = smaller
    start = 0
  }

  /// Drops `number` bytes, at most ``count``.
  mutating func drop(_ number: Int) { start += min(number, count) }

  /// Drops `number` bytes, those that have not come yet included.
  mutating func swallow(_ number: Int) {
    let inHand = min(number, count)
    start += inHand
    toSwallow += number - inHand
  }

  /// True when bytes that have not come yet are to be swallowed.
  var isSwallowing: Bool { toSwallow > 0 }

  /// Keeps what comes: what was to be swallowed is not what comes now.
  mutating func stopSwallowing() { toSwallow = 0 }

  /// A copy of the first `number` bytes, or of all when there are fewer.
  func prefix(_ number: Int) -> [UInt8] { Array(storage[start..<(start + min(number, count))]) }

  /// Reads the bytes in `range` where they are.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[(start + range.lowerBound)..<(start + range.upperBound)]))
    }
  }

  /// Four bytes from `offset` on, big-endian.
  func word(at offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }

  /// Four bytes from `offset` on, little-endian.
  func littleEndianWord(at offset: Int) -> UInt32 { word(at: offset).byteSwapped }

  /// How `text` compares with the bytes from `offset` on.
  func compare(_ text: StaticString, at offset: Int) -> TextComparison {
    let inHand = min(text.utf8CodeUnitCount, count - offset)
    for index in 0..<max(0, inHand) where self[offset + index] != text.utf8Start[index] { return .differs }
    return inHand == text.utf8CodeUnitCount ? .equal : .tooShort
  }

  /// What ``compare(_:at:)`` found.
  enum TextComparison {
    case equal, differs
    /// What is there agrees, but more must come.
    case tooShort
  }

  /// Where `byte` stands first, from `offset` on.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < count else { return nil }
    return storage.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start + offset, Int32(byte), bytes.count - start - offset)
      else { return nil }
      return UnsafeRawPointer(found) - base - start
    }
  }

  /// Where a byte that is so stands first, from `offset` on.
  func firstIndex(from offset: Int, where isSo: (UInt8) -> Bool) -> Int? {
    guard offset < count else { return nil }
    return storage[(start + offset)...].firstIndex(where: isSo).map { $0 - start }
  }

  /// Where a frame, an ID3v2 or APE tag, an Ogg page or FLAC may begin: the first byte that is 0xFF or one of their
  /// first letters. ID3v1 and Lyrics3, which stand behind sound, hold nothing that reads as a frame: in a search they
  /// are junk like any other.
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
