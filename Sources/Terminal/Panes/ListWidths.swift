/// The widths that the listener gave the list beside another pane, by the width of the screen.
package struct ListWidths: Equatable, Sendable {
  /// Screens on which the panes stand in the same way. The raw value is the name under which a width is stored.
  package enum Screen: String, CaseIterable, Sendable {
    /// A list beside the bars.
    case medium
    /// A list, the bars, and titles or log.
    case wide
  }

  /// The width of the list in columns; a screen without an entry has the usual one.
  package private(set) var columns: [Screen: Int] = [:]

  /// The widths that may be stored. The layout permits fewer on most screens.
  private static let range = 1...1000

  /// Creates the usual widths.
  package init() {}

  /// Creates widths from those that were stored by ``stored``; names and numbers that nobody stored are ignored.
  package init(stored: [String: Int]) {
    for (name, columns) in stored {
      if let screen = Screen(rawValue: name), Self.range.contains(columns) { self.columns[screen] = columns }
    }
  }

  /// The widths by the names of their screens.
  package var stored: [String: Int] {
    [String: Int](uniqueKeysWithValues: columns.map { ($0.key.rawValue, $0.value) })
  }

  /// Gives the list of `space` a width, as far as there is room for it.
  package mutating func set(_ columns: Int, in space: ListSpace) {
    self.columns[space.screen] = min(max(columns, space.bounds.lowerBound), space.bounds.upperBound)
  }
}

/// The width of a list beside another pane.
package struct ListSpace: Equatable, Sendable {
  /// The kind of the screen.
  package let screen: ListWidths.Screen
  /// The first column of the list.
  package let firstColumn: Int
  /// The number of columns of the list.
  package let columns: Int
  /// The widths with which no pane disappears.
  package let bounds: ClosedRange<Int>

  /// Creates the width that `widths` has for the screen, or `usual`, within `bounds`.
  init(
    screen: ListWidths.Screen, firstColumn: Int, usual: Int, bounds: ClosedRange<Int>, widths: ListWidths
  ) {
    (self.screen, self.firstColumn, self.bounds) = (screen, firstColumn, bounds)
    columns = min(max(widths.columns[screen] ?? usual, bounds.lowerBound), bounds.upperBound)
  }

  /// The column between the list and the pane beside it, with which a mouse changes the width.
  package var border: Int { firstColumn + columns }
}
