import Foundation
import RadioModel
import Terminal
import Testing

@Suite("The table of keys")
struct KeyMapTests {
  @Test(
    "each key does what the issue says",
    arguments: [
      ("\u{20}", .command(.toggle)), ("+", .command(.changeVolume(by: 5))), ("-", .command(.changeVolume(by: -5))),
      ("m", .command(.toggleMute)), ("M", .command(.toggleMute)), ("n", .command(.next)), ("b", .command(.previous)),
      ("B", .command(.previous)), ("1", .showPane(.stations)), ("2", .showPane(.nowPlaying)), ("3", .showPane(.titles)),
      ("4", .showPane(.log)), ("5", nil), ("8", nil), ("/", .filter), ("S", .search), ("s", .toggleStereo),
      ("f", .toggleFavourite), ("F", .toggleFavourite), ("a", .add), ("e", .edit), ("t", .editTags), ("d", .delete),
      ("D", .delete), ("v", .stepVisualizer(by: 1)), ("V", .stepVisualizer(by: -1)), ("c", .nextTheme),
      ("C", .nextTheme), ("o", .toggleAlone), ("?", .toggleHelp), ("q", .quit), ("Q", .quitAndStop),
      // Free for later, and keys that moved.
      ("[", nil), ("]", nil), (",", nil), (".", nil), ("g", nil), ("w", nil), ("l", nil), ("z", nil), ("0", nil),
      ("9", nil), ("p", nil), ("h", nil),
    ] as [(Unicode.Scalar, ViewAction?)])
  func letters(key: Unicode.Scalar, action: ViewAction?) {
    #expect(KeyMap.action(of: .character(key), in: .stations) == action)
  }

  @Test(
    "keys of the list move in every list, and nowhere else",
    arguments: [
      (.up, .move(.up)), (.down, .move(.down)), (.pageUp, .move(.pageUp)), (.pageDown, .move(.pageDown)),
      (.home, .move(.first)), (.end, .move(.last)),
    ] as [(Key, ViewAction)])
  func lists(key: Key, action: ViewAction) {
    for pane in [PaneKind.stations, .titles, .log] { #expect(KeyMap.action(of: key, in: pane) == action) }
    #expect(KeyMap.action(of: key, in: .nowPlaying) == nil)
  }

  @Test("keys of one pane have no effect in the others")
  func panes() {
    #expect(KeyMap.action(of: .enter, in: .stations) == .open && KeyMap.action(of: .enter, in: .log) == .open)
    #expect(KeyMap.action(of: .enter, in: .titles) == nil)
    #expect(KeyMap.action(of: .character("t"), in: .log) == .stepLevel)
    #expect(KeyMap.action(of: .character("d"), in: .nowPlaying) == nil)
    for key in [Key.left, .right] { #expect(KeyMap.action(of: key, in: .stations) == nil) }
    for pane in PaneKind.allCases {
      #expect(KeyMap.action(of: .tab, in: pane) == .stepPane(by: 1))
      #expect(KeyMap.action(of: .backTab, in: pane) == .stepPane(by: -1))
      #expect(KeyMap.action(of: .control(0x0C), in: pane) == .redraw)
      #expect(KeyMap.action(of: .escape, in: pane) == .close)
    }
  }

  @Test("no key has two effects in a pane")
  func unique() {
    for pane in PaneKind.allCases {
      let keys = KeyMap.rows.filter { $0.panes.isEmpty || $0.panes.contains(pane) }.flatMap { $0.keys.map(\.key) }
      #expect(Set(keys).count == keys.count, "\(pane)")
    }
  }

  @Test("the help shows every row of the table at 80 × 24, and by scrolling on any smaller screen")
  func help() {
    var canvas = Canvas(columns: 80, rows: 24, glyphs: .eighths)
    _ = HelpOverlay.draw(from: 0, hasPanes: true, into: &canvas)
    let text = SamplePicture.lines(canvas).joined(separator: "\n")
    for row in KeyMap.rows { #expect(text.contains(row.label) && text.contains(row.effect), "\(row.label)") }
    var seen: Set<String> = []
    for offset in 0..<KeyMap.rows.count {
      var small = Canvas(columns: 45, rows: 9, glyphs: .eighths)
      let possible = HelpOverlay.draw(from: offset, hasPanes: true, into: &small)
      #expect(possible <= offset)
      let text = SamplePicture.lines(small).joined(separator: "\n")
      for row in KeyMap.rows where text.contains(row.effect) { seen.insert(row.effect) }
    }
    #expect(seen == Set(KeyMap.rows.map(\.effect)))
  }

  @Test("the hints are rows of the table, and the most important ones fit in 80 columns")
  func hints() {
    for pane in PaneKind.allCases {
      let hints = KeyMap.hints(in: pane, hasPanes: true)
      #expect(hints.count > 6)
      for hint in hints { #expect(KeyMap.rows.contains { $0.label == hint.keys && $0.hint == hint.action }) }
      var canvas = Canvas(columns: 80, rows: 1, glyphs: .eighths)
      StatusRows.drawHints(hints, row: 0, margin: 1, into: &canvas)
      let line = SamplePicture.lines(canvas)[0]
      #expect(line.contains("? help") && line.contains("q quit") && line.contains("Tab panes") == (pane != .nowPlaying))
    }
    // Without panes there is nothing to list.
    #expect(
      KeyMap.hints(in: .nowPlaying, hasPanes: false).map(\.keys) == [
        "space", "+ -", "m", "n b", "?", "q", "s", "v V", "c",
      ])
  }

  @Test("a key that moved says once what took its place")
  func moved() {
    var moved = MovedKeys()
    #expect(moved.sentence(for: .character("0"), action: nil) == "press + for more volume")
    #expect(moved.sentence(for: .character("0"), action: nil) == nil)
    #expect(moved.sentence(for: .left, action: nil) == "press b for the previous station")
    #expect(moved.sentence(for: .character("P"), action: nil) == "press space to stop and resume")
    #expect(moved.sentence(for: .character("p"), action: nil) == nil)
    #expect(moved.sentence(for: .up, action: .move(.up)) == nil)
    #expect(moved.sentence(for: .up, action: nil) == "press + for more volume")
    #expect(moved.sentence(for: .character("f"), action: .toggleFavourite)?.contains("press v") == true)
    #expect(moved.sentence(for: .character("v"), action: .stepVisualizer(by: 1)) == nil)
    for old in ["9", "h"] as [Unicode.Scalar] { #expect(moved.sentence(for: .character(old), action: nil) != nil) }
    for old in [Key.down, .right] { #expect(moved.sentence(for: old, action: nil) != nil) }
  }

  @Test("the sentence for the help of commands names every key")
  func sentence() {
    for row in KeyMap.rows where !["Esc", "Ctrl-L"].contains(row.label) {
      #expect(KeyMap.sentence.contains(row.label + " "), "\(row.label)")
    }
  }

  @Test("docs/keys.md is the page made from the table (UPDATE_GOLDEN writes it)")
  func page() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/keys.md")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try KeyMap.page.write(to: file, atomically: true, encoding: .utf8)
    }
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page == KeyMap.page)
    for line in page.split(separator: "\n") where !line.hasPrefix("|") { #expect(line.count <= 120) }
  }
}
