import Bytes
import Testing

@Suite("Text from a server")
struct CleanTextTests {
  @Test(
    "a text becomes one clean line",
    arguments: [
      ("  a \t b\r\nc ", "a b c"), ("\u{1B}[31mred\u{7F}", "[31mred"), ("a\u{9D}b\u{85}c", "ab c"),
      ("a\u{202E}b\u{2066}c\u{FEFF}", "abc"), ("", ""), ("\u{2028}x\u{A0}\u{A0}y", "x y"), ("日本 👍🏽", "日本 👍🏽"),
    ])
  func singleLine(input: String, expected: String) {
    #expect(CleanText.singleLine(input) == expected)
  }

  @Test("a text is cut at 512 characters, never inside one")
  func length() {
    let flag = "🇮🇹"
    #expect(CleanText.singleLine(String(repeating: flag, count: 600)) == String(repeating: flag, count: 512))
  }

  @Test("a text is cut at 4 KiB between two characters, or within one that is longer")
  func bytes() {
    let family = "👨‍👩‍👧‍👦"  // 25 bytes
    #expect(CleanText.singleLine(String(repeating: family, count: 600)) == String(repeating: family, count: 163))
    let chain = "👍" + String(repeating: "\u{200D}👍", count: 1000)  // one character
    let line = CleanText.singleLine(chain)
    #expect(line.count == 1 && line.utf8.count <= 4096 && line.utf8.count > 4088, "\(line.utf8.count)")
    #expect(CleanText.singleLine(chain, limit: 16).utf8.count <= 128)
    #expect(CleanText.singleLine(chain, limit: nil) == chain)
    for text in [chain, family + chain, String(repeating: "ä ", count: 9000)] {
      let line = CleanText.singleLine(text)
      #expect(line.utf8.count <= 4096 && CleanText.singleLine(line) == line)
    }
  }

  @Test("a text has no blank at its end, even if the blank is part of the last character")
  func blankInCharacter() {
    #expect(Array(CleanText.singleLine("a\u{600} b", limit: 2).unicodeScalars) == ["a", "\u{600}"])
  }

  @Test(
    "a letter keeps at most 30 marks, of whatever kind they are",
    arguments: ["\u{301}", "\u{488}", "\u{93F}", "\u{FE0F}", "\u{200D}", "\u{E31}", "\u{301}\u{489}\u{A0}"])
  func marks(mark: String) {
    let marks = mark.filter { $0 != "\u{A0}" }
    let line = CleanText.singleLine("e" + String(repeating: marks, count: 32_000) + "f")
    #expect(line.unicodeScalars.count <= 32 && line.utf8.count < 128, "\(line.unicodeScalars.count)")
    #expect(line.hasPrefix("e") || line.unicodeScalars.first == "e")
    #expect(line.unicodeScalars.last == "f")
    for start in ["", "e "] {
      let line = CleanText.singleLine(start + String(repeating: marks, count: 100))
      #expect(line.unicodeScalars.count == start.unicodeScalars.count + 30)
    }
    #expect(CleanText.singleLine("e" + String(repeating: marks, count: 32_000) + "f", limit: nil) == line)
    #expect(CleanText.singleLine("Việt ế नि ที่ é👨‍👩‍👧‍👦👍🏽") == "Việt ế नि ที่ é👨‍👩‍👧‍👦👍🏽")
  }
}
