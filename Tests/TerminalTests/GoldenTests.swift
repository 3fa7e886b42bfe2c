import Terminal
import TestSupport
import Testing

@Suite("Whole screens")
struct GoldenTests {
  @Test(
    "look as they should, from large to hardly there",
    arguments: [
      (120, 40, 1, .eighths, GoldenScreens.full120x40), (80, 24, 2, .eighths, GoldenScreens.stereo80x24),
      (80, 24, 1, .ascii, GoldenScreens.ascii80x24), (60, 16, 1, .halves, GoldenScreens.console60x16),
      (40, 10, 1, .eighths, GoldenScreens.small40x10), (20, 3, 1, .eighths, GoldenScreens.tiny20x3),
      (5, 2, 1, .eighths, GoldenScreens.speck5x2), (1, 1, 1, .eighths, GoldenScreens.dot1x1),
    ] as [(Int, Int, Int, GlyphSet, String)])
  func sizes(columns: Int, rows: Int, channels: Int, glyphs: GlyphSet, golden: String) {
    let lines = SamplePicture.lines(columns: columns, rows: rows, glyphs: glyphs, channels: channels)
    #expect(lines == Self.lines(golden))
  }

  @Test("the list of keys stands over the bars, and goes without a trace")
  func help() {
    #expect(SamplePicture.lines(columns: 60, rows: 16, help: true) == Self.lines(GoldenScreens.help60x16))
    var painter = ViewPainter(columns: 60, rows: 16, glyphs: .eighths)
    painter.viewName = "rta mono"
    let layout = BarsLayout(columns: painter.layout.bars.columns, channels: 1)
    let picture = SamplePicture.bars(layout)
    for showsHelp in [false, true, false] {
      painter.showsHelp = showsHelp
      _ = painter.paint(SamplePicture.snapshot, picture: picture, bars: layout)
    }
    #expect(SamplePicture.lines(painter.canvas) == SamplePicture.lines(columns: 60, rows: 16))
  }

  @Test("a retry is told, with its reason and the notice about the output")
  func retry() {
    var snapshot = SamplePicture.snapshot
    snapshot.state = .retrying(reason: "radio.example.org sent no sound for 10 s", seconds: 4)
    snapshot.outputNotice = "no sound device: playing silently"
    let lines = SamplePicture.lines(columns: 72, rows: 14, snapshot: snapshot, flash: "stereo")
    #expect(lines == Self.lines(GoldenScreens.retry72x14))
  }

  @Test("a picture painted over others is the same as one painted afresh")
  func overOthers() {
    var random = SeededRandom(state: 7)
    var painter = ViewPainter(columns: 90, rows: 22, glyphs: .eighths)
    let titles = ["短い", "a much longer title than the one before it - with more words", "", "é\u{301}\u{308} ไทย 🎧"]
    for _ in 0..<200 {
      var snapshot = SamplePicture.snapshot
      snapshot.title = titles.randomElement(using: &random)
      snapshot.state = Bool.random(using: &random) ? .playing : .retrying(reason: "日本 is silent", seconds: 3)
      snapshot.volume = Int.random(in: 0...100, using: &random)
      snapshot.isMuted = Bool.random(using: &random)
      painter.showsHelp = Int.random(in: 0..<4, using: &random) == 0
      painter.viewName = "rta mono"
      painter.flash = Bool.random(using: &random) ? "mono" : nil
      let layout = BarsLayout(columns: painter.layout.bars.columns, channels: 1)
      _ = painter.paint(snapshot, picture: SamplePicture.bars(layout), bars: layout)
      let fresh = SamplePicture.lines(
        columns: 90, rows: 22, snapshot: snapshot, help: painter.showsHelp, flash: painter.flash)
      #expect(SamplePicture.lines(painter.canvas) == fresh)
    }
  }

  private static func lines(_ golden: String) -> [String] {
    golden.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
