/// CRC-16 with the polynomial 0x8005, x¹⁶ + x¹⁵ + x² + 1; neither the bits nor the result is reflected. For frames of
/// FLAC it starts with 0 (RFC 9639, 9.3), and a frame with its checksum gives 0. For frames of MPEG audio it starts with
/// 0xFFFF (ISO/IEC 11172-3 2.4.3.1).
package enum CRC16 {
  private static let polynomial: UInt16 = 0x8005

  /// Returns the checksum of `bytes`, continued from `start`, the checksum of the bytes before them.
  package static func add(_ bytes: UnsafeRawBufferPointer, to start: UInt16) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      var sum = start
      var place = 0
      // Eight bytes at once: each has a table for the number of zero bytes behind it.
      while place + 8 <= bytes.count {
        let high = table[1792 + Int(bytes[place] ^ UInt8(sum >> 8))]
        let low = table[1536 + Int(bytes[place + 1] ^ UInt8(truncatingIfNeeded: sum))]
        let third = table[1280 + Int(bytes[place + 2])] ^ table[1024 + Int(bytes[place + 3])]
        let fifth = table[768 + Int(bytes[place + 4])] ^ table[512 + Int(bytes[place + 5])]
        let seventh = table[256 + Int(bytes[place + 6])] ^ table[Int(bytes[place + 7])]
        sum = high ^ low ^ third ^ fifth ^ seventh
        place += 8
      }
      for byte in bytes[place...] { sum = sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
      return sum
    }
  }

  /// Returns the checksum of one bit, continued from `start`.
  package static func add(bit: Bool, to start: UInt16) -> UInt16 {
    (start & 0x8000 != 0) == bit ? start << 1 : start << 1 ^ polynomial
  }

  private static let table: [UInt16] = ChecksumTable.make(polynomial, count: 8)
}
