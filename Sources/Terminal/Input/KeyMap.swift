import RadioModel

/// The table of all keys. The actions, the help, the hints, the manual page and docs/keys.md are made from it.
public enum KeyMap {
  /// The number of volume points that a key or a step of the wheel changes.
  package static let volumeStep = 5

  private static let lists: [PaneKind] = [.stations, .titles, .log]
  private static let louder = ViewAction.command(.changeVolume(by: volumeStep))
  private static let quieter = ViewAction.command(.changeVolume(by: -volumeStep))

  /// The rows of the table, in the order of the help.
  package static let rows: [KeyRow] = [
    KeyRow("\u{2191} \u{2193}", "choose a row of the list", in: lists, [(.up, .move(.up)), (.down, .move(.down))]),
    KeyRow(
      "PgUp PgDn", "a page up, a page down", in: lists, [(.pageUp, .move(.pageUp)), (.pageDown, .move(.pageDown))]),
    KeyRow("Home End", "the first row, the last row", in: lists, [(.home, .move(.first)), (.end, .move(.last))]),
    KeyRow("Enter", "play, open or close a group", in: [.stations], hint: "play", [(.enter, .open)]),
    KeyRow("Enter", "details of the record", in: [.log], hint: "details", [(.enter, .open)]),
    KeyRow("space", "stop, resume", hint: "stop", [(" ", .command(.toggle))]),
    KeyRow(
      "+ -", "volume (also the wheel)", hint: "volume", [("+", louder), ("-", quieter), ("=", louder), ("_", quieter)]),
    KeyRow("m", "mute, unmute", hint: "mute", [("m", .command(.toggleMute))]),
    KeyRow("n b", "next, previous station", hint: "station", [("n", .command(.next)), ("b", .command(.previous))]),
    KeyRow(
      "Tab", "next pane (Shift-Tab: back)", hint: "panes", [(.tab, .stepPane(by: 1)), (.backTab, .stepPane(by: -1))]
    ),
    KeyRow(
      "1-8", "pane by its number",
      PaneKind.allCases.map { (.character(Unicode.Scalar(UInt8(ascii: "0") + UInt8($0.rawValue))), .showPane($0)) }),
    KeyRow("/", "filter what is shown", in: lists, hint: "filter", [("/", .filter)]),
    KeyRow("S", "search the directory", hint: "search", [("S", .search)]),
    KeyRow("f", "favourite or not", hint: "favourite", [("f", .toggleFavourite)]),
    KeyRow("a", "add a station", hint: "add", [("a", .add)]),
    KeyRow("e", "edit its name and address", in: [.stations], hint: "edit", [("e", .edit)]),
    KeyRow("t", "edit its tags", in: [.stations], hint: "tags", [("t", .editTags)]),
    KeyRow("t", "least level shown", in: [.log], hint: "level", [("t", .stepLevel)]),
    KeyRow("d", "delete it (asks)", in: [.stations], hint: "delete", [("d", .delete)]),
    KeyRow(
      "v V", "next, previous visualizer", hint: "visualizer",
      [("v", .stepVisualizer(by: 1)), ("V", .stepVisualizer(by: -1))]),
    KeyRow("s", "stereo, mono", hint: "stereo", [("s", .toggleStereo)]),
    KeyRow("c", "next theme", hint: "theme", [("c", .nextTheme)]),
    KeyRow("o", "visualizer alone", hint: "alone", [("o", .toggleAlone)]),
    KeyRow("?", "show or hide this help", hint: "help", [("?", .toggleHelp)]),
    KeyRow("Esc", "close, clear the filter", [(.escape, .close)]),
    KeyRow("Ctrl-L", "draw the screen again", [(.control(0x0C), .redraw)]),
    KeyRow("q", "quit", hint: "quit", [("q", .quit)]),
    KeyRow("Q", "quit and stop the radio", [("Q", .quitAndStop)]),
  ]

  /// Returns what `key` does while `pane` has the keys; nil for a key without an effect there. An upper-case letter that
  /// the table does not list is the lower-case one.
  package static func action(of key: Key, in pane: PaneKind) -> ViewAction? {
    listedAction(of: key, in: pane) ?? lowered(key).flatMap { listedAction(of: $0, in: pane) }
  }

  /// Returns the lower-case letter of an upper-case one of ASCII that the table does not list in any pane.
  static func lowered(_ key: Key) -> Key? {
    guard case .character(let letter) = key, "A"..."Z" ~= letter, !rows.contains(where: { $0.lists(key) }) else {
      return nil
    }
    return .character(Unicode.Scalar(UInt8(letter.value) | 0x20))
  }

  private static func listedAction(of key: Key, in pane: PaneKind) -> ViewAction? {
    for row in rows where row.panes.isEmpty || row.panes.contains(pane) {
      if let found = row.keys.first(where: { $0.key == key }) { return found.action }
    }
    return nil
  }
}
