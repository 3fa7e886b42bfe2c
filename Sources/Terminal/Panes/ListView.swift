/// The position in a list that is longer than its place on the screen: the chosen row and the first visible one.
package struct ListView: Equatable, Sendable {
  /// The number of rows of the list.
  package private(set) var count = 0
  /// The number of rows that are visible.
  package private(set) var height = 0
  /// The number of the chosen row; 0 in an empty list.
  package private(set) var chosen = 0
  /// The number of the first visible row.
  package private(set) var top = 0

  /// The rows that a step of the wheel moves.
  private static let wheelStep = 3

  /// Creates an empty list.
  package init() {}

  /// The numbers of the visible rows.
  package var visible: Range<Int> { top..<min(top + height, count) }
  /// True when the last row is chosen, or there is none.
  package var isAtEnd: Bool { chosen >= count - 1 }

  /// Sets the number of rows and chooses `row`, as far as there is one.
  package mutating func setCount(_ count: Int, choosing row: Int) {
    self.count = max(count, 0)
    choose(row)
  }

  /// Sets the number of visible rows.
  package mutating func setHeight(_ height: Int) {
    guard self.height != max(height, 0) else { return }
    self.height = max(height, 0)
    choose(chosen)
  }

  /// Chooses a row, or the nearest one there is, and makes it visible.
  package mutating func choose(_ row: Int) {
    chosen = min(max(row, 0), max(count - 1, 0))
    if chosen < top { top = chosen }
    if height > 0, chosen >= top + height { top = chosen - height + 1 }
    top = min(max(top, 0), max(count - height, 0))
  }

  /// Chooses another row.
  package mutating func move(_ move: ListMove) {
    switch move {
    case .up: choose(chosen - 1)
    case .down: choose(chosen + 1)
    case .pageUp: choose(chosen - max(height - 1, 1))
    case .pageDown: choose(chosen + max(height - 1, 1))
    case .halfPageUp: choose(chosen - max(height / 2, 1))
    case .halfPageDown: choose(chosen + max(height / 2, 1))
    case .first: choose(0)
    case .last: choose(count - 1)
    }
  }

  /// Moves the list by one step of the wheel; the chosen row stays visible.
  package mutating func scroll(down: Bool) {
    top = min(max(top + (down ? Self.wheelStep : -Self.wheelStep), 0), max(count - height, 0))
    chosen = min(max(chosen, top), max(min(top + height, count) - 1, 0))
  }

  /// Returns the number of the row that is shown `offset` rows below the first visible one; nil when there is none.
  package func row(at offset: Int) -> Int? { offset >= 0 && visible.contains(top + offset) ? top + offset : nil }
}
