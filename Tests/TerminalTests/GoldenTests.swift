import RadioModel
import Terminal
import TestSupport
import Testing

@Suite("Golden screens")
struct GoldenTests {
  @Test(
    "the screen equals its golden screen at each size from 120 × 40 to 1 × 1",
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

  @Test("the list of keys covers the bars, and the screen is the same as before when the list is hidden")
  func help() {
    #expect(SamplePicture.lines(columns: 60, rows: 16, help: true) == Self.lines(GoldenScreens.help60x16))
    var painter = ViewPainter(columns: 60, rows: 16, glyphs: .eighths)
    painter.viewName = "rta mono"
    let layout = BarsLayout(columns: painter.layout.bars.columns, channels: 1)
    let picture = SamplePicture.bars(layout)
    for showsHelp in [false, true, false] {
      painter.showsHelp = showsHelp
      painter.show(SamplePicture.status)
      _ = painter.paint(picture, bars: layout)
    }
    #expect(SamplePicture.lines(painter.canvas) == SamplePicture.lines(columns: 60, rows: 16))
  }

  @Test("a retry is shown with its reason and the notice about the output")
  func retry() {
    var status = SamplePicture.status
    status.retry("radio.example.org sent no sound for 10 s", seconds: 4)
    status.notice = "no sound device: playing silently"
    let lines = SamplePicture.lines(columns: 72, rows: 14, status: status, flash: "stereo")
    #expect(lines == Self.lines(GoldenScreens.retry72x14))
  }

  @Test(
    "a reason longer than the width of the screen is shown completely, and the keys stay visible",
    arguments: [(80, 24), (60, 18)])
  func longReason(columns: Int, rows: Int) {
    let reason =
      "cannot find the host icecast.radiofrance.example.org; check its name and your network, or the setting of the proxy"
    let notice =
      "playing silently: cannot play to default: the device is not there; 'radiod devices' lists what this machine has"
    var status = SamplePicture.status
    status.retry(reason, seconds: 4)
    status.notice = notice
    let lines = SamplePicture.lines(columns: columns, rows: rows, status: status)
    func shows(_ sentence: String) -> Bool {
      // The words may be on several lines, with bars and scales around them.
      let words = sentence.split(separator: " ")
      var rest = words[...]
      for line in lines { while let word = rest.first, line.contains(word) { rest = rest.dropFirst() } }
      return rest.isEmpty
    }
    #expect(shows(reason), "\(lines.joined(separator: "\n"))")
    #expect(shows(notice), "\(lines.joined(separator: "\n"))")
    #expect(lines.count { $0.contains("4 s") } == 1 && lines[0].hasSuffix("retry in 4 s"))
    #expect(!lines.contains { $0.contains("\u{2026}") })
    #expect(lines.last?.contains("space pause   + - volume") == true, "\(lines.last ?? "")")
  }

  @Test("the screen is the same as before when a notice about the output disappears")
  func noticeGone() {
    var painter = ViewPainter(columns: 60, rows: 20, glyphs: .eighths)
    painter.viewName = "rta mono"
    let layout = BarsLayout(columns: painter.layout.bars.columns, channels: 1)
    let picture = SamplePicture.bars(layout)
    var status = SamplePicture.status
    for notice in [nil, String(repeating: "no sound device ", count: 9), "one", nil] {
      status.notice = notice
      painter.show(status)
      _ = painter.paint(picture, bars: layout)
      #expect(SamplePicture.lines(painter.canvas) == SamplePicture.lines(columns: 60, rows: 20, status: status))
    }
    #expect(SamplePicture.lines(painter.canvas) == SamplePicture.lines(columns: 60, rows: 20))
  }

  @Test(
    "text is cut into lines at blanks, or within a word that is longer than a line",
    arguments: [
      ("one two three", 7, 3, ["one two", "three"]), ("one two three", 7, 1, ["one tw…"]), ("one", 3, 2, ["one"]),
      ("abcdefghij", 4, 3, ["abcd", "efgh", "ij"]), ("日本語の局", 4, 3, ["日本", "語の", "局"]), ("a  b", 1, 5, ["a", "b"]),
      ("", 5, 2, [""]), ("one", 0, 2, []), ("one two three four", 9, 2, ["one two", "three fo…"]), ("日", 1, 3, ["…"]),
    ] as [(String, Int, Int, [String])])
  func wrapped(text: String, columns: Int, limit: Int, expected: [String]) {
    let lines = TextCells(text, isUTF8: true).lines(ofColumns: columns, limit: limit, isUTF8: true)
    let texts = lines.map { line in
      line.units.reduce(into: "") { $0.unicodeScalars.append($1.base) }
    }
    #expect(texts == expected)
    for line in lines { #expect(line.columns <= columns) }
  }

  @Test(
    "peaks have the colour of the terminal's text, which is visible on any background", arguments: ColorDepth.allCases)
  func caps(depth: ColorDepth) {
    let palette = Palette(depth: depth)
    func bytes(_ style: Style) -> [UInt8] {
      var bytes: [UInt8] = []
      palette.append(style, after: nil, to: &bytes)
      return bytes
    }
    #expect(bytes(.cap) == bytes(.plain))
  }

  @Test("a picture painted over others is the same as one painted on an empty screen")
  func overOthers() {
    var random = SeededRandom(state: 7)
    var painter = ViewPainter(columns: 90, rows: 22, glyphs: .eighths)
    let titles = ["短い", "a much longer title than the one before it - with more words", "", "é\u{301}\u{308} ไทย 🎧"]
    for _ in 0..<200 {
      var status = SamplePicture.status
      status.title = titles.randomElement(using: &random)
      if Bool.random(using: &random) { status.retry("日本 is silent", seconds: 3) }
      status.volume = Int.random(in: 0...100, using: &random)
      status.isMuted = Bool.random(using: &random)
      painter.showsHelp = Int.random(in: 0..<4, using: &random) == 0
      painter.viewName = "rta mono"
      painter.flash = Bool.random(using: &random) ? "mono" : nil
      let layout = BarsLayout(columns: painter.layout.bars.columns, channels: 1)
      painter.show(status)
      _ = painter.paint(SamplePicture.bars(layout), bars: layout)
      let fresh = SamplePicture.lines(
        columns: 90, rows: 22, status: status, help: painter.showsHelp, flash: painter.flash)
      #expect(SamplePicture.lines(painter.canvas) == fresh)
    }
  }

  private static func lines(_ golden: String) -> [String] {
    golden.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
