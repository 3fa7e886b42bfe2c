import AudioCore
import Testing

@Suite("A charset")
struct TextCharsetTests {
  @Test("any charset decodes UTF-8 as UTF-8")
  func utf8() throws {
    let charset = try #require(TextCharset(name: "windows-1251"))
    #expect(charset.decode(Array("Ünï".utf8)) == "Ünï")
    #expect(TextCharset.default.decode(Array("Кино".utf8)) == "Кино")
  }

  @Test(
    "a charset decodes UTF-8 that was cut within a character without that character", arguments: ["windows-1251", nil])
  func cutUTF8(name: String?) throws {
    let charset = try name.map { try #require(TextCharset(name: $0)) } ?? .default
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
  func notUTF8(bytes: [UInt8], text: String) { #expect(TextCharset.default.decode(bytes) == text) }

  @Test("the standard charset decodes Windows-1252")
  func windows1252() {
    #expect(TextCharset.default.decode([0x80, 0x99, 0xE9, 0xFF]) == "€™éÿ")
    // The bytes that Windows-1252 does not define are C1 controls (WHATWG Encoding Standard).
    for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8] {
      #expect(Array(TextCharset.default.decode([byte]).unicodeScalars) == [Unicode.Scalar(byte)])
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
