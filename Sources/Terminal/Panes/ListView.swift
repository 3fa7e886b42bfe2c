/// The position in a list that is longer than its place on the screen: the chosen row and the first visible one. A row
/// takes one or more lines.
package struct ListView: Equatable, Sendable {
  /// The number of rows of the list.
  package private(set) var count = 0
  /// The number of lines that are visible.
  package private(set) var height = 0
  /// The number of the chosen row; 0 in an empty list.
  package private(set) var chosen = 0
  /// The number of the first visible row.
  package private(set) var top = 0

  /// The line after each row, counted from the first line of the list. Rows behind the last entry have one line each.
  private var ends: [Int] = []

  /// The rows that a step of the wheel moves.
  private static let wheelStep = 3

  /// Creates an empty list.
  package init() {}

  /// The numbers of the visible rows. Of the last one, and of one that is higher than the list's place, only the first
  /// lines may be visible.
  package var visible: Range<Int> {
    var end = top
    while end < count, firstLine(ofRow: end) - firstLine(ofRow: top) < height { end += 1 }
    return top..<end
  }
  /// True when the last row is chosen, or there is none.
  package var isAtEnd: Bool { chosen >= count - 1 }
  /// The number of lines of all rows.
  package var lineCount: Int { firstLine(ofRow: count) }

  /// Returns the number of lines above a row; for `count` the number of all lines.
  package func firstLine(ofRow row: Int) -> Int {
    let known = min(max(row, 0), ends.count)
    return (known > 0 ? ends[known - 1] : 0) + max(row - known, 0)
  }

  /// Returns the number of lines of a row.
  package func lines(ofRow row: Int) -> Int { firstLine(ofRow: row + 1) - firstLine(ofRow: row) }

  /// Sets the number of rows and chooses `row`, as far as there is one.
  package mutating func setCount(_ count: Int, choosing row: Int) {
    self.count = max(count, 0)
    if ends.count > self.count { ends.removeLast(ends.count - self.count) }
    choose(row)
  }

  /// Sets the number of visible lines, and the number of lines of each row; without `lines` each has one.
  package mutating func setHeight(_ height: Int, lines: [Int] = []) {
    var end = 0
    let new = lines.prefix(count).map { rows in
      end += max(rows, 1)
      return end
    }
    guard self.height != max(height, 0) || ends != new else { return }
    self.height = max(height, 0)
    ends = new
    choose(chosen)
  }

  /// Chooses a row, or the nearest one there is, and makes it visible.
  package mutating func choose(_ row: Int) {
    chosen = min(max(row, 0), max(count - 1, 0))
    if chosen < top { top = chosen }
    if height > 0, count > 0 { top = max(top, firstRow(beforeEndOf: chosen)) }
    boundTop()
  }

  private mutating func boundTop() {
    top = min(max(top, 0), count == 0 ? 0 : height > 0 ? firstRow(beforeEndOf: count - 1) : count)
  }

  /// Returns the first row from which all rows to `last` are visible; `last` itself when it is higher than the place.
  private func firstRow(beforeEndOf last: Int) -> Int {
    var row = last
    let end = firstLine(ofRow: last + 1)
    while row > 0, end - firstLine(ofRow: row - 1) <= height { row -= 1 }
    return row
  }

  /// Chooses another row.
  package mutating func move(_ move: ListMove) {
    switch move {
    case .up: choose(chosen - 1)
    case .down: choose(chosen + 1)
    case .pageUp: moveUp(lines: height - 1)
    case .pageDown: moveDown(lines: height - 1)
    case .halfPageUp: moveUp(lines: height / 2)
    case .halfPageDown: moveDown(lines: height / 2)
    case .first: choose(0)
    case .last: choose(count - 1)
    }
  }

  /// Chooses the row that begins this number of lines farther down, at least the next one.
  private mutating func moveDown(lines: Int) {
    let limit = firstLine(ofRow: chosen) + lines
    var row = chosen + 1
    while row < count - 1, firstLine(ofRow: row + 1) <= limit { row += 1 }
    choose(row)
  }

  /// Chooses the row that begins this number of lines farther up, at least the one before.
  private mutating func moveUp(lines: Int) {
    let limit = firstLine(ofRow: chosen) - lines
    var row = chosen - 1
    while row > 0, firstLine(ofRow: row - 1) >= limit { row -= 1 }
    choose(row)
  }

  /// Moves the list by one step of the wheel; the chosen row stays visible.
  package mutating func scroll(down: Bool) {
    top += down ? Self.wheelStep : -Self.wheelStep
    boundTop()
    let shown = visible
    let isCut = shown.count > 1 && firstLine(ofRow: shown.upperBound) - firstLine(ofRow: top) > height
    chosen = min(max(chosen, top), max(shown.upperBound - (isCut ? 2 : 1), 0))
  }

  /// Returns the number of the row that is shown `offset` lines below the first visible one; nil when there is none.
  package func row(at offset: Int) -> Int? {
    guard 0..<height ~= offset else { return nil }
    return visible.first { firstLine(ofRow: $0 + 1) - firstLine(ofRow: top) > offset }
  }
}
