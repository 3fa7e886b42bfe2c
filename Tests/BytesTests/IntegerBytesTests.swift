import Bytes
import TestSupport
import Testing

@Suite("Numbers of either byte order")
struct IntegerBytesTests {
  @Test("each order reads its own bytes")
  func orders() {
    #expect(UInt32(bigEndianBytes: [0x12, 0x34, 0x56, 0x78]) == 0x1234_5678)
    #expect(UInt32(littleEndianBytes: [0x12, 0x34, 0x56, 0x78]) == 0x7856_3412)
    #expect(Int(bigEndianBytes: [0xFF, 0xFE]) == 0xFFFE)
    #expect(Int64(bigEndianBytes: [UInt8](repeating: 0xFF, count: 8)) == -1)
    #expect(UInt64(littleEndianBytes: [1, 0, 0, 0, 0, 0, 0, 0x80]) == 0x8000_0000_0000_0001)
  }

  @Test("no bytes are zero, and too many keep the lower end of the number")
  func lengths() {
    #expect(UInt16(bigEndianBytes: []) == 0)
    #expect(UInt16(littleEndianBytes: []) == 0)
    #expect(UInt16(bigEndianBytes: [1, 2, 3]) == 0x0203)
    #expect(UInt16(littleEndianBytes: [1, 2, 3]) == 0x0201)
  }

  @Test("a written number reads back, whatever it is")
  func roundTrip() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let number = UInt64.random(in: .min ... .max, using: &random)
      #expect(UInt64(bigEndianBytes: number.bigEndianBytes) == number)
      #expect(UInt64(littleEndianBytes: number.littleEndianBytes) == number)
      let signed = Int32(truncatingIfNeeded: number)
      #expect(Int32(bigEndianBytes: signed.bigEndianBytes) == signed)
      #expect(signed.bigEndianBytes.reversed() == signed.littleEndianBytes)
    }
  }

  @Test("four characters are one code, also those of Latin-1")
  func codes() {
    #expect(("moov" as FourCC).rawValue == 0x6D6F_6F76)
    #expect(("©nam" as FourCC).bytes == [0xA9, 0x6E, 0x61, 0x6D])
    #expect(("©nam" as FourCC).text == "?nam")
    #expect(!("©nam" as FourCC).isPrintable)
    #expect(("fmt " as FourCC).isPrintable)
    #expect(FourCC(rawValue: 0x6461_7461) == "data")
  }
}
