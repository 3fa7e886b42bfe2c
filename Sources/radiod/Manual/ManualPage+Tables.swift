import Terminal

// The parts that come from tables: keys and exit codes.
extension ManualPage {
  /// The keys of the view, as items of a list.
  static var keys: String {
    var page = Mdoc()
    for row in KeyMap.standard.table {
      page.add(".It " + row.keys.split(separator: " ").map { "Ic " + key(String($0)) }.joined(separator: " , "))
      let panes = row.panes.isEmpty ? "" : " (\(row.panes))"
      page.addText(row.effect.prefix(1).uppercased() + row.effect.dropFirst() + panes + ".")
    }
    return page.source
  }

  /// Returns the name of a key as an argument of a macro.
  private static func key(_ name: String) -> String {
    switch name {
    case "\u{2190}": "\\(<-"
    case "\u{2191}": "\\(ua"
    case "\u{2192}": "\\(->"
    case "\u{2193}": "\\(da"
    // Marks that a macro would take for punctuation.
    case "?", "/", "[", "]", ",", ".": "\\&" + name
    default: Mdoc.escaped(name)
    }
  }

  /// The exit codes, as items of a list.
  static var exitCodes: String {
    var page = Mdoc()
    for row in ExitCodes.table {
      page.add(".It \(row.code)")
      page.addMarkdown(row.text.prefix(1).uppercased() + row.text.dropFirst() + ".")
    }
    return page.source
  }
}
