import Bytes
import RadioModel
import Stations
import Terminal
import Testing

/// Keys that people know from other programs of the terminal, on whole screens.
@Suite("Keys that hands know")
struct HandsTests {
  private typealias Run = ScreenRun

  // MARK: Lists

  @Test("g and G go to the ends, Ctrl-D and Ctrl-U half a page, j and k a row")
  func moves() {
    var list = ListView()
    list.setCount(100, choosing: 0)
    list.setHeight(20)
    let steps: [(ListMove, Int)] = [
      (.halfPageDown, 10), (.halfPageDown, 20), (.down, 21), (.up, 20), (.halfPageUp, 10), (.last, 99),
      (.halfPageDown, 99), (.first, 0), (.halfPageUp, 0),
    ]
    for (move, chosen) in steps {
      list.move(move)
      #expect(list.chosen == chosen, "\(move)")
    }
    list.setHeight(1)
    list.move(.halfPageDown)
    #expect(list.chosen == 1, "at least one row")
  }

  @Test("h closes the group of the chosen row and chooses it, l opens it, and neither does more")
  func folds() {
    var panes = PaneSet(focus: .stations, time: LocalTime.utcText(_:hasSeconds:))
    panes.update(FakeRadio())
    let all = panes.stations.rows
    #expect(panes.stations.chosen?.place != nil)
    _ = panes.perform(.fold, focus: .stations)
    guard case .group(.favourites, _, 2, _, false)? = panes.stations.rows.first else {
      Issue.record("the group is open")
      return
    }
    #expect(panes.stations.list.chosen == 0 && panes.stations.rows.count == all.count - 2)
    let folded = panes.stations.rows
    _ = panes.perform(.fold, focus: .stations)
    #expect(panes.stations.rows == folded)
    _ = panes.perform(.unfold, focus: .stations)
    _ = panes.perform(.unfold, focus: .stations)
    #expect(panes.stations.rows == all && panes.stations.list.chosen == 0)
    _ = panes.perform(.filter, focus: .stations)
    _ = panes.type("a", focus: .stations)
    _ = panes.type(.enter, focus: .stations)
    let found = panes.stations.rows
    _ = panes.perform(.fold, focus: .stations)
    #expect(panes.stations.rows == found, "a filter shows no groups")
    _ = panes.perform(.fold, focus: .titles)
    #expect(panes.stations.rows == found)
  }

  @Test("r plays one of the stations that are shown, never the one that plays, and says its name")
  func random() {
    var panes = PaneSet(focus: .stations, time: LocalTime.utcText(_:hasSeconds:))
    let radio = FakeRadio()
    panes.update(radio)
    var status = radio.status
    (status.state, status.station) = (.playing, "jazz24")
    panes.update(status)
    _ = panes.perform(.filter, focus: .stations)
    for key in "jazz".unicodeScalars { _ = panes.type(.character(key), focus: .stations) }
    _ = panes.type(.enter, focus: .stations)
    var played: Set<String> = []
    for _ in 0..<200 {
      let effects = panes.perform(.playRandom, focus: .nowPlaying) ?? []
      guard case .command(.play(.station(let station)))? = effects.first else {
        Issue.record("\(effects)")
        return
      }
      #expect(effects.last == .say(station.name))
      played.insert(station.id)
    }
    #expect(played == ["fip", "ceska"])
    // The filter shows nothing, and nothing else is played instead.
    _ = panes.perform(.filter, focus: .stations)
    panes.paste(" nowhere", focus: .stations)
    #expect(panes.stations.rows.isEmpty)
    #expect(panes.perform(.playRandom, focus: .nowPlaying) == [.say("no station is shown")])
    var empty = PaneSet(focus: .stations)
    let effects = empty.perform(.playRandom, focus: .stations)
    #expect(effects == [.say("no station is shown")])
  }

  @Test("{ and } change the width of the list, within bounds")
  func widths() {
    var painter = ViewPainter(columns: 120, rows: 30, glyphs: .eighths)
    painter.show(PaneSet(focus: .nowPlaying))
    func columns() -> Int? { painter.layout.listSpace?.columns }
    func resize(_ key: Key) {
      guard let action = KeyMap.standard.action(of: key, in: .nowPlaying) else { return }
      painter.changePanes { _ = $0.perform(action, focus: .nowPlaying) }
    }
    let usual = columns()
    resize("}")
    #expect(columns() == usual.map { $0 + 2 })
    resize("{")
    #expect(columns() == usual)
    for _ in 0..<200 { resize("}") }
    #expect(columns() == painter.layout.listSpace?.bounds.upperBound)
    // Where it ended, one step back is one step.
    resize("{")
    #expect(columns() == painter.layout.listSpace.map { $0.bounds.upperBound - 2 })
    var alone = PaneSet(focus: .nowPlaying)
    #expect(alone.perform(.resizeList(by: 2), focus: .nowPlaying) == [.say("one pane has the whole width")])
  }

  // MARK: The clipboard

  @Test("y copies the title that plays, and Enter the chosen one")
  func copies() throws {
    var run = Run(focus: .titles)
    run.type("y")
    let title = try #require(run.radio.status.title)
    #expect(contains(run.screen.bytes, "\u{1B}]52;c;" + String(decoding: Base64.encode(title.utf8), as: UTF8.self)))
    #expect(run.shows("sent to the clipboard: "))
    run.draw()
    #expect(!contains(run.screen.bytes, "\u{1B}]52;"), "once")
    run.type(.enter)
    let chosen = FakeRadio.sampleTitles[0].title
    #expect(contains(run.screen.bytes, "\u{1B}]52;c;" + String(decoding: Base64.encode(chosen.utf8), as: UTF8.self)))
    run.radio.with { $0.status.title = nil }
    run.draw()
    run.type("y")
    #expect(!contains(run.screen.bytes, "\u{1B}]52;") && run.shows("no title to copy"))
    var console = Run(traits: TerminalTraits(colors: .none, glyphs: .halves, hasCursorControl: true))
    console.type("y")
    #expect(!contains(console.screen.bytes, "\u{1B}]52;") && console.shows("this terminal copies no text"))
  }

  @Test("what is copied is clean, has at most 1 KiB, and ends at a character")
  func clipboard() throws {
    #expect(Clipboard.bytes(for: "A - B") == Array("\u{1B}]52;c;QSAtIEI=\u{7}".utf8))
    #expect(Clipboard.bytes(for: "") == [] && Clipboard.bytes(for: "\u{1B}\n") == [])
    let family = "👨‍👩‍👧‍👦"
    let dirty = "a\u{1B}]0;x\u{7}\u{9D}b\n\u{202E}" + String(repeating: family, count: 300)
    let bytes = Clipboard.bytes(for: dirty)
    #expect(Clipboard.text(for: "A\n- B") == "A - B")
    let text = String(
      decoding: try #require(Base64.decode(Array(bytes.dropFirst(7).dropLast()))), as: UTF8.self)
    #expect(text.utf8.count <= Clipboard.maximumBytes && text.utf8.count > Clipboard.maximumBytes - family.utf8.count)
    #expect(text == Clipboard.text(for: dirty))
    #expect(text.hasPrefix("a]0;xb ") && text.hasSuffix(family))
    #expect(bytes.allSatisfy { $0 == 0x1B || $0 == 0x07 || 0x20..<0x7F ~= $0 } && bytes.count < 1400)
    let long = Clipboard.bytes(for: String(repeating: "t", count: 4096))
    #expect(Base64.decode(Array(long.dropFirst(7).dropLast()))?.count == 1024)
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  // MARK: Messages

  @Test("a key without an effect says where the keys are listed, also one of the user's")
  func unknownKey() throws {
    var run = Run()
    run.type("x")
    #expect(run.shows("no key x; ? lists them"))
    var keys = KeyMap.standard
    try keys.change("x", to: "stop")
    try keys.change("n", to: nil)
    var own = Run(keys: keys)
    let effects = [own.type("x"), own.type("n")]
    #expect(effects == [[.command(.stop)], []])
    #expect(own.shows("no key n; ? lists them"))
    own.type("?")
    #expect(own.shows("x          stop") && !own.shows("n b") && own.shows("b > <"))
  }

  @Test("sentences name the user's keys")
  func namedKeys() throws {
    var keys = KeyMap.standard
    try keys.change("f", to: nil)
    try keys.change("a", to: nil)
    let radio = FakeRadio()
    radio.with { $0.stations = StationListState(version: 1) }
    #expect(Run(keys: keys, radio: radio).shows("no station is marked"))
    try keys.change("w", to: "favourite")
    #expect(Run(keys: keys, radio: radio).shows("w marks a station as a favourite"))
    #expect(keys.label(of: .add) == nil && keys.label(of: .toggleFavourite) == "w")
  }

  @Test("the sentences of a stopped radio, of a filter and of the help name the user's keys, or none")
  func moreNamedKeys() throws {
    var keys = KeyMap.standard
    try keys.change(" ", to: nil)
    let radio = FakeRadio()
    radio.with { $0.status.state = .stopped }
    #expect(Run(focus: .nowPlaying, radio: radio).shows("stopped: space rejoins the station"))
    #expect(Run(focus: .nowPlaying, keys: keys, radio: radio).shows("stopped: p rejoins the station"))
    try keys.change("p", to: nil)
    let bare = Run(focus: .nowPlaying, keys: keys, radio: radio)
    #expect(bare.shows("stopped") && !bare.shows("rejoins"))
    var line = LinePicture(keys: keys)
    let isNew = line.update(radio.status, picture: SamplePicture.bars(Self.oneBar), bars: Self.oneBar)
    #expect(isNew && !contains(line.bytes, "rejoins"))

    try keys.change("w", to: "open")
    try keys.change(.enter, to: nil)
    try keys.change(.escape, to: nil)
    var filtered = Run(99, 24, keys: keys)
    filtered.type("/", "x", "x", "x")
    #expect(filtered.shows("no station fits; Enter searches") && filtered.shows("Esc shows all again"))
    filtered.type(.tab, .backTab)
    #expect(filtered.shows("no station fits; w searches") && !filtered.shows("shows all again"))

    var help = Run(40, 12)
    help.type("?")
    #expect(help.shows("Keys (\u{2191} \u{2193})"))
    var moved = KeyMap.standard
    for (key, action) in [(.up, nil), (.down, nil), ("j", nil), ("k", nil)] as [(Key, String?)] {
      try moved.change(key, to: action)
    }
    var plain = Run(40, 12, keys: moved)
    plain.type("?")
    #expect(plain.shows("Keys") && !plain.shows("Keys ("))
    for (key, action) in [("w", "up"), ("z", "down")] as [(Key, String?)] { try moved.change(key, to: action) }
    var own = Run(40, 12, keys: moved)
    own.type("?")
    #expect(own.shows("Keys (w z)"))
  }

  private static let oneBar = BarsLayout(columns: 1, channels: 1)

  @Test("q closes the help, and ends the view only without it")
  func quitInHelp() {
    var run = Run()
    #expect(run.type("?") == [] && run.shows("Keys"))
    #expect(run.type("q") == [] && !run.shows("draw the screen again"), "\(run.terminal.lines)")
    #expect(run.type("q") == [.end(.quitKey)])
    run.type("?")
    #expect(run.type("Q") == [.end(.quitAndStop)])
  }

  @Test("g, G, Home and End go to the ends of the help, and leave the list behind it alone")
  func helpEnds() {
    var run = Run(40, 12)
    run.type("?")
    let first = run.terminal.lines
    for (end, start) in [(Key.end, Key.home), ("G", "g")] {
      run.type(end)
      #expect(run.shows("lowest level shown") && run.terminal.lines != first)
      run.type(start)
      #expect(run.terminal.lines == first)
    }
    run.type(.end)
    run.type("?")
    var other = Run(40, 12)
    other.draw()
    #expect(run.terminal.lines == other.terminal.lines)
  }

  @Test("the newest message replaces the one before at once, and ends")
  func newest() {
    var flash = Flash()
    let steps: [(shown: [String], now: Int64, text: String?)] = [
      ([], 0, nil), (["no key x; ? lists them"], 1_000_000_000, "no key x; ? lists them"),
      (["mono"], 1_000_000_001, "mono"), ([], 2_200_000_001, "mono"), ([], 2_200_000_002, nil),
      ([], 3_000_000_000, nil), (["one", "two"], 3_000_000_000, "two"), ([], 9_000_000_000, nil),
    ]
    for step in steps {
      for text in step.shown { flash.show(text) }
      let text = flash.text(now: step.now)
      #expect(text == step.text, "at \(step.now)")
    }
    var run = Run()
    run.type("x")
    run.type("v")
    #expect(run.shows("mirrored") && !run.shows("no key x"))
  }

  @Test("the list of keys is complete on a screen of 20 × 5, when it is scrolled")
  func smallHelp() {
    var run = Run(20, 5)
    run.type("?")
    var seen = ""
    for _ in 0..<120 {
      seen += run.terminal.lines.joined(separator: " ") + " "
      run.type("j")
    }
    for row in KeyMap.standard.rows {
      for word in row.effect.split(separator: " ") { #expect(seen.contains(word), "\(row.effect)") }
    }
    #expect(!seen.contains("\u{2026}"))
  }

  @Test("a radio that plays without a sound device says so, at every size")
  func noSound() {
    for (columns, rows) in [(80, 24), (120, 30), (40, 6)] {
      var run = Run(columns, rows, focus: .nowPlaying)
      run.radio.status.state = .playing
      run.draw()
      #expect(!run.shows("no sound"))
      run.radio.with { $0.status.notice = "playing silently: no device 'default'; trying it again" }
      run.draw()
      #expect(run.shows("\u{25BA} playing, no sound"), "\(columns) × \(rows)")
      run.radio.with { $0.status.state = .stopped }
      run.draw()
      #expect(!run.shows("playing, no sound"))
    }
  }
}
