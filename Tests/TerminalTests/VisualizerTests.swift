import AudioCore
import Glibc
import Terminal
import TestSupport
import Testing

@Suite("Visualizers")
struct VisualizerTests {
  private static let format = AudioFormat(sampleRate: 44_100, channels: 2)

  /// Sines of these frequencies on the left and the right, `frames` long, which begin at the phase `phase` of a turn.
  private static func samples(_ left: Double, _ right: Double, phase: Double, frames: Int = 2048) -> [Float] {
    (0..<frames).flatMap { frame -> [Float] in
      [left, right].map { frequency in
        frequency == 0 ? 0 : Float(0.5 * sin(2 * .pi * (Double(frame) * frequency / 44_100 + phase)))
      }
    }
  }

  private static func canvas(_ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .eighths) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows, glyphs: glyphs)
    for row in 0..<rows { canvas.fill(0x78, row: row, column: 0, count: columns, style: .plain) }
    return canvas
  }

  /// True when all cells outside `region` still have the letter that they had before.
  private static func isIntact(_ canvas: Canvas, outside region: Region) -> Bool {
    (0..<canvas.rows).allSatisfy { row in
      (0..<canvas.columns).allSatisfy { column in
        let isInside =
          region.row..<region.row + region.rows ~= row && region.column..<region.column + region.columns ~= column
        return isInside || canvas[row, column].glyph == 0x78
      }
    }
  }

  private static func text(_ canvas: Canvas, _ region: Region) -> [String] {
    SamplePicture.lines(canvas)[region.row..<region.row + region.rows].map {
      String($0.dropFirst(region.column).prefix(region.columns))
    }
  }

  // MARK: Oscilloscope

  @Test("a steady tone stands still, whatever its phase", arguments: [110.0, 441, 1000, 3520])
  func triggered(frequency: Double) {
    let region = Region(row: 1, column: 2, rows: 10, columns: 40)
    var pictures: [[String]] = []
    for phase in stride(from: 0.0, to: 1, by: 0.13) {
      var scope = Oscilloscope()
      scope.update(
        Self.samples(frequency, frequency, phase: phase), format: Self.format, columns: 40, isStereo: false)
      var canvas = Self.canvas(44, 12)
      scope.draw(into: &canvas, region: region)
      #expect(Self.isIntact(canvas, outside: region))
      pictures.append(Self.text(canvas, region))
    }
    // A sample is up to half a dot away from the crossing, so some dots differ.
    let first = pictures[0].joined()
    for picture in pictures {
      let differing = zip(first, picture.joined()).count { $0 != $1 }
      #expect(differing <= Int(0.35 * Double(first.count { $0 != " " })), "\(picture.joined(separator: "\n"))")
    }
    #expect(Set(pictures[0].joined()).count > 5)
  }

  @Test("a tone of 440 Hz stands still from picture to picture, within a column", arguments: [true, false])
  func jitter(isStereo: Bool) {
    let tone = Self.samples(440, 440, phase: 0.3, frames: 50_000)
    var scope = Oscilloscope()
    var crossings: [[Int]] = []
    for picture in 0..<30 {
      let first = picture * 1470 * 2
      scope.update(
        Array(tone[first..<first + 4096 * 2]), format: Self.format, columns: 114, isStereo: isStereo)
      var canvas = Self.canvas(114, 34)
      scope.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 34, columns: 114))
      // The wave is highest half-way between two crossings of the middle: the first column of each top is its place.
      let top = (0..<114).map { canvas[0, $0].glyph != 0x20 || canvas[1, $0].glyph != 0x20 }
      crossings.append((1..<114).filter { top[$0] && !top[$0 - 1] })
    }
    #expect(crossings[0].count >= 8, "\(crossings[0])")
    for places in crossings {
      #expect(places.count == crossings[0].count)
      for (place, wanted) in zip(places, crossings[0]) { #expect(abs(place - wanted) <= 1, "\(places)") }
    }
  }

  @Test("in stereo L and R stand beside their waves, in mono nothing does")
  func channelNames() {
    let region = Region(row: 1, column: 5, rows: 12, columns: 20)
    for isStereo in [true, false] {
      var canvas = Canvas(columns: 30, rows: 14, glyphs: .eighths)
      Oscilloscope.drawChannels(into: &canvas, column: 0, region: region, isStereo: isStereo)
      let marks = SamplePicture.lines(canvas).map { $0.filter(\.isLetter) }
      #expect(marks.firstIndex(of: "L") == (isStereo ? 4 : nil) && marks.firstIndex(of: "R") == (isStereo ? 10 : nil))
    }
  }

  @Test("the wave fills the height, begins in the middle and rises first")
  func shape() {
    var scope = Oscilloscope()
    scope.update(Self.samples(100, 100, phase: 0.4), format: Self.format, columns: 60, isStereo: false)
    var canvas = Self.canvas(60, 16)
    scope.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 16, columns: 60))
    func rows(_ column: Int) -> [Int] { (0..<16).filter { canvas[$0, column].glyph != 0x20 } }
    #expect(rows(0).contains { 6...9 ~= $0 })
    // 20 ms are two periods: a quarter of one is 7.5 columns.
    #expect(rows(7).contains { $0 <= 1 } && rows(22).contains { $0 >= 14 })
    for column in 0..<60 { #expect(!rows(column).isEmpty) }
  }

  @Test("in stereo the left channel is above the right one")
  func stereo() {
    var scope = Oscilloscope()
    scope.update(Self.samples(500, 0, phase: 0), format: Self.format, columns: 30, isStereo: true)
    var canvas = Self.canvas(30, 12)
    scope.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 12, columns: 30))
    let used = (0..<12).map { row in (0..<30).count { canvas[row, $0].glyph != 0x20 } }
    #expect(used[0..<6].count { $0 > 0 } >= 5)
    #expect(used[6..<12].count { $0 > 0 } == 1, "silence is a line: \(used)")
  }

  @Test("silence is a straight line, and hostile samples do no harm")
  func edges() {
    var scope = Oscilloscope()
    #expect(scope.isFlat)
    for samples in [
      [Float](), [0.1], [Float](repeating: .nan, count: 4096), [Float](repeating: .infinity, count: 4096),
      [Float](repeating: 0, count: 4096), [Float](repeating: 1e30, count: 4096),
    ] {
      for channels in [1, 2, 6] {
        scope.update(
          samples, format: AudioFormat(sampleRate: 44_100, channels: channels), columns: 12, isStereo: channels == 2)
        var canvas = Self.canvas(12, 5)
        scope.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 5, columns: 12))
      }
    }
    scope.clear()
    #expect(scope.isFlat)
  }

  // MARK: Waterfall

  private static func waterfall(_ depth: ColorDepth, columns: Int, rows: Int) -> Waterfall {
    var waterfall = Waterfall()
    waterfall.apply(.dark, depth: depth)
    waterfall.resize(columns: columns, rows: rows)
    return waterfall
  }

  @Test("the newest row is at the top, and rows flow down by half a cell")
  func flows() {
    var waterfall = Self.waterfall(.trueColor, columns: 4, rows: 3)
    let region = Region(row: 1, column: 1, rows: 3, columns: 4)
    func looks(_ canvas: Canvas, _ column: Int) -> [Color?] {
      (0..<3).flatMap { row -> [Color?] in
        let style = canvas[1 + row, 1 + column].style
        return [style.foreground, style.background]
      }
    }
    let dark = waterfall
    var canvas = Self.canvas(6, 5)
    dark.draw(into: &canvas, region: region)
    let ground = looks(canvas, 0)[0]
    // A tone in the second band for one row, then silence.
    waterfall.add([-120, 0, -120, -120], sensitivity: 0)
    for step in 0..<6 {
      canvas = Self.canvas(6, 5)
      waterfall.draw(into: &canvas, region: region)
      #expect(Self.isIntact(canvas, outside: region))
      let column = looks(canvas, 1)
      #expect(column.indices.filter { column[$0] != ground } == [step])
      #expect(looks(canvas, 0).allSatisfy { $0 == ground })
      waterfall.add([], sensitivity: 0)
    }
    #expect(waterfall.isDark)
  }

  @Test("a louder band is brighter, at any number of colours", arguments: ColorDepth.allCases, GlyphSet.allCases)
  func brightness(depth: ColorDepth, glyphs: GlyphSet) {
    var waterfall = Self.waterfall(depth, columns: 8, rows: 1)
    waterfall.add((0..<8).map { -90 + 10 * Float($0) }, sensitivity: 0)
    var canvas = Self.canvas(8, 1, glyphs)
    waterfall.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 1, columns: 8))
    let marks = (0..<8).map { column -> Double in
      let cell = canvas[0, column]
      if depth >= .ansi256 { return cell.style.foreground?.luminance ?? -1 }
      let order: [UInt32] = [0x20, 0x2E, 0x3A, 0x2A, 0x23, 0x2591, 0x2592, 0x2593, 0x2588]
      return Double(order.firstIndex(of: cell.glyph) ?? -1)
    }
    #expect(marks.allSatisfy { $0 >= 0 } && marks[0] < marks[3] && marks[3] < marks[7], "\(marks)")
  }

  @Test("its memory is bounded by the region, and another width begins empty")
  func bounded() {
    var waterfall = Self.waterfall(.trueColor, columns: 5, rows: 2)
    for _ in 0..<100 { waterfall.add([Float](repeating: 0, count: 5), sensitivity: 0) }
    #expect(!waterfall.isDark)
    waterfall.resize(columns: 6, rows: 2)
    #expect(waterfall.isDark)
    waterfall.add([.nan, .infinity, -.infinity, 0, 0, 0], sensitivity: .nan)
    var canvas = Self.canvas(6, 2)
    waterfall.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 2, columns: 6))
  }

  @Test("rows of the past survive a change of the height, and the newest stays at the top")
  func keepsRows() {
    var waterfall = Self.waterfall(.trueColor, columns: 3, rows: 4)
    for level in [-45, -80, -60, -80] as [Float] { waterfall.add([level, -120, -120], sensitivity: 0) }
    func bright(_ rows: Int) -> [Double] {
      var canvas = Canvas(columns: 3, rows: rows, glyphs: .eighths)
      waterfall.draw(into: &canvas, region: Region(row: 0, column: 0, rows: rows, columns: 3))
      return (0..<rows).flatMap { row in
        [canvas[row, 0].style.foreground?.luminance ?? 0, canvas[row, 0].style.background?.luminance ?? 0]
      }
    }
    let before = bright(4)
    #expect(before[1] > before[0] && before[3] > before[1] && before[2] == before[0])
    waterfall.resize(columns: 3, rows: 6)
    #expect(Array(bright(6).prefix(4)) == Array(before.prefix(4)))
    waterfall.resize(columns: 3, rows: 1)
    #expect(bright(1) == Array(before.prefix(2)))
  }

  @Test(
    "the labels are in Hz and seconds, and the colours have their levels", arguments: [ColorDepth.trueColor, .none])
  func waterfallLabels(depth: ColorDepth) {
    let radio = FakeRadio()
    var options = ViewOptions()
    options.visualizer = .waterfall
    var screen = ViewScreen(
      radio: radio, options: options,
      traits: TerminalTraits(colors: depth, glyphs: .eighths, hasCursorControl: true))
    screen.redraw(size: (99, 30))
    var terminal = ScreenEmulator(columns: 99, rows: 30)
    for picture in 1...4 where screen.update(now: Int64(picture) * 50_000_000) { terminal.feed(screen.bytes) }
    let lines = terminal.lines
    #expect(lines.contains { $0.contains("Hz") && $0.contains(" 1k ") && $0.contains(" 10k ") }, "\(lines)")
    #expect(lines.contains { $0.contains(" -18 dB") && $0.contains("-80 ") })
    #expect(lines.contains { $0.hasPrefix("  0 s") || $0.hasPrefix("   0 s") })
    #expect(lines.contains { $0.contains(depth == .none ? "0.5" : "1 s") })
  }

  // MARK: Mirrored bars

  @Test("mirrored bars are as high above the middle as below it, at every height")
  func mirror() {
    for rows in 1...9 {
      for eighths in 0...(rows + 1) / 2 * 8 {
        let layout = BarsLayout(columns: 6, channels: 1, requested: 2)
        var picture = BarPicture(channels: 1, bands: 2, frequencies: 40...18_000, levels: nil)
        picture.heights = [Float(eighths) / Float((rows + 1) / 2 * 8), 0]
        var bars = MirroredBars()
        var canvas = Self.canvas(8, rows + 2)
        let region = Region(row: 1, column: 1, rows: rows, columns: 6)
        bars.draw(picture, layout: layout, region: region, into: &canvas)
        #expect(Self.isIntact(canvas, outside: region))
        let column = 1 + layout.column(band: 0, channel: 0)
        func filled(_ row: Int) -> Int {
          let cell = canvas[row, column]
          let eighths = 0x2581...0x2588 ~= cell.glyph ? Int(cell.glyph) - 0x2580 : 0
          return cell.style == .scale ? 0 : cell.style.isReversed ? 8 - eighths : eighths
        }
        let above = (rows + 1) / 2
        let up = (0..<above).reduce(0) { $0 + filled(above - $1) }
        #expect(up == eighths)
        for step in 0..<rows - above { #expect(filled(above - step) == filled(above + 1 + step)) }
      }
    }
  }

  @Test(
    "mirrored bars have the same numbers above and below, at the same distance from the middle",
    arguments: [20, 21, 40])
  func mirroredNumbers(rows: Int) {
    let place = ViewLayout(columns: 80, rows: rows + 8)
    var canvas = Canvas(columns: 80, rows: rows + 8, glyphs: .eighths)
    let layout = BarsLayout(columns: place.bars.columns, channels: 1)
    MirroredBars().drawScales(SamplePicture.bars(layout), layout: layout, place: place, into: &canvas)
    let texts = SamplePicture.lines(canvas)[place.bars.row..<place.bars.row + place.bars.rows].map {
      String($0.prefix(5 + place.bars.column - ViewLayout.levelScaleColumns)).filter { $0 != " " }
    }
    let above = (place.bars.rows + 1) / 2
    let numbered = (0..<above).filter { texts[$0].contains("-") && 2 * above - 1 - $0 < texts.count }
    #expect(numbered.count >= 3, "\(texts)")
    for row in numbered { #expect(texts[2 * above - 1 - row] == texts[row], "\(texts)") }
    #expect(texts.allSatisfy { $0.hasSuffix("\u{2502}") || $0.hasSuffix("\u{2524}") })
    #expect(texts.count { $0.contains("dB") } == 1)
  }

  @Test("bars that are drawn over others look like bars on an empty region")
  func overOthers() {
    var random = SeededRandom(state: 5)
    let layout = BarsLayout(columns: 30, channels: 2)
    let region = Region(row: 0, column: 0, rows: 9, columns: 30)
    var bars = MirroredBars()
    var canvas = Self.canvas(30, 9)
    for _ in 0..<200 {
      var picture = BarPicture(channels: 2, bands: layout.bands, frequencies: 40...18_000, levels: nil)
      for index in picture.heights.indices { picture.heights[index] = .random(in: -0.2...1.2, using: &random) }
      bars.draw(picture, layout: layout, region: region, into: &canvas)
      var fresh = MirroredBars()
      var other = Self.canvas(30, 9)
      fresh.draw(picture, layout: layout, region: region, into: &other)
      #expect(canvas.cells == other.cells)
    }
  }

  // MARK: All

  @Test(
    "each mode draws any size, and the picture reaches the terminal without a fault", arguments: VisualizerMode.allCases
  )
  func sizes(mode: VisualizerMode) {
    let radio = FakeRadio()
    var options = ViewOptions()
    options.visualizer = mode
    for (columns, rows) in [(1, 1), (2, 3), (11, 4), (20, 5), (41, 9), (80, 24), (200, 60)] {
      for depth in ColorDepth.allCases {
        let traits = TerminalTraits(colors: depth, glyphs: .eighths, hasCursorControl: true)
        var screen = ViewScreen(radio: radio, options: options, traits: traits)
        screen.redraw(size: (columns, rows))
        var terminal = ScreenEmulator(columns: columns, rows: rows)
        for picture in 1...6 {
          if screen.update(now: Int64(picture) * 50_000_000) { terminal.feed(screen.bytes) }
        }
        #expect(terminal.faults == [], "\(mode) at \(columns) × \(rows)")
        if columns >= 200 { #expect(terminal.lines.joined().contains(mode.rawValue)) }
      }
    }
  }
}
