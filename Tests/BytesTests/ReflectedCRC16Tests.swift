import Bytes
import Testing

@Suite("CRC-16 with the lowest bit first")
struct ReflectedCRC16Tests {
  @Test("the check value of CRC-16/ARC, in any pieces")
  func check() {
    let digits = Array("123456789".utf8)
    for cut in 0...digits.count {
      var checksum = ReflectedCRC16()
      digits[..<cut].withUnsafeBytes { checksum.add($0) }
      digits[cut...].withUnsafeBytes { checksum.add($0) }
      #expect(checksum.value == 0xBB3D)
    }
  }
}
