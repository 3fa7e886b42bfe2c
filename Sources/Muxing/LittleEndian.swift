/// Numbers in the byte order of Ogg and WAV: the least significant byte first.
enum LittleEndian {
  /// The bytes of `number`.
  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
