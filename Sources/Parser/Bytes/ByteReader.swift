/// Reads big-endian numbers from bytes one after the other, and never beyond their end.
struct ByteReader {
  /// The bytes that were not read yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Number of bytes left.
  var count: Int { rest.count }

  /// The number in the next `size` bytes, 1…8; nil when fewer are left or it is above `Int.max`.
  mutating func integer(_ size: Int) -> Int? {
    guard let bytes = bytes(size) else { return nil }
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The next `size` bytes; nil when fewer are left.
  mutating func bytes(_ size: Int) -> ArraySlice<UInt8>? {
    guard size >= 0, size <= rest.count else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }

  /// Skips `size` bytes; nil when fewer are left.
  mutating func skip(_ size: Int) -> Void? { bytes(size).map { _ in () } }

  /// Returns the bytes before the next zero and skips the zero too; nil when there is no zero.
  mutating func zeroTerminated() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}
