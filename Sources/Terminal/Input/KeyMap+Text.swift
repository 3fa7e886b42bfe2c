import RadioModel

extension KeyMap {
  /// The actions of each pane's hints, the most important first.
  private static let hintActions: [PaneKind: [ViewAction]] = [
    .stations: [
      .open, .filter, .search, .command(.toggle), .stepPane(by: 1), .toggleHelp, .quit, .toggleFavourite, louder, .add,
      .edit, .editTags, .delete, .command(.next), .command(.toggleMute), .toggleAlone, .playRandom,
    ],
    .nowPlaying: [
      .command(.toggle), louder, .command(.toggleMute), .command(.next), .toggleHelp, .quit, .toggleStereo,
      .stepVisualizer(by: 1), .keepTitle, .toggleFavourite, .stepPane(by: 1), .nextTheme, .toggleAlone, .copyTitle,
      .command(.seek(.live)),
    ],
    .titles: [
      .open, .filter, .keepTitle, .stepPane(by: 1), .toggleHelp, .quit, .command(.toggle), louder, .command(.next),
      .toggleFavourite, .search, .command(.toggleMute), .toggleAlone,
    ],
    .log: [
      .open, .filter, .stepLevel, .stepPane(by: 1), .toggleHelp, .quit, .command(.toggle), louder,
      .command(.toggleMute), .toggleAlone,
    ],
  ]
  private static let louder = ViewAction.command(.changeVolume(by: volumeStep))

  /// What the hints of a list keep where those of the moment come before them.
  private static let keptActions: [ViewAction] = [.filter, .stepPane(by: 1), .toggleHelp, .quit]

  /// Returns the actions of the hints in `pane`: behind the first one those that the moment asks for.
  private static func hintActions(in pane: PaneKind, _ state: HintState) -> [ViewAction] {
    let usual = hintActions[pane] ?? []
    let now: [ViewAction] =
      (state.isBehind ? [.command(.seek(.live))] : []) + (state.isTunedIn ? [] : [.command(.toggle)])
    guard let first = usual.first, !now.isEmpty else { return usual }
    let kept = pane.isList ? usual.filter(keptActions.contains) : []
    return ([first] + now + kept + usual).reduce(into: []) { all, action in
      if !all.contains(action) { all.append(action) }
    }
  }

  /// Returns the short list of keys for the row at the bottom while `pane` has the keys, the most important first.
  package func hints(
    in pane: PaneKind, hasPanes: Bool, state: HintState = HintState()
  ) -> [(keys: String, action: String)] {
    Self.hintActions(in: pane, state).compactMap { action -> (keys: String, action: String)? in
      let row = rows.first { row in
        (row.panes.isEmpty || row.panes.contains(pane)) && !row.shortLabel.isEmpty
          && row.entries.contains { $0.action == action }
      }
      guard let row, hasPanes || !row.needsPanes else { return nil }
      return (row.shortLabel, action == .command(.toggle) ? state.toggle : row.hint)
    }
  }

  /// All keys with what they do, for texts such as the manual page. `panes` names the panes in which the keys do it, and
  /// is empty for all; `actions` are the names of config.json.
  public var table: [(keys: String, effect: String, panes: String, actions: [String])] {
    rows.filter { !$0.label.isEmpty }.map { row in
      (row.label, row.effect, row.panes.map { $0.name.lowercased() }.joined(separator: ", "), row.actionNames)
    }
  }

  /// The page docs/keys.md.
  package var page: String {
    var lines = [
      "# Keys of the radio in the terminal", "",
      "The key `?` shows this list. Other upper-case letters act as lower-case. The key `z` is free.",
      "Ctrl-B and Ctrl-F are `PgUp` and `PgDn`; `←` and `→` do the same with Shift and with Ctrl.", "",
      "| keys | effect | panes | actions |", "|---|---|---|---|",
    ]
    for row in table {
      let keys = row.keys.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
      let actions = row.actions.map { "`\($0)`" }.joined(separator: " ")
      lines.append("| \(keys) | \(row.effect) | \(row.panes.isEmpty ? "all" : row.panes) | \(actions) |")
    }
    lines += [
      "",
      "`w` keeps the title that is heard: from its beginning to its end, in a file of its own. Among the titles it keeps the",
      "chosen one, as long as a point stands before it: its sound is still in memory then.", "",
      "Panes: "
        + PaneKind.allCases.map { "`\($0.rawValue)` \($0.name.lowercased())" }.joined(separator: ", ") + ".", "",
      "`y` needs a terminal that takes texts for its clipboard (OSC 52), as kitty, WezTerm, foot, iTerm2 and Alacritty do; in",
      "tmux `set -g set-clipboard on`.", "",
      "## Own keys", "",
      "`keys` of `view` in [config.json](settings.md) gives a key another action, or none:", "",
      "    {\"view\": {\"keys\": {\"x\": \"stop\", \"f\": null, \"ctrl-k\": \"random\"}}}", "",
      "The actions are those of the table, and `stop`. A key is one character or one of `space`, `enter`, `tab`, `shift-tab`,",
      "`esc`, `backspace`, `delete`, `up`, `down`, `left`, `right`, `home`, `end`, `pageup`, `pagedown`, `f1` to `f12`,",
      "`ctrl-a` to `ctrl-z`. The terminal keeps `ctrl-c`, `ctrl-q`, `ctrl-s` and `ctrl-z`. The keys of dialogs do not",
      "change.", "",
      "## Mouse and dialogs", "",
      "Mouse: a click chooses a pane or a row, a double click plays the station or shows the record, and the wheel moves a",
      "list. Elsewhere the wheel changes the volume. The border of the list can be dragged; a click on the volume's bar sets",
      "the volume, one on the state pauses and goes on, and the keys in the last row act as keys. With Shift most terminals",
      "keep the mouse for themselves, to mark text.",
      "",
      "In a dialog Tab goes to the next field, Enter accepts, Esc cancels, Ctrl-U deletes the text before the cursor, and",
      "Ctrl-W the word before it.", "",
    ]
    return lines.joined(separator: "\n")
  }
}
