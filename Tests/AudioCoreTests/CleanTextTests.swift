import AudioCore
import Testing

@Suite("Text from a server")
struct CleanTextTests {
  @Test(
    "becomes one clean line",
    arguments: [
      ("  a \t b\r\nc ", "a b c"), ("\u{1B}[31mred\u{7F}", "[31mred"), ("a\u{9D}b\u{85}c", "ab c"),
      ("a\u{202E}b\u{2066}c\u{FEFF}", "abc"), ("", ""), ("\u{2028}x\u{A0}\u{A0}y", "x y"), ("日本 👍🏽", "日本 👍🏽"),
    ])
  func singleLine(input: String, expected: String) {
    #expect(CleanText.singleLine(input) == expected)
  }

  @Test("is cut at 512 characters, never inside one")
  func length() {
    let flag = "🇮🇹"
    #expect(CleanText.singleLine(String(repeating: flag, count: 600)) == String(repeating: flag, count: 512))
  }
}

@Suite("A charset")
struct TextCharsetTests {
  @Test("reads UTF-8 as UTF-8 whatever is configured")
  func utf8() throws {
    let charset = try #require(TextCharset(name: "windows-1251"))
    #expect(charset.decode(Array("Ünï".utf8)) == "Ünï")
    #expect(TextCharset.standard.decode(Array("Кино".utf8)) == "Кино")
  }

  @Test("reads all of Windows-1252")
  func windows1252() {
    #expect(TextCharset.standard.decode([0x80, 0x99, 0xE9, 0xFF]) == "€™éÿ")
  }

  @Test("replaces what it does not have and reads on")
  func invalid() throws {
    let charset = try #require(TextCharset(name: "EUC-JP"))
    #expect(charset.decode([0x41, 0xFF, 0x42]) == "A\u{FFFD}B")
    let long = [UInt8](repeating: 0xA4, count: 2000)
    #expect(charset.decode(long).count == 1000)
  }

  @Test("is nil when the system does not know it")
  func unknown() { #expect(TextCharset(name: "no-such-charset") == nil) }
}

@Suite("An error for the user")
struct TuneErrorTests {
  @Test("has the exit code that sysexits gives its kind")
  func exitCodes() {
    #expect(TuneError.usage(message: "").exitCode == 64)
    #expect(TuneError.notAudio(source: "", found: "").exitCode == 65)
    #expect(TuneError.unknownStation("", suggestions: []).exitCode == 66)
    #expect(TuneError.refused(host: "", port: 1).exitCode == 69)
    #expect(TuneError.cannotCreate(path: "", reason: "").exitCode == 73)
    #expect(TuneError.cannotWrite(path: "", reason: "").exitCode == 74)
    #expect(TuneError.badStationList(path: "", reason: "").exitCode == 78)
  }
}
