/// A bitmap font of letters up to 5 pixels wide: ASCII, Latin-1, and Latin letters with the usual marks.
package enum PixelFont {
  /// The height of a letter in pixels: three rows for a mark, seven above the base line, one below it.
  static let rows = 11
  /// The row in the middle of a capital letter.
  static let middleRow = 6.5
  /// The free pixels between two letters.
  static let spacing = 1
  /// The free pixels between two lines.
  static let lineSpacing = 1

  /// The pixels in a row of a drawing.
  private static let columns = 5
  /// The rows above a drawing, for a mark.
  private static let rowsAbove = 3
  /// The most letters of a text that are drawn, and the most scalars that are read.
  private static let maximumLetters = 200
  private static let maximumScalars = 1000

  /// Returns the letters of `text`, at most 200. Symbols that are not in the font, such as emoji, are left out. Returns
  /// nil when the text has a letter or a digit that the font has not, and when nothing is left of it.
  package static func letters(of text: String) -> [PixelLetter]? {
    var letters: [PixelLetter] = []
    for character in String(text.unicodeScalars.prefix(maximumScalars)) {
      if letters.count >= maximumLetters { break }
      if character.isWhitespace {
        if letters.last.map({ !$0.isBlank }) ?? false { letters.append(.blank) }
      } else if let letter = table[character] {
        letters.append(letter)
      } else if let text = expansion(of: character) {
        letters += text.compactMap { table[$0] }
      } else if character.isLetter || character.isNumber {
        return nil
      }
    }
    if letters.last?.isBlank == true { letters.removeLast() }
    return letters.isEmpty ? nil : letters
  }

  /// Characters that are drawn as several others.
  private static let expansions: [Character: String] = [
    "ª": "a", "º": "o", "¹": "1", "²": "2", "³": "3", "¼": "1/4", "½": "1/2", "¾": "3/4", "¯": "-", "¨": "\"", "¸": ",",
  ]

  private static func expansion(of character: Character) -> String? {
    if let text = expansions[character] { return text }
    guard let scalar = character.unicodeScalars.first else { return nil }
    let text = ASCIIFolding.fold(scalar)
    return text == "?" ? nil : text
  }

  /// The letters by their characters, which compare by canonical equivalence: a base letter with a combining mark finds
  /// the composed letter.
  private static let table: [Character: PixelLetter] = {
    var drawings: [Character: UInt64] = [:]
    for group in PixelFontArt.groups {
      let rows = group.rows.split(separator: "\n").map { Array($0.utf8) }
      for (number, character) in group.characters.enumerated() {
        var pixels: UInt64 = 0
        for (row, line) in rows.enumerated() {
          pixels |= bits(line.dropFirst(number * (columns + 1)).prefix(columns), row: rowsAbove + row)
        }
        drawings[character] = pixels
      }
    }
    var table = drawings.mapValues(trimmed)
    // A mark takes the place of the dot.
    let dotless: [Character: Character] = ["i": "ı", "j": "ȷ"]
    for letter in drawings.keys where letter.isLetter {
      guard let base = drawings[dotless[letter] ?? letter] else { continue }
      let top: Int = (0..<rows).first { (line: Int) -> Bool in row(of: base, line) != 0 } ?? rowsAbove
      func add(_ mark: Unicode.Scalar, _ pixels: UInt64) {
        var scalars = letter.unicodeScalars
        scalars.append(mark)
        table[Character(String(scalars))] = trimmed(base | pixels)
      }
      for mark in PixelFontArt.marksAbove where top >= rowsAbove {
        let upper: UInt64 = bits(mark.upper.utf8, row: top - rowsAbove)
        let lower: UInt64 = bits(mark.lower.utf8, row: top - rowsAbove + 1)
        add(mark.mark, upper | lower)
      }
      for mark in PixelFontArt.marksBelow { add(mark.mark, bits(mark.row.utf8, row: rows - 1)) }
    }
    return table
  }()

  /// Returns the pixels of a row of a drawing.
  private static func bits(_ drawing: some Sequence<UInt8>, row: Int) -> UInt64 {
    var bits: UInt64 = 0
    for (column, byte) in drawing.enumerated() where byte == UInt8(ascii: "#") {
      bits |= 1 << UInt64(row * columns + column)
    }
    return bits
  }

  /// Returns the pixels of a row in the lowest five bits.
  static func row(of pixels: UInt64, _ row: Int) -> UInt64 { pixels >> UInt64(row * columns) & 0x1F }

  /// Returns the letter without the free columns at its sides.
  private static func trimmed(_ pixels: UInt64) -> PixelLetter {
    let used = (0..<rows).reduce(UInt64(0)) { $0 | row(of: pixels, $1) }
    guard used != 0 else { return .blank }
    let left = used.trailingZeroBitCount
    // No pixel is left of column `left`, so none moves into another row.
    return PixelLetter(pixels: pixels >> UInt64(left), width: UInt64.bitWidth - used.leadingZeroBitCount - left)
  }
}
