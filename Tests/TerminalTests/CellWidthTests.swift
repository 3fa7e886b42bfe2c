import Terminal
import Testing

@Suite("Widths of characters")
struct CellWidthTests {
  @Test(
    "the widths agree with those of the C library for the scripts that titles use",
    arguments: [
      0x20...0x7E, 0xA0...0xAC, 0xAE...0x377, 0x384...0x52F, 0x531...0x556, 0x5D0...0x5EA, 0x620...0x64A, 0x904...0x939,
      0xE01...0xE3A, 0x10D0...0x10FF, 0x1100...0x115F, 0x1160...0x11FF, 0x1E00...0x1F15, 0x2010...0x2027,
      0x2190...0x23F3,
      0x2500...0x27BF, 0x3000...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3400...0x4DBF,
      0x4E00...0x9FFC,
      0xAC00...0xD7A3, 0xF900...0xFA6D, 0xFF01...0xFF60, 0xFF61...0xFFBE, 0x1F300...0x1F64F, 0x1F680...0x1F6C5,
      0x1F90C...0x1F9FF, 0x20000...0x20100,
    ] as [ClosedRange<UInt32>])
  func agree(range: ClosedRange<UInt32>) {
    let different = range.compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory != .unassigned && CellWidth.of($0) != max(SystemWidth.of($0), 0)
    }
    #expect(different.map { String($0.value, radix: 16) } == [])
  }

  @Test(
    "text becomes cells without anything that a terminal could misinterpret",
    arguments: [
      ("plain", "plain", 5), ("日本", "日本", 4), ("a\u{1B}[31mb", "a[31mb", 6), ("tab\there", "tab here", 8),
      ("one\ntwo", "one two", 7), ("\u{9D}52;c;x\u{7}", "52;c;x", 6), ("e\u{301}te\u{301}", "e\u{301}te\u{301}", 3),
      ("🇫🇷 FIP", "FR FIP", 6), ("👩‍👩‍👧!", "👩!", 3), ("👍🏽", "👍", 2), ("❤️", "❤", 1), ("a\u{202E}b\u{200B}c", "abc", 3),
      ("\u{FEFF}x\u{AD}y", "xy", 2), ("\u{E000}", "?", 1), ("\u{301}x", "x", 1), ("a\u{3000}b\u{A0}c", "a b c", 5),
      ("1\u{FE0F}\u{20E3}", "1", 1), ("กำ", "กำ", 2),
    ] as [(String, String, Int)])
  func cleaned(text: String, expected: String, columns: Int) {
    let cells = TextCells(text, isUTF8: true)
    #expect(Self.string(cells) == expected)
    #expect(cells.columns == columns)
  }

  @Test(
    "without UTF-8, text becomes ASCII, with a question mark for what has no ASCII form",
    arguments: [
      ("Björk – Jóga", "Bjork - Joga"), ("Straße", "Strasse"), ("Dvořák", "Dvorak"), ("Łódź", "Lodz"), ("日本", "??"),
      ("“Ænima”…", "\"AEnima\"..."), ("Żółć €5", "Zolc EUR5"), ("e\u{301}", "e"), ("Ÿ ſ ŉ", "Y s n"),
      ("Привет", "??????"),
    ])
  func folded(text: String, expected: String) {
    let cells = TextCells(text, isUTF8: false)
    #expect(Self.string(cells) == expected)
    #expect(cells.columns == expected.utf8.count)
  }

  @Test(
    "text is cut at cells, with an ellipsis, and no wide character is halved",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("日本語", 2, "…"), ("日本語", 1, "…"), ("ab cdef", 4, "ab…"), ("abc", 0, ""), ("abc", -3, ""), ("", 0, ""),
    ] as [(String, Int, String)])
  func cut(text: String, limit: Int, expected: String) {
    var cells = TextCells(text, isUTF8: true)
    cells.truncate(toColumns: limit, isUTF8: true)
    #expect(Self.string(cells) == expected)
    #expect(cells.columns <= max(limit, 0))
    var plain = TextCells(text, isUTF8: false)
    plain.truncate(toColumns: limit, isUTF8: false)
    #expect(plain.columns <= max(limit, 0))
    #expect(Self.string(plain).utf8.allSatisfy { 0x20..<0x7F ~= $0 })
  }

  @Test(
    "a part of a text has the characters that are whole inside of it",
    arguments: [
      ("a日b", 0, 2, "a", 0), ("a日b", 0, 3, "a日", 0), ("a日b", 2, 2, "b", 1), ("日本", 1, 3, "本", 1), ("日本", 1, 2, "", 0),
      ("ab", -1, 2, "a", 1),
    ] as [(String, Int, Int, String, Int)])
  func part(text: String, first: Int, columns: Int, expected: String, offset: Int) {
    let part = TextCells(text, isUTF8: true).part(from: first, columns: columns)
    #expect(Self.string(part.text) == expected)
    #expect(part.offset == offset)
  }

  private static func string(_ cells: TextCells) -> String {
    var text = ""
    for unit in cells.units {
      text.unicodeScalars.append(unit.base)
      for mark in unit.marks { text.unicodeScalars.append(mark) }
    }
    return text
  }
}
