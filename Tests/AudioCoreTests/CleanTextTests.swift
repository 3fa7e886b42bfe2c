import AudioCore
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

@Suite("A charset")
struct TextCharsetTests {
  @Test("any charset decodes UTF-8 as UTF-8")
  func utf8() throws {
    let charset = try #require(TextCharset(name: "windows-1251"))
    #expect(charset.decode(Array("Ünï".utf8)) == "Ünï")
    #expect(TextCharset.standard.decode(Array("Кино".utf8)) == "Кино")
  }

  @Test(
    "a charset decodes UTF-8 that was cut within a character without that character", arguments: ["windows-1251", nil])
  func cutUTF8(name: String?) throws {
    let charset = try name.map { try #require(TextCharset(name: $0)) } ?? .standard
    for (text, kept) in [("Кино - Группа крови", 2), ("Tōkyō 東京", 3), ("ü 🎸", 4), ("Łódź – “x”", 3)] {
      let bytes = Array(text.utf8)
      for cut in 1..<kept { #expect(charset.decode(bytes.dropLast(cut)) == String(text.dropLast()), "\(text), \(cut)") }
    }
  }

  @Test(
    "only valid UTF-8 is decoded as UTF-8: an accent at the end of Latin-1 stays",
    arguments: [
      ([0x43, 0x61, 0x66, 0xE9], "Café"), ([0xC3, 0xBC, 0xE9, 0x41], "Ã¼éA"), ([0xC3, 0xBC, 0x80], "Ã¼€"),
      ([0xC3, 0xBC, 0xC0], "Ã¼À"), ([0xC3, 0xBC, 0xE0, 0x80], "Ã¼à€"), ([0xC3, 0xBC, 0xED, 0xA0], "Ã¼í\u{A0}"),
      ([0xC3, 0xBC, 0xF5, 0x80], "Ã¼õ€"), ([0xC3, 0xBC, 0xF4, 0x90], "Ã¼ô\u{90}"), ([0xE9], "é"),
    ] as [([UInt8], String)])
  func notUTF8(bytes: [UInt8], text: String) { #expect(TextCharset.standard.decode(bytes) == text) }

  @Test("the standard charset decodes Windows-1252")
  func windows1252() {
    #expect(TextCharset.standard.decode([0x80, 0x99, 0xE9, 0xFF]) == "€™éÿ")
    // The bytes that Windows-1252 does not define are C1 controls (WHATWG Encoding Standard).
    for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8] {
      #expect(Array(TextCharset.standard.decode([byte]).unicodeScalars) == [Unicode.Scalar(byte)])
    }
  }

  @Test("a charset replaces invalid bytes and continues")
  func invalid() throws {
    let charset = try #require(TextCharset(name: "EUC-JP"))
    #expect(charset.decode([0x41, 0xFF, 0x42]) == "A\u{FFFD}B")
    let long = [UInt8](repeating: 0xA4, count: 2000)
    #expect(charset.decode(long).count == 1000)
  }

  @Test("a charset is nil when the system does not know it")
  func unknown() { #expect(TextCharset(name: "no-such-charset") == nil) }
}
