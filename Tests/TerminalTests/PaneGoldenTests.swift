import Foundation
import RadioModel
import Terminal
import Testing

/// Screens as they should look, kept in Golden/NAME.txt: the text, and below it a letter for the look of each cell, whose
/// sequences follow. With UPDATE_GOLDEN in the environment the tests write these files again, for review.
@Suite("Golden screens of the panes")
struct PaneGoldenTests {
  struct Screen: CustomTestStringConvertible, Sendable {
    var name: String
    var columns: Int
    var rows: Int
    var focus: PaneKind
    var depth = ColorDepth.trueColor
    var glyphs = GlyphSet.eighths
    var keys: [ViewAction] = []
    var typed = ""

    var testDescription: String { name }
  }

  static let screens = [
    Screen(name: "stations-80x24", columns: 80, rows: 24, focus: .stations),
    Screen(name: "now-playing-80x24", columns: 80, rows: 24, focus: .nowPlaying),
    Screen(name: "titles-80x24", columns: 80, rows: 24, focus: .titles),
    Screen(name: "log-80x24", columns: 80, rows: 24, focus: .log),
    Screen(name: "stations-20x5", columns: 20, rows: 5, focus: .stations),
    Screen(name: "stations-120x40", columns: 120, rows: 40, focus: .stations),
    Screen(name: "titles-200x60", columns: 200, rows: 60, focus: .titles),
    Screen(name: "stations-256-colours", columns: 80, rows: 24, focus: .stations, depth: .ansi256),
    Screen(name: "stations-16-colours", columns: 80, rows: 24, focus: .stations, depth: .ansi16),
    Screen(name: "stations-no-colours", columns: 80, rows: 24, focus: .stations, depth: .none, glyphs: .ascii),
    Screen(name: "filter-80x24", columns: 80, rows: 24, focus: .stations, keys: [.filter], typed: "jazz"),
    Screen(name: "add-80x24", columns: 80, rows: 24, focus: .stations, keys: [.add], typed: "日本 FM"),
    Screen(name: "details-80x24", columns: 80, rows: 24, focus: .log, keys: [.move(.up), .open]),
    Screen(name: "help-80x24", columns: 80, rows: 24, focus: .stations, keys: [.toggleHelp]),
  ]

  @Test("a screen looks like its golden one", arguments: screens)
  func golden(screen: Screen) throws {
    let shown = Self.picture(screen)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Golden/\(screen.name).txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try shown.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let wanted = try String(contentsOf: file, encoding: .utf8)
    let isSame = shown == wanted
    #expect(isSame, "\(shown)\ninstead of\n\(wanted)")
  }

  @Test("a list drawn over others is the same as one drawn on an empty screen, after dialogs, help and flashes, too")
  func overOthers() {
    var painter = ViewPainter(columns: 130, rows: 30, glyphs: .eighths)
    painter.show(Self.panes(.stations))
    painter.show(SamplePicture.status)
    func paint() -> [String] {
      let layout = BarsLayout(columns: max(painter.layout.bars.columns, 1), channels: 1)
      _ = painter.paint(SamplePicture.bars(layout), bars: layout)
      return SamplePicture.lines(painter.canvas)
    }
    let first = paint()
    painter.showsHelp = true
    #expect(paint() != first)
    painter.showsHelp = false
    #expect(paint() == first)
    for columns in [130, 80] {
      painter.resize(columns: columns, rows: 30)
      let before = paint()
      painter.flash = String(repeating: "a long sentence ", count: 12)
      #expect(paint() != before)
      painter.flash = nil
      #expect(paint() == before)
      painter.changePanes { _ = $0.perform(.add, focus: .stations) }
      #expect(paint().contains { $0.contains("Add a station") })
      painter.changePanes { _ = $0.type(.escape, focus: .stations) }
      #expect(paint() == before)
      for pane in [PaneKind.log, .titles, .nowPlaying, .stations] {
        painter.changePanes { _ = $0.perform(.showPane(pane), focus: .stations) }
        _ = paint()
      }
      #expect(paint() == before)
    }
  }

  @Test("lists that did not change are not drawn again")
  func unchanged() {
    var panes = Self.panes(.stations)
    #expect(panes.isStale)
    panes.isStale = false
    panes.update(FakeRadio())
    panes.update(panes.status)
    #expect(!panes.isStale)
    _ = panes.perform(.move(.down), focus: .stations)
    #expect(panes.isStale)
  }

  private static func panes(_ focus: PaneKind) -> PaneSet {
    var panes = PaneSet(focus: focus, time: { LocalTime.utcText($0, hasSeconds: $1) })
    panes.update(FakeRadio())
    var status = SamplePicture.status
    status.station = "groove-salad"
    panes.update(status)
    panes.update(
      performance: PerformanceLine.text(FakeRadio().figures, buffered: 8.04, drawn: 1234, skipped: 5))
    return panes
  }

  private static func picture(_ screen: Screen) -> String {
    var painter = ViewPainter(columns: screen.columns, rows: screen.rows, glyphs: screen.glyphs)
    painter.viewName = "bars mono"
    painter.show(panes(screen.focus))
    painter.show(SamplePicture.status)
    for action in screen.keys {
      if action == .toggleHelp { painter.showsHelp = true }
      painter.changePanes { _ = $0.perform(action, focus: screen.focus) }
    }
    painter.changePanes { $0.paste(screen.typed, focus: screen.focus) }
    let layout = BarsLayout(columns: max(painter.layout.spectrumColumns, 1), channels: 1)
    _ = painter.paint(SamplePicture.bars(layout), bars: layout)
    var renderer = ScreenRenderer(palette: Palette(depth: screen.depth))
    _ = renderer.render(painter.canvas)
    var emulator = ScreenEmulator(columns: screen.columns, rows: screen.rows)
    emulator.feed(renderer.bytes)
    #expect(emulator.faults == [])
    var looks: [String] = ["\u{1B}[m"]
    let letters = Array(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-/:;<=>?@[]^_{|}~")
    let lookLines = (0..<screen.rows).map { row in
      String(
        emulator.places[row * screen.columns..<(row + 1) * screen.columns].map { place -> Character in
          guard place.text != " " || place.look.contains("7m") || place.look.contains("48;") else { return "." }
          if !looks.contains(place.look) { looks.append(place.look) }
          return letters[min(looks.firstIndex(of: place.look) ?? 0, letters.count - 1)]
        })
    }
    let legend = looks.enumerated().map { "\(letters[min($0, letters.count - 1)]) \($1.dropFirst(2))" }
    return (emulator.lines + ["---"] + lookLines + ["---"] + legend).joined(separator: "\n") + "\n"
  }
}
