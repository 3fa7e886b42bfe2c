/// Reads numbers from bytes one after the other, the most significant byte first where nothing else is said, and never beyond their end.
package struct ByteReader: Sendable {
  /// The bytes that were not read yet.
  package private(set) var rest: ArraySlice<UInt8>

  /// Makes a reader of `bytes`, from their beginning.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Number of bytes left.
  package var count: Int { rest.count }

  /// The number in the next `size` bytes, 1…8; nil when fewer are left or it is above `Int.max`.
  package mutating func integer(_ size: Int) -> Int? {
    bytes(size).flatMap { Int(exactly: UInt64(bigEndianBytes: $0)) }
  }

  /// The same with the least significant byte first.
  package mutating func littleEndian(_ size: Int) -> Int? {
    bytes(size).flatMap { Int(exactly: UInt64(littleEndianBytes: $0)) }
  }

  /// The next `size` bytes; nil when fewer are left.
  package mutating func bytes(_ size: Int) -> ArraySlice<UInt8>? {
    guard size >= 0, size <= rest.count else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }

  /// The four-character code in the next four bytes; nil when fewer are left.
  package mutating func code() -> FourCC? { bytes(4).map { FourCC(rawValue: UInt32(bigEndianBytes: $0)) } }

  /// Skips `size` bytes; nil when fewer are left.
  package mutating func skip(_ size: Int) -> Void? { bytes(size).map { _ in () } }

  /// Returns the bytes before the next zero and skips the zero too; nil when there is no zero.
  package mutating func zeroTerminated() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}
