import RadioModel
import Terminal
import Testing

/// The sound beside nothing, and beside a list.
@Suite("Bars alone, and bars beside lists")
struct AloneTests {
  private struct Run {
    let radio = FakeRadio()
    var screen: ViewScreen
    var terminal: ScreenEmulator
    var now: Int64 = 0

    init(_ columns: Int, _ rows: Int, focus: PaneKind, traits: TerminalTraits? = nil, mode: VisualizerMode = .bars) {
      var options = ViewOptions()
      (options.startPane, options.visualizer) = (focus, mode)
      screen = ViewScreen(
        radio: radio, options: options,
        traits: traits ?? TerminalTraits(colors: .trueColor, glyphs: .eighths, hasCursorControl: true))
      screen.redraw(size: (columns, rows))
      terminal = ScreenEmulator(columns: columns, rows: rows)
    }

    mutating func press(_ key: Key) { _ = screen.handle(.key(key), now: now) }

    /// Draws pictures for this time; returns the number of bytes of each.
    @discardableResult mutating func draw(milliseconds: Int64, step: Int64 = 50) -> [Int] {
      (0..<milliseconds / step).map { _ in
        now += step * 1_000_000
        guard screen.update(now: now) else { return 0 }
        terminal.feed(screen.bytes)
        return screen.bytes.count
      }
    }

    /// The text of 8 × 4 cells at the upper right, or of all others.
    func texts(ofSmallBars isInside: Bool) -> [String] {
      terminal.places.indices.filter { index in
        let (row, column) = (index / terminal.columns, index % terminal.columns)
        return (row < 4 && terminal.columns - 9..<terminal.columns - 1 ~= column) == isInside
      }.map { terminal.places[$0].text }
    }

    func shows(_ text: String) -> Bool { terminal.lines.contains { $0.contains(text) } }
  }

  @Test(
    "o shows the bars on the whole screen, o or Esc the panes again",
    arguments: [(80, 24), (120, 36), (40, 12), (20, 5)])
  func alone(columns: Int, rows: Int) {
    for end in [Key.character("o"), .escape] {
      var run = Run(columns, rows, focus: .nowPlaying)
      run.draw(milliseconds: 500)
      let before = run.terminal.lines
      run.press("o")
      run.draw(milliseconds: 3600)
      // After the title is gone there are bars and their lowest line alone.
      let signs = Set(" \u{2581}\u{2582}\u{2583}\u{2584}\u{2585}\u{2586}\u{2587}\u{2588}\u{2500}\u{2594}")
      #expect(run.terminal.lines.joined().allSatisfy(signs.contains), "\(run.terminal.lines)")
      #expect(run.terminal.lines.last?.count ?? 0 > columns * 3 / 4)
      run.press(end)
      run.draw(milliseconds: 500)
      #expect(run.terminal.lines[0] == before[0] && run.terminal.lines.last?.isEmpty == before.last?.isEmpty)
      #expect(run.terminal.faults == [])
    }
  }

  @Test("station and title are shown for three seconds when the bars are alone, and when they change")
  func title() {
    var run = Run(80, 24, focus: .nowPlaying)
    run.draw(milliseconds: 200)
    run.press("o")
    run.draw(milliseconds: 1000)
    #expect(run.shows("SomaFM Groove Salad") && run.shows("宇多田ヒカル"))
    run.draw(milliseconds: 2500)
    #expect(!run.shows("SomaFM") && !run.shows("宇多田ヒカル"))
    run.radio.with { $0.status.title = "Another title" }
    run.draw(milliseconds: 1000)
    #expect(run.shows("Another title"))
    run.draw(milliseconds: 2500)
    #expect(!run.shows("Another title"))
    run.press("o")
    run.draw(milliseconds: 200)
    #expect(run.shows("Another title"))
  }

  @Test("the title is faint at first and at last")
  func fades() {
    var caption = TitleCaption()
    let status = SamplePicture.status
    func style(_ milliseconds: Int64, isAlone: Bool = true) -> Style? {
      caption.update(status, isAlone: isAlone, now: 7_000_000_000 + milliseconds * 1_000_000)?.style
    }
    #expect(style(0, isAlone: false) == nil)
    #expect(style(0) == .faint && style(299) == .faint && style(300) == .strong && style(2499) == .strong)
    #expect(style(2500) == .faint && style(2999) == .faint && style(3000) == nil && style(9000) == nil)
    #expect(style(9100, isAlone: false) == nil && style(9200) == .faint)
  }

  @Test(
    "beside a list the sound moves in 8 × 4 cells, of which only those that differ are sent",
    arguments: VisualizerMode.allCases)
  func small(mode: VisualizerMode) {
    var run = Run(80, 24, focus: .stations, mode: mode)
    run.draw(milliseconds: 1000)
    #expect(run.shows("All stations 7") && run.shows("SomaFM Groove Salad") && run.shows("►1 Stations"))
    func bars() -> [String] { run.texts(ofSmallBars: true) }
    // Elsewhere nothing changes.
    let rest = run.texts(ofSmallBars: false)
    let bytes = run.draw(milliseconds: 500)
    #expect(run.texts(ofSmallBars: false) == rest && rest.count == 80 * 24 - 32)
    #expect(bytes.sorted()[bytes.count / 2] < 700, "\(bytes)")
    // They fall when the sound ends.
    var pictures: Set<[String]> = [bars()]
    run.radio.with { $0.status.state = .stopped }
    for _ in 0..<20 {
      run.draw(milliseconds: 50)
      pictures.insert(bars())
    }
    let signs = Set(" \u{2581}\u{2582}\u{2583}\u{2584}\u{2585}\u{2586}\u{2587}\u{2588}\u{2500}\u{2594}")
    #expect(pictures.joined().joined().allSatisfy(signs.contains))
    #expect(pictures.count > 3 && pictures.joined().joined().contains { $0 != " " })
    #expect(run.terminal.faults == [])
  }

  @Test("the small bars also stand on terminals without colours and without UTF-8")
  func plainTerminals() {
    for (depth, glyphs) in [(ColorDepth.none, GlyphSet.ascii), (.ansi16, .halves), (.ansi256, .eighths)] {
      var run = Run(
        80, 24, focus: .stations, traits: TerminalTraits(colors: depth, glyphs: glyphs, hasCursorControl: true))
      run.draw(milliseconds: 1000)
      let bars = run.texts(ofSmallBars: true)
      #expect(bars.joined().contains { $0 != " " } && run.terminal.faults == [], "\(bars)")
    }
  }

  @Test("the status row says stereo or mono only where that has a meaning", arguments: VisualizerMode.allCases)
  func channels(mode: VisualizerMode) {
    var run = Run(200, 40, focus: .nowPlaying, mode: mode)
    run.draw(milliseconds: 300)
    let isNamed = run.shows("\(mode.rawValue) stereo")
    #expect(isNamed == ![.waterfall, .float].contains(mode) && !run.shows("\(mode.rawValue) mono"))
    #expect(run.shows(mode.rawValue))
  }
}
