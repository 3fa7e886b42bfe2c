/// Text converted to the cells of a terminal. It contains nothing that a terminal could interpret as a command or that
/// terminals display differently: no control or format characters, one emoji for a joined sequence, letters for a flag.
package struct TextCells: Sendable {
  /// The content of one cell: a scalar and its marks.
  package struct Unit: Equatable, Sendable {
    /// The scalar that determines the width.
    package var base: Unicode.Scalar
    /// The combining marks on it, at most `marksLimit`.
    package var marks: [Unicode.Scalar] = []
    /// The width in columns: 1 or 2.
    package var columns: Int
  }

  /// The units of the text, in order.
  package private(set) var units: [Unit] = []
  /// The width of all units in columns.
  package private(set) var columns = 0

  /// The maximum number of marks on one cell; further marks are dropped.
  private static let marksLimit = 3

  /// Converts `text` to cells. With `isUTF8` false everything becomes ASCII, with `?` for a character without a similar
  /// one.
  package init(_ text: String, isUTF8: Bool) {
    var skipsNext = false
    for scalar in text.unicodeScalars {
      if skipsNext {
        skipsNext = false
        continue
      }
      let value = scalar.value
      if value == 0x200D {
        // A zero-width joiner after an emoji: the next scalar belongs to the same emoji.
        skipsNext = units.last?.columns == 2
        continue
      }
      if 0x20..<0x7F ~= value {
        add(scalar, columns: 1)
      } else if let plain = Self.replacement(for: scalar) {
        if let plain { add(plain, columns: 1) }
      } else if isUTF8 {
        let width = CellWidth.of(scalar)
        if width > 0 { add(scalar, columns: width) } else { mark(with: scalar) }
      } else if CellWidth.of(scalar) > 0 {
        for letter in ASCIIFolding.fold(scalar).unicodeScalars { add(letter, columns: 1) }
      }
    }
  }

  /// True for printable ASCII, which has as many columns as bytes on every terminal.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

  /// Returns the columns of `text`.
  static func width(of text: String, isUTF8: Bool) -> Int {
    isPlain(text) ? text.utf8.count : TextCells(text, isUTF8: isUTF8).columns
  }

  /// What is shown, as a text.
  var text: String {
    units.reduce(into: "") { text, unit in
      text.unicodeScalars.append(unit.base)
      text.unicodeScalars.append(contentsOf: unit.marks)
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, columns width: Int) {
    units.append(Unit(base: scalar, columns: width))
    columns += width
  }

  private mutating func mark(with scalar: Unicode.Scalar) {
    guard let last = units.indices.last, units[last].base != " ", units[last].marks.count < Self.marksLimit else {
      return
    }
    units[last].marks.append(scalar)
  }

  /// Returns the replacement of a scalar that must not be written: `.some(nil)` to drop it, nil to keep it.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar?? {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF: return .some(Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41))  // a flag's letters
    case 0x1F3FB...0x1F3FF, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x20E3: return .some(nil)  // skin tones, variations
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control: return .some(0x09...0x0D ~= scalar.value ? " " : nil)
    case .format, .surrogate: return .some(nil)
    case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .some(" ")
    case .privateUse, .unassigned: return .some("?")
    default: return nil
    }
  }

  /// Truncates the text to `limit` columns: longer text ends with an ellipsis. Wide characters are not cut in half.
  package mutating func truncate(toColumns limit: Int, isUTF8: Bool) {
    guard columns > limit else { return }
    let ellipsis: [Unicode.Scalar] = isUTF8 ? ["\u{2026}"] : limit >= 6 ? [".", ".", "."] : ["."]
    while let last = units.last, columns > max(limit - ellipsis.count, 0) {
      columns -= last.columns
      units.removeLast()
    }
    while let last = units.last, last.base == " " {
      columns -= 1
      units.removeLast()
    }
    for dot in ellipsis.prefix(max(limit, 0)) { add(dot, columns: 1) }
  }

  /// Divides the text into lines of at most `columns` columns, at spaces where there are any. Text beyond `limit` lines
  /// is cut with an ellipsis. Returns no lines for a width or a limit of 0.
  package func lines(ofColumns columns: Int, limit: Int, isUTF8: Bool) -> [TextCells] {
    guard columns > 0, limit > 0 else { return [] }
    var lines: [TextCells] = []
    var rest = units[...]
    while lines.count < limit - 1, rest.reduce(0, { $0 + $1.columns }) > columns {
      let end = rest.endOfLine(columns: columns, width: \.columns) { $0.base == " " }
      // A unit wider than a whole line would make the loop endless.
      guard end > rest.startIndex else { break }
      lines.append(TextCells(rest[..<end]))
      rest = rest[end...].drop { $0.base == " " }
    }
    var last = TextCells(rest)
    last.truncate(toColumns: columns, isUTF8: isUTF8)
    return lines + [last]
  }

  /// Returns the units that lie wholly in the `limit` columns from `first` on, which may be negative, and the distance of
  /// the first of them from `first`.
  package func part(from first: Int, columns limit: Int) -> (text: TextCells, offset: Int) {
    var part = TextCells("", isUTF8: true)
    var (column, offset) = (-first, 0)
    for unit in units {
      if column >= 0, column + unit.columns <= limit {
        if part.units.isEmpty { offset = column }
        part.units.append(unit)
        part.columns += unit.columns
      }
      column += unit.columns
      if column >= limit { break }
    }
    return (part, offset)
  }

  private init(_ units: ArraySlice<Unit>) {
    self.units = Array(units)
    while self.units.last?.base == " " { self.units.removeLast() }
    columns = self.units.reduce(0) { $0 + $1.columns }
  }
}
