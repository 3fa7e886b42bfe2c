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
      // As in other programs of the terminal.
      ("j", .move(.down)), ("k", .move(.up)), ("g", .move(.first)), ("G", .move(.last)), ("h", .fold), ("l", .unfold),
      ("p", .command(.toggle)), ("9", .command(.changeVolume(by: -5))), ("0", .command(.changeVolume(by: 5))),
      ("<", .command(.previous)), (">", .command(.next)),
      ("N", .command(.previous)), ("y", .copyTitle), ("r", .playRandom),
      ("{", .resizeList(by: -2)), ("}", .resizeList(by: 2)),
      ("[", .command(.seek(.by(.seconds(-60))))), ("]", .command(.seek(.by(.seconds(60))))),
      (",", .command(.seek(.title(-1)))), (".", .command(.seek(.title(1)))),
      // `L` is listed; other upper-case letters that are not listed are the lower-case ones.
      ("L", .command(.seek(.live))), ("H", .fold), ("w", .keepTitle), ("z", nil),
    ] as [(Unicode.Scalar, ViewAction?)])
  func letters(key: Unicode.Scalar, action: ViewAction?) {
    #expect(KeyMap.standard.action(of: .character(key), in: .stations) == action)
  }

  @Test(
    "keys of the list move in every list, and nowhere else",
    arguments: [
      (.up, .move(.up)), (.down, .move(.down)), (.pageUp, .move(.pageUp)), (.pageDown, .move(.pageDown)),
      (.home, .move(.first)), (.end, .move(.last)), ("j", .move(.down)), ("k", .move(.up)),
      (.control(0x15), .move(.halfPageUp)), (.control(0x04), .move(.halfPageDown)),
      (.control(0x02), .move(.pageUp)), (.control(0x06), .move(.pageDown)),
    ] as [(Key, ViewAction)])
  func lists(key: Key, action: ViewAction) {
    for pane in [PaneKind.stations, .titles, .log] { #expect(KeyMap.standard.action(of: key, in: pane) == action) }
    #expect(KeyMap.standard.action(of: key, in: .nowPlaying) == nil)
  }

  @Test("keys of one pane have no effect in the others")
  func panes() {
    #expect(
      KeyMap.standard.action(of: .enter, in: .stations) == .open
        && KeyMap.standard.action(of: .enter, in: .log) == .open)
    #expect(KeyMap.standard.action(of: .enter, in: .titles) == .open)
    #expect(KeyMap.standard.action(of: .enter, in: .nowPlaying) == nil)
    #expect(KeyMap.standard.action(of: .character("t"), in: .log) == .stepLevel)
    #expect(KeyMap.standard.action(of: .character("d"), in: .nowPlaying) == nil)
    for pane in PaneKind.allCases {
      #expect(KeyMap.standard.action(of: .left, in: pane) == .command(.seek(.by(.seconds(-10)))))
      #expect(KeyMap.standard.action(of: .right, in: pane) == .command(.seek(.by(.seconds(10)))))
      #expect(KeyMap.standard.action(of: .tab, in: pane) == .stepPane(by: 1))
      #expect(KeyMap.standard.action(of: .backTab, in: pane) == .stepPane(by: -1))
      #expect(KeyMap.standard.action(of: .control(0x0C), in: pane) == .redraw)
      #expect(KeyMap.standard.action(of: .escape, in: pane) == .close)
    }
  }

  @Test("no key has two effects in a pane")
  func unique() {
    for pane in PaneKind.allCases {
      let keys = KeyMap.standard.rows.filter { $0.panes.isEmpty || $0.panes.contains(pane) }.flatMap {
        $0.entries.map(\.key)
      }
      #expect(Set(keys).count == keys.count, "\(pane)")
    }
  }

  @Test("the help shows every row of the table at 80 × 24, and by scrolling on any smaller screen")
  func help() {
    var canvas = Canvas(columns: 80, rows: 24, glyphs: .eighths)
    _ = HelpOverlay.draw(.standard, from: 0, hasPanes: true, into: &canvas)
    let text = SamplePicture.lines(canvas).joined(separator: "\n")
    for row in KeyMap.standard.rows { #expect(text.contains(row.label) && text.contains(row.effect), "\(row.label)") }
    var seen: Set<String> = []
    for offset in 0..<KeyMap.standard.rows.count {
      var small = Canvas(columns: 45, rows: 9, glyphs: .eighths)
      let possible = HelpOverlay.draw(.standard, from: offset, hasPanes: true, into: &small)
      #expect(possible <= offset)
      let text = SamplePicture.lines(small).joined(separator: "\n")
      for row in KeyMap.standard.rows where text.contains(row.effect) { seen.insert(row.effect) }
    }
    #expect(seen == Set(KeyMap.standard.rows.map(\.effect)))
  }

  @Test("the hints are rows of the table, and the most important ones fit in 80 columns")
  func hints() {
    for pane in PaneKind.allCases {
      let hints = KeyMap.standard.hints(in: pane, hasPanes: true)
      #expect(hints.count > 6)
      for hint in hints {
        #expect(KeyMap.standard.rows.contains { $0.shortLabel == hint.keys && $0.hint == hint.action })
      }
      var canvas = Canvas(columns: 80, rows: 1, glyphs: .eighths)
      StatusRows.drawHints(hints, in: Region(row: 0, column: 1, rows: 1, columns: 78), into: &canvas)
      let line = SamplePicture.lines(canvas)[0]
      #expect(line.contains("? help") && line.contains("q quit") && line.contains("Tab panes") == (pane != .nowPlaying))
    }
    // Without panes there is nothing to list.
    #expect(
      KeyMap.standard.hints(in: .nowPlaying, hasPanes: false).map(\.keys) == [
        "space", "+ -", "m", "n b", "?", "q", "s", "v V", "w", "c", "y", "L",
      ])
  }

  @Test(
    "keys have names, in any case, and labels",
    arguments: [
      ("j", "j", "j"), ("G", "G", "G"), ("ctrl-d", .control(0x04), "Ctrl-D"), ("Ctrl-L", .control(0x0C), "Ctrl-L"),
      ("space", " ", "space"), (" ", " ", "space"), ("Enter", .enter, "Enter"), ("return", .enter, "Enter"),
      ("ctrl-m", .enter, "Enter"), ("ctrl-i", .tab, "Tab"), ("ctrl-h", .backspace, "Backspace"),
      ("left", .left, "\u{2190}"), ("PageUp", .pageUp, "PgUp"), ("shift-tab", .backTab, "Shift-Tab"),
      ("f5", .function(5), "F5"), ("F12", .function(12), "F12"), ("f", "f", "f"), ("esc", .escape, "Esc"),
      ("é", "é", "é"), ("\"", "\"", "\""),
    ] as [(String, Key, String)])
  func names(name: String, key: Key, label: String) throws {
    #expect(try Key(name: name) == key)
    #expect(key.label == label)
  }

  @Test(
    "a control byte, an unknown name and a key of the terminal are refused with a sentence",
    arguments: [
      ("\u{4}", "a key is written as a name such as ctrl-d, not as a control byte"),
      ("\u{1B}[A", "a key is written as a name such as ctrl-d, not as a control byte"),
      ("\u{9B}", "a key is written as a name such as ctrl-d, not as a control byte"),
      ("ctrl-c", "ctrl-c is a key of the terminal, which does not pass it on"),
      ("Ctrl-Z", "ctrl-z is a key of the terminal, which does not pass it on"),
      ("", "there is no key ''"), ("foo", "there is no key 'foo'"), ("f13", "there is no key 'f13'"),
      ("f0", "there is no key 'f0'"), ("ctrl-", "there is no key 'ctrl-'"), ("ctrl-1", "there is no key 'ctrl-1'"),
      ("ctrl-dd", "there is no key 'ctrl-dd'"), ("jk", "there is no key 'jk'"),
      ("\u{202E}x", "there is no key 'x'"),
    ])
  func wrongNames(name: String, sentence: String) {
    let error = #expect(throws: KeyMapError.self) { try Key(name: name) }
    #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
  }

  @Test("a key gets another action, or none, in all texts")
  func changes() throws {
    var keys = KeyMap.standard
    try keys.change("x", to: "stop")
    try keys.change("f", to: nil)
    try keys.change("t", to: "open")
    try keys.change(.left, to: "fold")
    for pane in PaneKind.allCases {
      #expect(keys.action(of: "x", in: pane) == .command(.stop) && keys.action(of: "f", in: pane) == nil)
      #expect(keys.action(of: "X", in: pane) == .command(.stop), "the upper-case letter follows")
      #expect(keys.action(of: "F", in: pane) == nil)
      #expect(keys.action(of: "t", in: pane) == (pane.isList ? .open : nil), "only the panes of the action")
      #expect(keys.action(of: .left, in: pane) == (pane == .stations ? .fold : nil))
      #expect(keys.action(of: "q", in: pane) == .quit && keys.action(of: " ", in: pane) == .command(.toggle))
    }
    #expect(!keys.rows.contains { $0.effect == "favourite or not" || $0.effect == "edit its tags" })
    #expect(keys.rows.contains { $0.label == "h l \u{2190}" })
    #expect(keys.table.contains { $0.keys == "x" && $0.effect == "stop" && $0.actions == ["stop"] })
    #expect(!keys.hints(in: .stations, hasPanes: true).contains { $0.action == "favourite" })
    #expect(KeyMap.standard.action(of: "f", in: .stations) == .toggleFavourite, "the standard stays")
    try keys.change(" ", to: nil)
    #expect(keys.hints(in: .nowPlaying, hasPanes: true).first?.keys == "p")
  }

  @Test("a key of its own stays away from the lower-case one, and a key taken away does not become it")
  func live() throws {
    var keys = KeyMap.standard
    #expect(keys.action(of: "l", in: .stations) == .unfold && keys.action(of: "l", in: .nowPlaying) == nil)
    #expect(keys.action(of: "L", in: .nowPlaying) == .command(.seek(.live)))
    try keys.change("L", to: nil)
    try keys.change("w", to: "live")
    try keys.change("z", to: "back-minute")
    for pane in PaneKind.allCases {
      #expect(keys.action(of: "L", in: pane) == nil && keys.action(of: "w", in: pane) == .command(.seek(.live)))
      #expect(keys.action(of: "z", in: pane) == .command(.seek(.by(.seconds(-60)))))
    }
  }

  @Test("the help names the arrows in words where the terminal has no arrows")
  func asciiHelp() {
    var canvas = Canvas(columns: 80, rows: 24, glyphs: .ascii)
    _ = HelpOverlay.draw(.standard, from: 0, hasPanes: true, into: &canvas)
    let text = SamplePicture.lines(canvas).joined(separator: "\n")
    #expect(text.contains("Left Right 10 s back, forward") && text.contains("Up Dn j k"), "\(text)")
  }

  @Test("an unknown action and two actions for a key are refused, and change nothing")
  func refusals() throws {
    var keys = KeyMap.standard
    let unknown = #expect(throws: KeyMapError.self) { try keys.change("x", to: "favorite") }
    #expect(unknown?.description == "there is no action 'favorite'; did you mean 'favourite'?")
    let far = #expect(throws: KeyMapError.self) { try keys.change("x", to: "\u{1B}[2Jzzzzz") }
    #expect(far?.description == "there is no action '[2Jzzzzz'; docs/keys.md lists them")
    #expect(keys == .standard)
    try keys.change("x", to: "stop")
    let once = keys
    for action in ["quit", nil] as [String?] {
      let conflict = #expect(throws: KeyMapError.self) { try keys.change("x", to: action) }
      #expect(conflict?.description == "the key x has two actions")
    }
    try keys.change("x", to: "stop")
    #expect(keys.action(of: "x", in: .log) == once.action(of: "x", in: .log))
  }

  @Test("every action of the table has a name, and every name has an effect when a key gets it")
  func actions() throws {
    for row in KeyMap.standard.rows { for entry in row.entries { #expect(entry.action.name != nil, "\(row.effect)") } }
    #expect(Set(ViewAction.named.map(\.name)).count == ViewAction.named.count)
    for (name, action) in ViewAction.named {
      var keys = KeyMap.standard
      try keys.change(.function(5), to: name)
      #expect(PaneKind.allCases.contains { keys.action(of: .function(5), in: $0) == action }, "\(name)")
      #expect(keys.table.contains { $0.keys.contains("F5") }, "\(name)")
    }
  }

  @Test("a key without an effect says where the keys are listed")
  func unused() throws {
    var keys = KeyMap.standard
    #expect(keys.sentence(ofUnused: "x") == "no key x; ? lists them")
    try keys.change(.right, to: nil)
    #expect(keys.sentence(ofUnused: .right) == "no key \u{2192}; ? lists them")
    #expect(keys.sentence(ofUnused: .control(0x0B)) == "no key Ctrl-K; ? lists them")
    #expect(keys.sentence(ofUnused: .down) == "\u{2193} does nothing in this pane; ? lists them")
    #expect(keys.sentence(ofUnused: "D") == "D does nothing in this pane; ? lists them")
    try keys.change("?", to: nil)
    #expect(keys.sentence(ofUnused: "x") == "no key x")
    try keys.change(.function(1), to: "help")
    #expect(keys.sentence(ofUnused: "x") == "no key x; F1 lists them")
  }

  @Test("docs/keys.md is the page made from the table (UPDATE_GOLDEN writes it)")
  func page() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/keys.md")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try KeyMap.standard.page.write(to: file, atomically: true, encoding: .utf8)
    }
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page == KeyMap.standard.page)
    for line in page.split(separator: "\n") where !line.hasPrefix("|") { #expect(line.count <= 120) }
  }
}
