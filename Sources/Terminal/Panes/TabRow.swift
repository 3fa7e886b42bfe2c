/// The row with the panes' numbers and names.
package enum TabRow {
  /// Returns the text of each pane's tab and its first column, counted from that of the row. Where the names do not all
  /// fit, only the pane that has the keys shows its own.
  package static func tabs(columns: Int, focus: PaneKind) -> [(pane: PaneKind, text: String, column: Int)] {
    let whole = PaneKind.allCases.map { "\($0.rawValue) \($0.name)" }
    let distance = 3
    let isWide = whole.reduce(0) { $0 + $1.utf8.count } + distance * (whole.count - 1) <= columns
    var tabs: [(pane: PaneKind, text: String, column: Int)] = []
    var column = 0
    for pane in PaneKind.allCases {
      let text = isWide || pane == focus ? whole[pane.rawValue - 1] : "\(pane.rawValue)"
      tabs.append((pane, text, column))
      column += text.utf8.count + distance
    }
    return tabs
  }

  /// Draws the row into its place. A sign stands before the name of the pane that has the keys.
  static func draw(focus: PaneKind, in place: Region, into canvas: inout Canvas) {
    for tab in tabs(columns: place.columns, focus: focus) {
      let hasKeys = tab.pane == focus
      let column = place.column + tab.column
      canvas.write(
        tab.text, row: place.row, column: column, limit: place.columns - tab.column, style: hasKeys ? .title : .faint)
      if hasKeys {
        let sign: UInt32 = canvas.glyphs.isUTF8 ? 0x25BA : 0x3E
        if column > 0 { canvas.put(sign, row: place.row, column: column - 1, style: .focusedBorder) }
      }
    }
  }

  /// Returns the pane whose tab is in a column of the screen.
  static func pane(at column: Int, in place: Region, focus: PaneKind) -> PaneKind? {
    tabs(columns: place.columns, focus: focus).first { tab in
      tab.column..<tab.column + tab.text.utf8.count ~= column - place.column
    }?.pane
  }
}
