import RadioModel
import Terminal
import Testing

@Suite("Clicks on the rows of text")
struct ClickTests {
  private static func painter(
    _ columns: Int, _ rows: Int, focus: PaneKind = .nowPlaying, _ status: RadioStatus = SamplePicture.status
  ) -> ViewPainter {
    var painter = ViewPainter(columns: columns, rows: rows, glyphs: .eighths)
    painter.show(PaneSet(focus: focus))
    painter.show(status)
    painter.viewName = "bars"
    let layout = BarsLayout(columns: max(painter.layout.spectrumColumns, 1), channels: 1)
    _ = painter.paint(SamplePicture.bars(layout), bars: layout)
    return painter
  }

  /// The row and the first column of a text on the screen, searched from the bottom right.
  private static func place(_ text: String, _ painter: ViewPainter) -> (row: Int, column: Int)? {
    let canvas = painter.canvas
    let wanted = text.unicodeScalars.map(\.value)
    for row in (0..<canvas.rows).reversed() {
      for column in (0...max(canvas.columns - wanted.count, 0)).reversed() {
        let isHere = wanted.indices.allSatisfy {
          column + $0 < canvas.columns && canvas[row, column + $0].glyph == wanted[$0]
        }
        if isHere { return (row, column) }
      }
    }
    return nil
  }

  @Test(
    "a click on a cell of the volume's gauge sets the volume to its end", arguments: [(80, 24), (120, 36), (200, 60)])
  func volume(columns: Int, rows: Int) throws {
    for focus in [PaneKind.nowPlaying, .stations] {
      let painter = Self.painter(columns, rows, focus: focus)
      let place = try #require(
        Self.place("\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2500}\u{2500} 80 %", painter))
      for cell in 0..<10 {
        let effect = painter.effectOfClick(row: place.row, column: place.column + cell)
        #expect(effect == .command(.setVolume((cell + 1) * 10)))
      }
      for column in [place.column - 1, place.column + 10, place.column + 12] {
        #expect(painter.effectOfClick(row: place.row, column: column) == nil)
      }
    }
    var muted = SamplePicture.status
    muted.isMuted = true
    let painter = Self.painter(80, 24, muted)
    let place = try #require(Self.place("muted", painter))
    #expect(painter.effectOfClick(row: place.row, column: place.column + 2) == .command(.toggleMute))
  }

  @Test("a click on the state stops and resumes", arguments: [(80, 24), (40, 12), (40, 9), (200, 60)])
  func state(columns: Int, rows: Int) throws {
    var status = SamplePicture.status
    status.state = .stopped
    let painter = Self.painter(columns, rows, status)
    let place = try #require(Self.place("\u{25A0} stopped", painter))
    #expect(painter.effectOfClick(row: place.row, column: place.column) == .command(.toggle))
    #expect(painter.effectOfClick(row: place.row, column: place.column + 8) == .command(.toggle))
    #expect(painter.effectOfClick(row: place.row, column: place.column - 2) == nil)
    #expect(painter.effectOfClick(row: place.row + 5, column: place.column) == nil)
  }

  @Test("the keys of the last row are keys, and their words the first of them")
  func hints() throws {
    let painter = Self.painter(120, 36)
    let rows: [(String, [(offset: Int, key: Key?)])] = [
      ("+ - volume", [(0, "+"), (1, nil), (2, "-"), (4, "+"), (9, "+"), (10, nil)]),
      ("n b station", [(0, "n"), (2, "b"), (5, "n")]), ("space pause", [(0, " "), (4, " "), (6, " ")]),
      ("q quit", [(0, "q"), (3, "q")]), ("? help", [(0, "?")]),
    ]
    for (text, clicks) in rows {
      let place = try #require(Self.place(text, painter), "\(text)")
      for click in clicks {
        let effect = painter.effectOfClick(row: place.row, column: place.column + click.offset)
        #expect(effect == click.key.map { .key($0) }, "\(text), \(click.offset)")
      }
      var covered = painter
      covered.showsHelp = true
      #expect(covered.effectOfClick(row: place.row, column: place.column) == nil)
    }
  }

  @Test("a click on a hint acts as its key, on the volume and the state as a command")
  func whole() throws {
    let radio = FakeRadio()
    var screen = ViewScreen(
      radio: radio, options: ViewOptions(),
      traits: TerminalTraits(colors: .trueColor, glyphs: .eighths, hasCursorControl: true))
    screen.redraw(size: (80, 24))
    var terminal = ScreenEmulator(columns: 80, rows: 24)
    var now: Int64 = 0
    func draw() {
      now += 200_000_000
      if screen.update(now: now) { terminal.feed(screen.bytes) }
    }
    func click(_ row: Int, _ text: String) -> [ViewScreen.Effect] {
      draw()
      let line = terminal.lines[row]
      guard let range = line.firstRange(of: text) else { return [] }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      defer { draw() }
      return screen.handle(.mouse(MouseEvent(.press, row: row, column: column)), now: now)
    }
    #expect(click(23, "m mute") == [.command(.toggleMute)])
    #expect(click(2, "\u{2500} 80 %") == [.command(.setVolume(100))])
    #expect(click(0, "playing") == [.command(.toggle)])
    #expect(click(23, "q quit") == [.end(.quitKey)])
    // A filter that is open gets no key of a click.
    _ = screen.handle(.key("1"), now: now)
    _ = screen.handle(.key("/"), now: now)
    #expect(click(23, "q quit") == [.end(.quitKey)])
    #expect(!terminal.lines.contains { $0.contains("/ q") })
    _ = screen.handle(.key(.escape), now: now)
    #expect(click(23, "? help") == [])
    #expect(terminal.lines.contains { $0.contains("show or hide this help") })
  }
}
