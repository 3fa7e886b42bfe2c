/// A text in the lines in which it floats: large letters, or normal text for what the large letters lack.
struct Lettering: Sendable {
  /// A large letter and its place, in pixels of the font from the upper left corner of the text.
  struct Placed: Sendable {
    var letter: PixelLetter
    var x: Int
    var y: Int
  }

  /// The text.
  let text: String
  /// The large letters of the text; nil when some are not in the font.
  private let letters: [PixelLetter]?
  /// The letters where they stand; empty for normal text.
  private(set) var placed: [Placed] = []
  /// The lines of normal text; empty for large letters.
  private(set) var lines: [TextCells] = []
  /// The width of the widest line, in pixels of the font or in columns.
  private(set) var width = 0
  /// The height of all lines, in pixels of the font or in rows.
  private(set) var height = 0
  /// The factor by which large letters are drawn.
  var scale = 1

  /// The most characters of a text.
  private static let maximumCharacters = 200
  /// The most lines of normal text.
  private static let maximumLines = 12

  /// Creates the lettering of a text of which at most 200 characters are shown.
  init(_ text: String = "") {
    self.text = text
    letters = PixelFont.letters(of: text)
  }

  /// True when the text can be drawn in large letters.
  var hasLetters: Bool { letters != nil }
  /// True when there is nothing to draw.
  var isEmpty: Bool { text.isEmpty }

  /// The width of the longest word in large letters, in pixels.
  var longestWord: Int {
    (letters ?? []).split { $0.isBlank }.map(Self.width).max() ?? 0
  }

  /// The width of the text in one line of large letters, in pixels.
  var lineWidth: Int { Self.width((letters ?? [])[...]) }

  /// Sets the text in large letters: in lines of at most `columns` pixels, centred, or in one line with nil.
  mutating func setLarge(columns: Int?) {
    (placed, lines) = ([], [])
    var rows = [(letters ?? [])[...]]
    if let columns { rows = Self.wrapped(letters ?? [], columns: columns) }
    width = rows.map(Self.width).max() ?? 0
    for (number, row) in rows.enumerated() {
      var x = (width - Self.width(row)) / 2
      for letter in row {
        if !letter.isBlank {
          placed.append(Placed(letter: letter, x: x, y: number * (PixelFont.rows + PixelFont.lineSpacing)))
        }
        x += letter.width + PixelFont.spacing
      }
    }
    height = rows.count * (PixelFont.rows + PixelFont.lineSpacing) - PixelFont.lineSpacing
  }

  /// Sets the text in normal size: in lines of at most `columns` columns, or in one line with nil.
  mutating func setNormal(columns: Int?, isUTF8: Bool) {
    placed = []
    let cells = TextCells(String(text.prefix(Self.maximumCharacters)), isUTF8: isUTF8)
    lines = columns.map { cells.lines(ofColumns: $0, limit: Self.maximumLines, isUTF8: isUTF8) } ?? [cells]
    width = lines.map(\.columns).max() ?? 0
    height = lines.count
  }

  private static func width(_ letters: ArraySlice<PixelLetter>) -> Int {
    max(letters.reduce(0) { $0 + $1.width + PixelFont.spacing } - PixelFont.spacing, 0)
  }

  /// Divides letters into lines at blanks, or within a word that is wider than a line.
  private static func wrapped(_ letters: [PixelLetter], columns: Int) -> [ArraySlice<PixelLetter>] {
    var lines: [ArraySlice<PixelLetter>] = []
    var rest = letters[...]
    while !rest.isEmpty {
      let fitting = rest.endOfLine(
        columns: columns + PixelFont.spacing, width: { $0.width + PixelFont.spacing }, isBlank: \.isBlank)
      let end = max(fitting, rest.startIndex + 1)
      var line = rest[..<end]
      while line.last?.isBlank == true { line.removeLast() }
      lines.append(line)
      rest = rest[end...].drop(while: \.isBlank)
    }
    return lines
  }
}
