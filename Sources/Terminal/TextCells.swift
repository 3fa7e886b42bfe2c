/// Text cut into the cells of a terminal, with nothing in it that a terminal could take for a command or that terminals
/// disagree about: no control or format characters, one emoji for a joined sequence of them, letters for a flag.
package struct TextCells: Sendable {
  /// One cell's worth: a scalar and the marks on it.
  package struct Unit: Equatable, Sendable {
    /// The scalar that takes the room.
    package var base: Unicode.Scalar
    /// Combining marks on it, `marksLimit` at most.
    package var marks: [Unicode.Scalar] = []
    /// 1 or 2.
    package var columns: Int
  }

  /// What is left of the text, in order.
  package private(set) var units: [Unit] = []
  /// Columns that all units take together.
  package private(set) var columns = 0

  /// Marks on one cell beyond this many are dropped.
  private static let marksLimit = 3

  /// The cells of `text`; with `isUTF8` false everything is turned into ASCII, `?` for what has no near letter.
  package init(_ text: String, isUTF8: Bool) {
    var skipsNext = false
    for scalar in text.unicodeScalars {
      if skipsNext {
        skipsNext = false
        continue
      }
      let value = scalar.value
      if value == 0x200D {
        // A zero-width joiner after an emoji: what follows belongs to the same picture.
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

  /// What to write in place of a scalar that must not be written as it is: `.some(nil)` for nothing, nil to keep it.
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

  /// The text cut to `limit` columns: whole if it fits, else its beginning and an ellipsis. Wide characters are not halved.
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
}
