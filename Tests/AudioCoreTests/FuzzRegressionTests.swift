import AudioCore
import Bytes
import Testing

@Suite("Text that fuzzing found")
struct FuzzRegressionTests {
  @Test("a line that is cut at a blank ends before it", arguments: [2, 17, 512])
  func cutAtBlank(limit: Int) {
    let words = String(repeating: "x", count: limit - 1) + " y"
    let line = CleanText.singleLine(words + "z", limit: limit)
    #expect(line == String(repeating: "x", count: limit - 1))
    #expect(CleanText.singleLine(line, limit: limit) == line)
  }

  @Test("a byte that is a blank in Windows-1252 is cut off like any other blank")
  func noBreakSpace() {
    let text = TextCharset.default.decode([0xE2, 0xA0, 0x31])
    #expect(CleanText.singleLine(text, limit: 2) == "â")
  }
}
