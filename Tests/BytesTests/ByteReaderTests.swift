import Bytes
import TestSupport
import Testing

@Suite("Readers of bytes and bits")
struct ByteReaderTests {
  @Test("a byte reader reads what is there, and nothing behind it")
  func bytes() {
    var reader = ByteReader([0, 1, 2, 0x66, 0x6D, 0x74, 0x20, 0x61, 0, 0xFF][...])
    let (number, code) = (reader.integer(3), reader.code())
    #expect(number == 0x0102)
    #expect(code == "fmt ")
    let (text, none) = (reader.zeroTerminated(), reader.zeroTerminated())
    #expect(text == [0x61])
    #expect(none == nil)
    let (tooLong, negative) = (reader.integer(2), reader.bytes(-1))
    #expect(tooLong == nil && negative == nil && reader.count == 1)
    let (last, behind) = (reader.skip(1) != nil, reader.skip(1) != nil)
    #expect(last && !behind && reader.count == 0)
    var wide = ByteReader([UInt8](repeating: 0xFF, count: 8)[...])
    let largest = wide.integer(8)
    #expect(largest == nil, "a number above Int.max")
  }

  @Test("bits of either order agree with a string of them", arguments: [BitReader.Order.highestFirst, .lowestFirst])
  func bits(_ order: BitReader.Order) {
    var random = SeededRandom(seed: 7)
    let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
    let all: [Int] = bytes.flatMap { byte in
      let bits = (0..<8).map { Int(byte) >> $0 & 1 }
      return order == .highestFirst ? bits.reversed() : bits
    }
    var reader = BitReader(([1, 2] + bytes).dropFirst(2), order)
    while reader.place < all.count {
      let start = reader.place
      let count = Int.random(in: 0...32, using: &random)
      let rest = all.count - start
      let value = reader.bits(count)
      if count > rest {
        #expect(value == nil && reader.place == start)
        let isSkipped = reader.skip(rest) != nil
        #expect(isSkipped)
        break
      }
      let expected = all[start..<(start + count)]
      let ordered = order == .highestFirst ? Array(expected) : expected.reversed()
      #expect(value == ordered.reduce(0) { $0 * 2 + $1 })
    }
    let (more, nothing) = (reader.bits(1), reader.bits(0))
    #expect(more == nil && nothing == 0)
  }

  @Test("the place can be moved back")
  func place() {
    var reader = BitReader([0b1010_0000], .highestFirst, at: 2)
    let end = reader.bits(6)
    reader.place = 0
    let start = reader.bits(3)
    #expect(end == 0b10_0000 && start == 0b101)
  }
}
