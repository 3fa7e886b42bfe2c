/// CRC-32 with the polynomial 0x04C11DB7; neither the bits nor the result is reflected. For Ogg pages it starts with 0.
/// For sections of transport streams it starts with 0xFFFFFFFF (ISO/IEC 13818-1, annex A), and a section with its
/// checksum gives 0.
package enum CRC32 {
  /// Returns the checksum of `bytes`, continued from `start`, the checksum of the bytes before them.
  package static func add(_ bytes: ArraySlice<UInt8>, to start: UInt32) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBytes { bytes in
        var sum = start
        var place = 0
        // Four bytes at once: each has a table for the number of zero bytes behind it.
        while place + 4 <= bytes.count {
          sum ^= bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian
          let high = table[768 + Int(sum >> 24)] ^ table[512 + Int(sum >> 16 & 0xFF)]
          sum = high ^ table[256 + Int(sum >> 8 & 0xFF)] ^ table[Int(sum & 0xFF)]
          place += 4
        }
        for byte in bytes[place...] { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
        return sum
      }
    }
  }

  private static let table: [UInt32] = ChecksumTable.make(0x04C1_1DB7, count: 4)
}
