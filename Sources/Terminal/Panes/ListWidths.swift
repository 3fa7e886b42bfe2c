/// The widths that the listener gave the lists, as differences from the usual ones.
package struct ListWidths: Equatable, Sendable {
  /// The number of columns by which each list is wider than usual; a list without an entry has its usual width.
  package private(set) var changes: [PaneKind: Int] = [:]

  /// The largest difference in columns. The layout permits less on most screens.
  package static let maximumChange = 200

  /// Creates the usual widths.
  package init() {}

  /// The number of columns by which `list` is wider than usual.
  package subscript(list: PaneKind) -> Int {
    get { changes[list] ?? 0 }
    set { changes[list] = newValue == 0 ? nil : min(max(newValue, -Self.maximumChange), Self.maximumChange) }
  }

  /// Makes `list` this number of columns wider.
  package mutating func resize(_ list: PaneKind, by columns: Int) { self[list] += columns }
}
