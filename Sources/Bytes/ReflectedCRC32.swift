/// CRC-32 as ZIP and PNG have it (ISO/IEC 15948, annex D): the polynomial 0x04C11DB7, the lowest bit of a byte first,
/// beginning with all bits set, the result inverted.
package struct ReflectedCRC32: Sendable {
  private var state = UInt32.max

  /// The checksum of no bytes.
  package init() {}

  /// The checksum of the bytes so far.
  package var value: UInt32 { ~state }

  /// Adds `bytes`.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = state
    Self.table.withUnsafeBufferPointer { table in
      var place = 0
      // Four bytes at once: each has a table for the number of zero bytes behind it.
      while place + 4 <= bytes.count {
        sum ^= bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
        let low = table[768 + Int(sum & 0xFF)] ^ table[512 + Int(sum >> 8 & 0xFF)]
        sum = low ^ table[256 + Int(sum >> 16 & 0xFF)] ^ table[Int(sum >> 24)]
        place += 4
      }
      while place < bytes.count {
        sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[place])]
        place += 1
      }
    }
    state = sum
  }

  /// The remainder of each byte with no zero byte behind it, then with one, two and three.
  private static let table: [UInt32] = {
    var table = (0..<256).map { (byte: Int) -> UInt32 in
      (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<1024 {
      let before = table[index - 256]
      table.append(before >> 8 ^ table[Int(before & 0xFF)])
    }
    return table
  }()
}
