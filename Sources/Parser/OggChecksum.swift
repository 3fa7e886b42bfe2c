/// The check sum of an Ogg page (RFC 3533, 6): CRC-32 with the polynomial 0x04C11DB7, from 0, neither bits nor result
/// turned round.
package enum OggChecksum {
  /// Where in a page its check sum stands; it counts as zero there.
  package static let field = 22..<26

  /// The check sum of a whole page.
  package static func of(_ page: [UInt8]) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var sum: UInt32 = 0
      func take(_ byte: UInt8) { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
      for byte in page.prefix(field.lowerBound) { take(byte) }
      for _ in field { take(0) }
      for byte in page.dropFirst(field.upperBound) { take(byte) }
      return sum
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
  }
}
