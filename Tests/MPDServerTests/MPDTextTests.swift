import MPDServer
import NIOCore
import Testing

@Suite("Lines and numbers of Music Player Daemon's protocol")
struct MPDTextTests {
  private func text(_ write: (inout MPDText) -> Void) -> String {
    var text = MPDText()
    write(&text)
    return String(buffer: text.buffer)
  }

  @Test(
    "a value is one line, whatever control characters it has",
    arguments: [
      ("a\nOK", "Title: aOK\n"), ("\r\nACK [5@0] {} \u{0}x\n", "Title: ACK [5@0] {} x\n"), ("\n", "Title: \n"),
      ("a\tb\u{1F}c\u{1B}[2J", "Title: abc[2J\n"), ("", "Title: \n"), ("日本 ü: x", "Title: 日本 ü: x\n"),
    ] as [(String, String)])
  func line(value: String, line: String) {
    #expect(text { (text: inout MPDText) in text.line("Title", value) } == line)
    let padded = "<" + value + ">"
    #expect(text { (text: inout MPDText) in text.line("Title", padded.dropFirst().dropLast()) } == line)
  }

  @Test("binary bytes follow their number and end in a line feed")
  func binary() {
    var text = MPDText()
    text.binary([7, 10, 0][...])
    #expect(Array(text.buffer.readableBytesView) == Array("binary: 3\n".utf8) + [7, 10, 0, 10])
  }

  @Test(
    "a range is one position, or from its start up to and without its end",
    arguments: [
      ("0", 0..<1), ("7", 7..<8), ("2:5", 2..<5), ("3:3", 3..<3), ("0:0", 0..<0), ("4:", 4..<Int.max),
      ("4:-1", 4..<Int.max), ("-1", 0..<Int.max), ("2147483646", 2_147_483_646..<2_147_483_647),
    ] as [(String, Range<Int>)])
  func range(text: String, range: Range<Int>) throws { #expect(try MPDNumber.range(text) == range) }

  @Test(
    "a range that is none is an error with its reason",
    arguments: [
      ("", "Integer or range expected: "), ("x", "Integer or range expected: x"),
      ("1:x", "Integer or range expected: 1:x"), ("-2", "Number is negative: -2"), ("-1:5", "Number is negative: -1:5"),
      ("1:-2", "Number is negative: 1:-2"), ("5:3", "Malformed range: 5:3"),
      ("2147483647", "Number too large: 2147483647"),
    ] as [(String, String)])
  func badRange(text: String, reason: String) {
    #expect(throws: MPDError(.argument, reason)) { try MPDNumber.range(text) }
  }
}
