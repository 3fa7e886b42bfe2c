extension KeyMap {
  /// The keys of each pane's hints by their labels, the most important first.
  private static let hintLabels: [PaneKind: [String]] = [
    .stations: ["Enter", "/", "S", "f", "Tab", "?", "q", "space", "+ -", "a", "e", "t", "d", "n b", "m", "o"],
    .nowPlaying: ["space", "+ -", "m", "n b", "?", "q", "s", "v V", "f", "Tab", "c", "o"],
    .titles: ["/", "Tab", "space", "+ -", "?", "q", "n b", "f", "S", "m", "o"],
    .log: ["Enter", "/", "t", "Tab", "?", "q", "space", "+ -", "m", "o"],
  ]
  /// Returns the short list of keys for the row at the bottom while `pane` has the keys, the most important first.
  package static func hints(in pane: PaneKind, hasPanes: Bool) -> [(keys: String, action: String)] {
    (hintLabels[pane] ?? []).compactMap { label -> (keys: String, action: String)? in
      let row = rows.first { $0.label == label && ($0.panes.isEmpty || $0.panes.contains(pane)) }
      guard let row, hasPanes || !row.needsPanes else { return nil }
      return (row.label, row.hint)
    }
  }

  /// All keys with what they do, for texts such as the manual page. `panes` names the panes in which the keys do it, and
  /// is empty for all.
  public static var table: [(keys: String, effect: String, panes: String)] {
    rows.map { ($0.label, $0.effect, $0.panes.map { $0.name.lowercased() }.joined(separator: ", ")) }
  }

  /// One sentence that names the keys, for the help of commands. Made each time that `play` starts, so it is appended to
  /// one string: chains of lazy sequences took 0.8 ms.
  public static var sentence: String {
    var text = "Keys: "
    var separator = ""
    for row in rows where row.label != "Esc" && row.label != "Ctrl-L" {
      // What stands in parentheses is for the help and the manual page.
      var effect = row.effect.utf8.prefix { $0 != UInt8(ascii: "(") }
      while effect.last == UInt8(ascii: " ") { effect.removeLast() }
      text += separator + row.label + " " + String(Substring(effect))
      if row.panes.count == 1 { text += " (" + row.panes[0].name.lowercased() + ")" }
      separator = "; "
    }
    return text + "."
  }

  /// The page docs/keys.md.
  package static var page: String {
    var lines = [
      "# Keys of the radio in the terminal", "",
      "The key `?` shows this list. An upper-case letter that the list does not have is the lower-case one.", "",
      "| keys | effect | panes |", "|---|---|---|",
    ]
    for row in table {
      let keys = row.keys.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
      lines.append("| \(keys) | \(row.effect) | \(row.panes.isEmpty ? "all" : row.panes) |")
    }
    lines += [
      "",
      "Panes: "
        + PaneKind.allCases.map { "`\($0.rawValue)` \($0.name.lowercased())" }.joined(separator: ", ")
        + "; 5 to 8 are free.", "",
      "Mouse: a click chooses a pane or a row, a double click plays the station or shows the record, and the wheel moves a",
      "list. Elsewhere the wheel changes the volume. With Shift most terminals keep the mouse for themselves, to mark text.",
      "",
      "In a dialog Tab goes to the next field, Enter accepts, Esc cancels, Ctrl-U deletes the text before the cursor, and",
      "Ctrl-W the word before it.", "",
    ]
    return lines.joined(separator: "\n")
  }
}
