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

  /// Creates widths from those that were stored by ``stored``; other names and numbers are ignored.
  package init(stored: [String: Int]) {
    for (name, columns) in stored {
      if let screen = Screen(rawValue: name), Self.range.contains(columns) { self.columns[screen] = columns }
    }
  }

  /// The widths by the names of their screens.
  package var stored: [String: Int] {
    [String: Int](uniqueKeysWithValues: columns.map { ($0.key.rawValue, $0.value) })
  }

  /// Gives the list of `space` a width, as far as there is space for it.
  package mutating func set(_ columns: Int, in space: ListSpace) {
    self.columns[space.screen] = min(max(columns, space.bounds.lowerBound), space.bounds.upperBound)
  }
}
