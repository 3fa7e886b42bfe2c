import AudioCore
import Testing

@Suite("Tools for text")
struct TextToolTests {
  @Test(
    "a misspelled word finds the word that it probably means",
    arguments: [
      ("volum", "volume"), ("--VOL", "volume"), ("stat", "status"), ("pley", "play"), ("lpay", "play"), ("x", nil),
      ("dance", nil), ("", nil), ("stp", "stop"), (String(repeating: "volume", count: 10), nil),
    ] as [(String, String?)])
  func nearestWord(word: String, nearest: String?) {
    #expect(NearestWord.find(word, among: ["play", "stations", "status", "stop", "volume"]) == nearest)
  }

  @Test("text in markup stands for itself, also what a combining mark follows")
  func markup() {
    #expect(MarkupText.escaped("a < b & \"c\"") == "a &lt; b &amp; \"c\"")
    let combined = MarkupText.escaped("<\u{338}b>", quotes: true)
    #expect(combined.unicodeScalars.elementsEqual("&lt;\u{338}b&gt;".unicodeScalars))
    #expect(MarkupText.escaped("\"'", quotes: true) == "&quot;&apos;")
  }

  @Test("the distance of two words counts insertions, deletions, replacements and swaps")
  func distance() {
    for (left, right, distance) in [("", "abc", 3), ("abc", "acb", 1), ("abc", "abc", 0), ("abcd", "bxd", 2)] {
      #expect(NearestWord.distance(Array(left), Array(right)) == distance)
      #expect(NearestWord.distance(Array(right), Array(left)) == distance)
    }
  }

  @Test(
    "a letter loses its diacritics, however it is composed, and keeps its case",
    arguments: [
      ("é", "e"), ("e\u{301}", "e"), ("Ž", "Z"), ("Æ", "AE"), ("ß", "ss"), ("ș", "s"), ("ơ", "o"), ("й", "и"),
      ("e", nil),
      ("日", nil), ("и", nil),
    ] as [(Character, String?)])
  func folding(letter: Character, plain: String?) { #expect(LetterFolding.plain(letter) == plain) }

  @Test(
    "a bit rate is shown in kbit/s, rounded",
    arguments: [
      (128_000, "128 kbit/s"), (127_500, "128 kbit/s"), (127_499, "127 kbit/s"), (.max, "9223372036854776 kbit/s"),
    ])
  func bitRate(bitRate: Int, text: String) { #expect(BitRateText.text(bitRate) == text) }

  @Test("a codec and a bit rate are shown as far as they are known")
  func coding() {
    #expect(BitRateText.coding(.mp3, bitRate: 128_000) == "MP3 128 kbit/s")
    #expect(BitRateText.coding(.mp3, bitRate: nil) == "MP3" && BitRateText.coding(nil, bitRate: 64_000) == "64 kbit/s")
    for impossible in [0, -1, Int.max] { #expect(BitRateText.coding(nil, bitRate: impossible) == "") }
  }

  @Test("a text is trimmed of white space, or of spaces and tabs alone")
  func trimming() {
    let text = " \t\u{A0} a b\u{3000}\n"[...]
    #expect(text.trimmed == "a b")
    #expect(text.trimmedBlanks == "\u{A0} a b\u{3000}\n")
    #expect(" \t"[...].trimmed == "" && " \t"[...].trimmedBlanks == "")
    #expect(Array(" \u{301}a "[...].trimmedBlanks.unicodeScalars) == ["\u{301}", "a"])
  }

  @Test("a date of HTTP is read as it is written, also in the obsolete forms")
  func httpDate() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(HTTPDate.seconds("Sun Nov  6 08:49:37 1994") == 784_111_777)
    #expect(HTTPDate.seconds("tomorrow") == nil)
  }

  @Test("numbers are written with two digits, with one decimal and with their noun")
  func numbers() {
    #expect([0, 7, 12, 123].map { NumberText.twoDigits($0) } == ["00", "07", "12", "123"])
    #expect(
      [0, 0.04, 0.05, 9.96, -3, .nan, 1e9].map { NumberText.tenths($0) } == [
        "0.0", "0.0", "0.1", "10.0", "0.0", "0.0", "999999.0",
      ])
    #expect([0, 1, 2].map { NumberText.count($0, "error") } == ["0 errors", "1 error", "2 errors"])
  }

  @Test("bytes are escaped in addresses, but letters, digits and those that are kept")
  func escapes() {
    #expect(PercentEncoding.encoded("a Z9/é~%", keeping: "/~") == "a%20Z9/%C3%A9~%25")
    #expect([UInt8(0), 10, 255].map(\.hexadecimal) == ["00", "0a", "ff"])
  }
}
