/// The check sum of an Ogg page (RFC 3533, 6): CRC-32 with the polynomial 0x04C11DB7, from 0, neither bits nor result
/// turned round.
package enum OggChecksum {
  /// Where in a page its check sum stands; it counts as zero there.
  package static let field = 22..<26

  /// The check sum of a whole page.
  package static func of(_ page: [UInt8]) -> UInt32 {
    var sum = add(page.prefix(field.lowerBound), to: 0)
    sum = add([0, 0, 0, 0], to: sum)
    return add(page.dropFirst(field.upperBound), to: sum)
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to start: UInt32) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBytes { bytes in
        var sum = start
        var place = 0
        // Four bytes at once: each has a table for so many zero bytes behind it.
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

  /// Four tables of 256: the remainder of a byte with none to three zero bytes behind it.
  private static let table: [UInt32] = {
    var table = (0..<256).map { index in
      (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    for index in 256..<1024 {
      let before = table[index - 256]
      table.append(before << 8 ^ table[Int(before >> 24)])
    }
    return table
  }()
}
