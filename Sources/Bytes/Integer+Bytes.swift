extension FixedWidthInteger {
  /// The number in `bytes`, the most significant first; 0 for none. Of more bytes than the type has, the last ones
  /// count.
  @inlinable package init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { Self(truncatingIfNeeded: UInt64(truncatingIfNeeded: $0) << 8 | UInt64($1)) }
  }

  /// The number in `bytes`, the least significant first; 0 for none. Of more bytes than the type has, the first ones
  /// count.
  @inlinable package init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
    self.init(bigEndianBytes: bytes.reversed())
  }

  /// The bytes of the number, the most significant first.
  @inlinable package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// The bytes of the number, the least significant first.
  @inlinable package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
