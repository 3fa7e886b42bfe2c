import Bytes
import RadioModel

/// A table of all keys. The actions, the help, the hints, the manual page and docs/keys.md are made from it.
public struct KeyMap: Equatable, Sendable {
  /// The number of volume points that a key or a step of the wheel changes.
  package static let volumeStep = ViewAction.volumeStep

  /// The rows of ``standard`` at their places, also those without keys, and behind them those of other actions.
  private var allRows: [KeyRow]
  /// The keys that ``change(_:to:)`` changed, with their actions.
  private var changed: [Key: ViewAction?] = [:]

  private init(rows: [KeyRow]) { allRows = rows }

  /// The rows of the table, in the order of the help. A row whose keys the user took away is left out.
  package var rows: [KeyRow] { allRows.filter { !$0.entries.isEmpty } }

  // MARK: The standard

  private static let lists: [PaneKind] = [.stations, .titles, .log]
  private static let louder = ViewAction.command(.changeVolume(by: volumeStep))
  private static let quieter = ViewAction.command(.changeVolume(by: -volumeStep))
  private static let (next, previous) = (ViewAction.command(.next), ViewAction.command(.previous))
  private static let back = ViewAction.seek(by: -ViewAction.timeStep)
  private static let forward = ViewAction.seek(by: ViewAction.timeStep)
  private static let farBack = ViewAction.seek(by: -ViewAction.longTimeStep)
  private static let farForward = ViewAction.seek(by: ViewAction.longTimeStep)

  /// The default keys. The key z has no action yet.
  public static let standard = KeyMap(rows: [
    KeyRow(
      "choose a row of the list", in: lists, [(.up, .move(.up)), (.down, .move(.down))],
      more: [("j", .move(.down)), ("k", .move(.up))]),
    KeyRow(
      "a page up, a page down", in: lists, [(.pageUp, .move(.pageUp)), (.pageDown, .move(.pageDown))],
      unnamed: [(.control(0x02), .move(.pageUp)), (.control(0x06), .move(.pageDown))]),
    KeyRow("half a page up", in: lists, [(.control(0x15), .move(.halfPageUp))]),
    KeyRow("half a page down", in: lists, [(.control(0x04), .move(.halfPageDown))]),
    KeyRow("the first row", in: lists, [(.home, .move(.first))], more: [("g", .move(.first))]),
    KeyRow("the last row", in: lists, [(.end, .move(.last))], more: [("G", .move(.last))]),
    KeyRow("play, open or close a group", in: [.stations], hint: "play", [(.enter, .open)]),
    KeyRow("close, open a group", in: [.stations], [("h", .fold), ("l", .unfold)]),
    KeyRow("play a random station", hint: "random", [("r", .playRandom)]),
    KeyRow("pause, go on", hint: "pause", [(" ", .command(.toggle))], more: [("p", .command(.toggle))]),
    KeyRow("10 s back, forward", [(.left, back), (.right, forward)]),
    KeyRow("60 s back, forward", [("[", farBack), ("]", farForward)]),
    KeyRow(
      "title again, next title", [(",", .command(.seek(.title(-1)))), (".", .command(.seek(.title(1))))]),
    KeyRow("back to live", hint: "live", [("L", .command(.seek(.live)))]),
    KeyRow(
      "volume (also the wheel)", hint: "volume", [("+", louder), ("-", quieter)],
      more: [("0", louder), ("9", quieter)], unnamed: [("=", louder), ("_", quieter)]),
    KeyRow("mute, unmute", hint: "mute", [("m", .command(.toggleMute))]),
    KeyRow(
      "next, previous station", hint: "station", [("n", next), ("b", previous)],
      more: [(">", next), ("<", previous), ("N", previous)]),
    KeyRow("copy the title that plays", hint: "copy", [("y", .copyTitle)]),
    KeyRow("keep the title in a file", hint: "keep", [("w", .keepTitle)]),
    KeyRow(
      "next pane (Shift-Tab: back)", hint: "panes", [(.tab, .stepPane(by: 1))],
      unnamed: [(.backTab, .stepPane(by: -1))]),
    KeyRow(
      "pane by its number",
      PaneKind.allCases.map { (.character(Unicode.Scalar(UInt8(ascii: "0") + UInt8($0.rawValue))), .showPane($0)) }),
    KeyRow(
      "narrower, wider list",
      [("{", .resizeList(by: -ViewAction.columnStep)), ("}", .resizeList(by: ViewAction.columnStep))]),
    KeyRow("filter what is shown", in: lists, hint: "filter", [("/", .filter)]),
    KeyRow("search the directory", hint: "search", [("S", .search)]),
    KeyRow("favourite or not", hint: "favourite", [("f", .toggleFavourite)]),
    KeyRow("add a station", hint: "add", [("a", .add)]),
    KeyRow("edit its name and address", in: [.stations], hint: "edit", [("e", .edit)]),
    KeyRow("edit its tags", in: [.stations], hint: "tags", [("t", .editTags)]),
    KeyRow("delete it (asks)", in: [.stations], hint: "delete", [("d", .delete)]),
    KeyRow(
      "next, previous visualizer", hint: "visualizer", [("v", .stepVisualizer(by: 1)), ("V", .stepVisualizer(by: -1))]
    ),
    KeyRow("stereo, mono", hint: "stereo", [("s", .toggleStereo)]),
    KeyRow("next theme", hint: "theme", [("c", .nextTheme)]),
    KeyRow("visualizer alone", hint: "alone", [("o", .toggleAlone)]),
    KeyRow("show or hide this help", hint: "help", [("?", .toggleHelp)]),
    KeyRow("close, clear the filter", [(.escape, .close)]),
    KeyRow("draw the screen again", [(.control(0x0C), .redraw)]),
    KeyRow("quit", hint: "quit", [("q", .quit)]),
    KeyRow("quit and stop the radio", [("Q", .quitAndStop)]),
    KeyRow("copy the title", in: [.titles], hint: "copy it", [(.enter, .open)]),
    KeyRow("details of the record", in: [.log], hint: "details", [(.enter, .open)]),
    KeyRow("lowest level shown", in: [.log], hint: "level", [("t", .stepLevel)]),
  ])

  /// The texts of the actions that have no key in ``standard``.
  private static let otherEffects: [(action: ViewAction, effect: String)] = [(.command(.stop), "stop")]

  // MARK: Changes

  /// Gives `key` the action with the name `action` in all panes of that action, and takes its other actions away; nil
  /// takes them all away. Throws ``KeyMapError`` for an unknown action, and when the key was changed to another one
  /// before.
  package mutating func change(_ key: Key, to action: String?) throws(KeyMapError) {
    var new: ViewAction?
    if let action {
      guard let known = ViewAction.named.first(where: { $0.name == action }) else {
        throw .unknownAction(CleanText.singleLine(action, limit: 32))
      }
      new = known.action
    }
    if let earlier = changed[key], earlier != new { throw .conflict(key: key.label) }
    changed[key] = .some(new)
    for number in allRows.indices { allRows[number].entries.removeAll { $0.key == key } }
    if let new { add(key, new) }
  }

  private mutating func add(_ key: Key, _ action: ViewAction) {
    let standard = Self.standard.allRows
    for number in allRows.indices where standard.indices.contains(number) {
      if standard[number].entries.contains(where: { $0.action == action }) {
        allRows[number].entries.append(KeyRow.Entry(key: key, action: action, place: .list))
      }
    }
    guard let other = Self.otherEffects.first(where: { $0.action == action }) else { return }
    if let number = allRows.indices.dropFirst(standard.count).first(where: { allRows[$0].effect == other.effect }) {
      allRows[number].entries.append(KeyRow.Entry(key: key, action: action, place: .list))
    } else {
      allRows.append(KeyRow(other.effect, [], more: [(key, action)]))
    }
  }

  // MARK: Keys

  /// Returns what `key` does while `pane` has the keys; nil for a key without an effect there. An upper-case letter that
  /// the table does not list acts as the lower-case one.
  package func action(of key: Key, in pane: PaneKind) -> ViewAction? {
    listedAction(of: key, in: pane) ?? lowered(key).flatMap { listedAction(of: $0, in: pane) }
  }

  /// The label of the first key with this action; nil when the user took its keys away.
  package func label(of action: ViewAction) -> String? {
    allRows.lazy.flatMap(\.entries).first { $0.action == action && $0.place != .nowhere }?.key.label
  }

  /// Returns what to say of a key without an effect while `pane` has the keys.
  package func sentence(ofUnused key: Key) -> String {
    let help = allRows.first { $0.entries.contains { $0.action == .toggleHelp } }?.shortLabel
    let isUsed = allRows.contains { $0.lists(key) || lowered(key).map($0.lists) ?? false }
    let end = help.map { "; \($0) lists them" } ?? ""
    return isUsed ? "\(key.label) does nothing in this pane\(end)" : "no key \(key.label)\(end)"
  }

  /// Returns the lower-case letter of an upper-case one of ASCII that the table does not list in any pane, and that the
  /// user did not take away.
  private func lowered(_ key: Key) -> Key? {
    guard case .character(let letter) = key, "A"..."Z" ~= letter, !changed.keys.contains(key),
      !allRows.contains(where: { $0.lists(key) })
    else { return nil }
    return .character(Unicode.Scalar(UInt8(letter.value) | 0x20))
  }

  private func listedAction(of key: Key, in pane: PaneKind) -> ViewAction? {
    for row in allRows where row.panes.isEmpty || row.panes.contains(pane) {
      if let found = row.entries.first(where: { $0.key == key }) { return found.action }
    }
    return nil
  }
}
