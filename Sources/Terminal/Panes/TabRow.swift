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

  /// Draws the row. A sign stands before the name of the pane that has the keys.
  static func draw(focus: PaneKind, row: Int, margin: Int, into canvas: inout Canvas) {
    let space = canvas.columns - 2 * margin
    for tab in tabs(columns: space, focus: focus) {
      let hasKeys = tab.pane == focus
      let column = margin + tab.column
      canvas.write(tab.text, row: row, column: column, limit: space - tab.column, style: hasKeys ? .title : .faint)
      if hasKeys {
        let sign: UInt32 = canvas.glyphs.isUTF8 ? 0x25BA : 0x3E
        if column > 0 { canvas.put(sign, row: row, column: column - 1, style: .focusedBorder) }
      }
    }
  }

  /// Returns the pane whose tab is in a column of the screen.
  static func pane(at column: Int, columns: Int, margin: Int, focus: PaneKind) -> PaneKind? {
    tabs(columns: columns - 2 * margin, focus: focus).first { tab in
      tab.column + margin..<tab.column + margin + tab.text.utf8.count ~= column
    }?.pane
  }
}
