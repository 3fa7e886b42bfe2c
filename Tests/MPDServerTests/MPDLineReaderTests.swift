import MPDServer
import NIOCore
import TestSupport
import Testing

@Suite("The line reader")
struct MPDLineReaderTests {
  @Test("the reader gives the same lines, however the bytes are split")
  func anySplit() {
    var random = SeededRandom(seed: 1)
    let text = Array("ping\r\nsetvol 5 \t\n\nadd \"a b\"\0\n".utf8) + [0xFF, 0x0A] + Array("status\nhalf".utf8)
    let whole = Self.lines([text])
    #expect(whole == ["ping", "setvol 5", "", "add \"a b\"", "\u{FFFD}", "status"])
    for _ in 0..<200 {
      var pieces: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...7, using: &random))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(Self.lines(pieces) == whole)
    }
  }

  @Test("a line has at most 8 KiB with its end, and nothing is read after a longer line")
  func longest() {
    let limit = MPDLineReader.maximumLineBytes
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: limit - 1)
    #expect(Self.lines([line + [0x0A]]) == [String(repeating: "x", count: limit - 1)])
    var reader = MPDLineReader()
    for _ in 0..<limit - 1 { reader.feed(ByteBuffer(bytes: [UInt8(ascii: "x")])) }
    #expect(reader.next() == nil)
    reader.feed(ByteBuffer(bytes: Array("x\nping\n".utf8)))
    #expect(reader.next() == .tooLong)
    reader.feed(ByteBuffer(bytes: Array("ping\n".utf8)))
    #expect(reader.next() == nil, "nothing is read after that")
  }

  private static func lines(_ pieces: [[UInt8]]) -> [String] {
    var reader = MPDLineReader()
    var lines: [String] = []
    for piece in pieces {
      reader.feed(ByteBuffer(bytes: piece))
      while case .text(let line)? = reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }
}
