/// The two checksums of a FLAC frame (RFC 9639, 9.1.8 and 9.3). Both take the highest bit first and start with zero.
enum FLACChecksum {
  /// Returns the CRC-8 of a frame's header, x⁸ + x² + x + 1: zero over a header and its checksum.
  static func crc8(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { table8[Int($0 ^ $1)] }
  }

  /// Returns the CRC-16 of a frame, x¹⁶ + x¹⁵ + x² + 1, continued from `crc`: zero over a frame and its checksum.
  static func crc16(_ bytes: UnsafeRawBufferPointer, from crc: UInt16 = 0) -> UInt16 {
    table16.withUnsafeBufferPointer { table in
      var crc = crc
      var place = 0
      // Eight bytes at once: each has a table for the number of zero bytes behind it.
      while place + 8 <= bytes.count {
        let high = table[1792 + Int(bytes[place] ^ UInt8(crc >> 8))]
        let low = table[1536 + Int(bytes[place + 1] ^ UInt8(truncatingIfNeeded: crc))]
        let third = table[1280 + Int(bytes[place + 2])] ^ table[1024 + Int(bytes[place + 3])]
        let fifth = table[768 + Int(bytes[place + 4])] ^ table[512 + Int(bytes[place + 5])]
        let seventh = table[256 + Int(bytes[place + 6])] ^ table[Int(bytes[place + 7])]
        crc = high ^ low ^ third ^ fifth ^ seventh
        place += 8
      }
      for byte in bytes[place...] { crc = crc << 8 ^ table[Int(UInt8(crc >> 8) ^ byte)] }
      return crc
    }
  }

  private static let table8: [UInt8] = ChecksumTable.make(0x07)

  private static let table16: [UInt16] = ChecksumTable.make(0x8005, count: 8)
}
