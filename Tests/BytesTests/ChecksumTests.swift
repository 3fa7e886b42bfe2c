import Bytes
import TestSupport
import Testing

@Suite("Checksums")
struct ChecksumTests {
  /// The check values of the catalogue of CRC algorithms (reveng.sourceforge.io), over these digits.
  private static let digits = Array("123456789".utf8)

  private func crc16(_ bytes: [UInt8], from start: UInt16 = 0) -> UInt16 {
    bytes.withUnsafeBytes { CRC16.add($0, to: start) }
  }

  private func reflected(_ pieces: [[UInt8]]) -> UInt32 {
    var sum = ReflectedCRC32()
    for piece in pieces { piece.withUnsafeBytes { sum.add($0) } }
    return sum.value
  }

  @Test("the check values are those of the catalogue")
  func checkValues() {
    #expect(crc16(Self.digits) == 0xFEE8, "CRC-16/UMTS")
    #expect(crc16(Self.digits, from: 0xFFFF) == 0xAEE7, "CRC-16/CMS")
    #expect(CRC32.add(Self.digits[...], to: .max) == 0x0376_E6E7, "CRC-32/MPEG-2")
    #expect(reflected([Self.digits]) == 0xCBF4_3926, "CRC-32/ISO-HDLC")
    let table: [UInt8] = ChecksumTable.make(0x07)
    #expect(Self.digits.reduce(0) { table[Int($0 ^ $1)] } == 0xF4, "CRC-8/SMBUS")
  }

  @Test("pieces of any length give the sum of the whole")
  func pieces() {
    var random = SeededRandom(seed: 11)
    let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
    for cut in 0...bytes.count {
      let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
      #expect(crc16(second, from: crc16(first)) == crc16(bytes))
      #expect(CRC32.add(second[...], to: CRC32.add(first[...], to: 0)) == CRC32.add(bytes[...], to: 0))
      #expect(reflected([first, second]) == reflected([bytes]))
    }
  }

  @Test("eight bits give the sum of their byte")
  func bits() {
    for byte in UInt8.min ... .max {
      let sum = (0..<8).reduce(0xFFFF as UInt16) { CRC16.add(bit: byte >> (7 - $1) & 1 == 1, to: $0) }
      #expect(sum == crc16([byte], from: 0xFFFF))
    }
  }
}
