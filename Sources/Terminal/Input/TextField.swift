import Bytes

/// A line of text that is typed, with a cursor.
package struct TextField: Equatable, Sendable {
  /// The characters.
  private(set) var characters: [Character]
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// True while the whole text is selected: what is typed or pasted next replaces it.
  package private(set) var isSelected = false

  /// The maximum number of characters.
  package static let maximumLength = 1000
  /// The maximum number of scalars of one character: a letter and its marks.
  private static let maximumScalars = 32

  /// Creates a field with a clean line of `text` in it, and the cursor at its end. With `isSelected` the text is
  /// selected, if there is one.
  package init(_ text: String = "", isSelected: Bool = false) {
    characters = Array(CleanText.singleLine(text, limit: Self.maximumLength))
    cursor = characters.count
    self.isSelected = isSelected && !characters.isEmpty
  }

  /// The text.
  package var text: String { String(characters) }

  /// Handles a key. Returns false for a key that does nothing in a field.
  package mutating func press(_ key: Key) -> Bool {
    if isSelected {
      switch key {
      case .backspace, .delete, .control(0x15), .control(0x17):
        removeSelected()
        return true
      case .character(let scalar): if !scalar.isUnprintable { removeSelected() }
      case .left, .right, .home, .end: isSelected = false
      default: break
      }
    }
    switch key {
    case .character(let scalar): insert(scalar)
    case .backspace: delete(from: cursor - 1, to: cursor)
    case .delete: delete(from: cursor, to: cursor + 1)
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .control(0x15): delete(from: 0, to: cursor)  // Ctrl-U
    case .control(0x17): delete(from: wordStart, to: cursor)  // Ctrl-W
    default: return false
    }
    return true
  }

  /// Inserts pasted text at the cursor, as far as it fits.
  package mutating func paste(_ text: String) {
    if isSelected { removeSelected() }
    let added = Array(CleanText.singleLine(text, limit: Self.maximumLength)).prefix(
      Self.maximumLength - characters.count)
    characters.insert(contentsOf: added, at: cursor)
    cursor += added.count
  }

  private mutating func removeSelected() { self = TextField() }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    guard !scalar.isUnprintable else { return }
    if cursor > 0, scalar.value >= 0x300 {
      // A mark becomes a part of the character before it.
      let before = characters[cursor - 1]
      var joined = String(before)
      joined.unicodeScalars.append(scalar)
      if joined.count == 1 {
        if before.unicodeScalars.count < Self.maximumScalars { characters[cursor - 1] = Character(joined) }
        return
      }
    }
    guard characters.count < Self.maximumLength else { return }
    characters.insert(Character(scalar), at: cursor)
    cursor += 1
  }

  private mutating func delete(from start: Int, to end: Int) {
    let range = max(start, 0)..<min(end, characters.count)
    characters.removeSubrange(range)
    if cursor >= range.upperBound { cursor -= range.count }
  }

  /// The beginning of the word before the cursor, with the blanks after it.
  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  /// Draws the field into `columns` cells of a row: the part around the cursor when the text is wider. Without
  /// `hasCursor` it draws the beginning. A selected text is reversed.
  package func draw(row: Int, column: Int, columns: Int, hasCursor: Bool, into canvas: inout Canvas) {
    guard columns > 0 else { return }
    canvas.fill(0x20, row: row, column: column, count: columns, style: .plain)
    var first = 0
    if hasCursor {
      // One cell stays free for the cursor at the end of the text.
      var width = 0
      first = cursor
      while first > 0 {
        width += canvas.width(of: String(characters[first - 1]))
        if width > columns - 2 { break }
        first -= 1
      }
    }
    var place = 0
    var index = first
    while place < columns, index <= characters.count {
      let isCursor = hasCursor && index == cursor
      let text = index < characters.count ? String(characters[index]) : " "
      let width = canvas.width(of: text)
      if index == characters.count, !isCursor { break }
      guard place + width <= columns else { break }
      let style = isCursor || hasCursor && isSelected ? Style.plain.reversed : .plain
      if width == 0 { if isCursor { canvas.put(0x20, row: row, column: column + place, style: style) } }
      place += canvas.write(text, row: row, column: column + place, limit: columns - place, style: style)
      index += 1
    }
  }
}
