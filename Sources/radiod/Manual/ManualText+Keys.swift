import Terminal

extension ManualText {
  /// The section about the keys of the view, from the table of keys.
  static var keys: String {
    var page = Mdoc()
    page.add(".Sh KEYS")
    page.addText(
      "In a terminal the radio has panes: stations, now playing, titles and log. Without a pane's name a key works in "
        + "all of them. An upper-case letter that is not listed is the lower-case one.")
    page.add(".Bl -tag -width \"PgUp PgDn\" -compact")
    for row in KeyMap.table {
      page.add(".It " + row.keys.split(separator: " ").map { "Ic " + key(String($0)) }.joined(separator: " , "))
      let panes = row.panes.isEmpty ? "" : " (\(row.panes))"
      page.addText(row.effect.prefix(1).uppercased() + row.effect.dropFirst() + panes + ".")
    }
    page.add(".El")
    page.add(".Pp")
    page.addText(
      "A click chooses a pane or a row, a double click plays the station or shows the record. The wheel moves a list, and "
        + "changes the volume elsewhere.")
    return page.source
  }

  /// Returns the name of a key as an argument of a macro.
  private static func key(_ name: String) -> String {
    switch name {
    case "\u{2191}": "\\(ua"
    case "\u{2193}": "\\(da"
    case "?", "/": "\\&" + name
    default: Mdoc.escaped(name)
    }
  }
}
