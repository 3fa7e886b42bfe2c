/// CRC-16 with the polynomial 0x8005, the lowest bit of a byte first, beginning with zero (CRC-16/ARC). The Info frame of
/// an MP3 file has it ("Mp3 Info Tag rev 1").
package struct ReflectedCRC16: Sendable, Equatable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt16 = 0

  /// The checksum of no bytes.
  package init() {}

  /// Adds `bytes`.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = value
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }
    value = sum
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xA001 }
  }
}
