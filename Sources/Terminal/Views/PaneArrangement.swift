/// Which panes a view shows when there is space for some of them only.
package struct PaneArrangement: Equatable, Sendable {
  /// The pane that has the keys.
  package private(set) var focus: PaneKind
  /// The list that stands beside the bars on screens for two panes: the one that had the keys last.
  package private(set) var list = PaneKind.stations
  /// The third pane on screens for three: titles or log.
  package private(set) var side = PaneKind.titles
  /// The widths that the listener gave the list.
  package var widths = ListWidths()
  /// True while the bars are alone.
  package var isAlone = false

  /// Creates an arrangement in which `pane` has the keys.
  package init(focus pane: PaneKind) {
    focus = pane
    show(pane)
  }

  /// Gives the keys to `pane`.
  package mutating func show(_ pane: PaneKind) {
    focus = pane
    isAlone = false
    if pane.isList { list = pane }
    if pane == .titles || pane == .log { side = pane }
  }
}
