/// The filter of a list: what was typed, and whether the keys go into it.
package struct PaneFilter: Equatable, Sendable {
  /// What was typed.
  package private(set) var field = TextField()
  /// True while typed text goes into the field.
  package private(set) var isOpen = false
  /// What to look for.
  package private(set) var query = FuzzyQuery("")

  /// True while the filter needs a row on the screen.
  package var isShown: Bool { isOpen || !query.isEmpty }

  /// Makes typed text go into the field.
  package mutating func open() { isOpen = true }

  /// Stops typing. What was typed stays.
  package mutating func close() { isOpen = false }

  /// Lets everything pass again.
  package mutating func clear() { self = PaneFilter() }

  /// Handles a key of the field. Returns false for a key that does nothing in it.
  package mutating func press(_ key: Key) -> Bool {
    guard field.press(key) else { return false }
    query = FuzzyQuery(field.text)
    return true
  }

  /// Adds pasted text.
  mutating func paste(_ text: String) {
    field.paste(text)
    query = FuzzyQuery(field.text)
  }

  /// Draws the field into a row of blank cells.
  func draw(row: Int, column: Int, columns: Int, into canvas: inout Canvas) {
    canvas.write("/", row: row, column: column, limit: columns, style: isOpen ? .accent : .faint)
    field.draw(row: row, column: column + 2, columns: columns - 2, hasCursor: isOpen, into: &canvas)
  }
}
