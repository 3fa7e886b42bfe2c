import Terminal
import TestSupport
import Testing

@Suite("The screen renderer")
struct ScreenRendererTests {
  private static let texts = [
    "Artist - Song", "宇多田ヒカル", "🎵 🎧", "กำลังเล่น", "e\u{301}a\u{308}\u{323}", "x", "█▇▆▅▄▃▂▁", "─│┤", "日", "한국어 노래", "  ",
  ]

  @Test("the terminal shows the picture, whatever the pictures before it were", arguments: 0..<24)
  func showsPicture(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let depth = ColorDepth.allCases[seed % ColorDepth.allCases.count]
    let palette = Palette(depth: depth)
    var renderer = ScreenRenderer(palette: palette)
    var size = (columns: Int.random(in: 1...50, using: &random), rows: Int.random(in: 1...14, using: &random))
    var canvas = Canvas(columns: size.columns, rows: size.rows, glyphs: .eighths)
    var terminal = ScreenEmulator(columns: size.columns, rows: size.rows)
    terminal.resize(columns: size.columns, rows: size.rows)
    for turn in 0..<60 {
      if turn % 17 == 16 {
        size = (Int.random(in: 1...50, using: &random), Int.random(in: 1...14, using: &random))
        canvas = Canvas(columns: size.columns, rows: size.rows, glyphs: .eighths)
        terminal.resize(columns: size.columns, rows: size.rows)
        renderer.invalidate()
      }
      scribble(on: &canvas, &random)
      if renderer.render(canvas) { terminal.feed(renderer.bytes) }
      #expect(terminal.faults == [])
      #expect(difference(canvas, terminal, palette) == nil, "turn \(turn)")
      #expect(terminal.modes == [])
      if terminal.faults != [] || difference(canvas, terminal, palette) != nil { return }
    }
    #expect(terminal.pictures > 10)
  }

  @Test("the renderer sends nothing when the picture stays the same")
  func nothingForNothing() {
    var renderer = ScreenRenderer(palette: Palette(depth: .trueColor))
    var canvas = Canvas(columns: 40, rows: 10, glyphs: .eighths)
    canvas.write("日本 - a song", row: 2, column: 1, limit: 30, style: .strong)
    let isFirstSent = renderer.render(canvas)
    let isSecondSent = renderer.render(canvas)
    #expect(isFirstSent && !isSecondSent)
    #expect(renderer.bytes.isEmpty)
  }

  @Test("the renderer sends only the changed cell, inside a synchronized update")
  func onlyTheChange() {
    var renderer = ScreenRenderer(palette: Palette(depth: .none))
    var canvas = Canvas(columns: 40, rows: 10, glyphs: .eighths)
    canvas.write("some text", row: 2, column: 1, limit: 30, style: .plain)
    _ = renderer.render(canvas)
    canvas.put(0x58, row: 2, column: 3, style: .plain)
    _ = renderer.render(canvas)
    #expect(String(decoding: renderer.bytes, as: UTF8.self) == "\u{1B}[?2026h\u{1B}[3;4H\u{1B}[mX\u{1B}[m\u{1B}[?2026l")
  }

  @Test("the renderer never sends a control character, even if a cell has one")
  func noControls() {
    var renderer = ScreenRenderer(palette: Palette(depth: .none))
    var canvas = Canvas(columns: 40, rows: 1, glyphs: .eighths)
    for code in [0x00, 0x07, 0x0A, 0x1B, 0x7F, 0x80, 0x9B, 0x9F] as [UInt32] {
      canvas.put(code, row: 0, column: Int(code % 40), style: .plain)
    }
    _ = renderer.render(canvas)
    var terminal = ScreenEmulator(columns: 40, rows: 1)
    terminal.feed(renderer.bytes)
    #expect(terminal.faults == [])
  }

  @Test("the renderer draws the right clusters after the canvas has forgotten the earlier ones")
  func forgettingClusters() {
    let palette = Palette(depth: .ansi256)
    var renderer = ScreenRenderer(palette: palette)
    var canvas = Canvas(columns: 20, rows: 1, glyphs: .eighths)
    var terminal = ScreenEmulator(columns: 20, rows: 1)
    for text in ["e\u{301}", "a\u{308}"] {
      canvas.forgetClusters()
      renderer.invalidate()
      canvas.write(text, row: 0, column: 0, limit: 20, style: .plain)
      _ = renderer.render(canvas)
      terminal.feed(renderer.bytes)
      #expect(difference(canvas, terminal, palette) == nil)
      #expect(canvas.clusters.count == 1)
    }
  }

  private func scribble(on canvas: inout Canvas, _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let row = Int.random(in: -1...canvas.rows, using: &random)
      let column = Int.random(in: -1...canvas.columns, using: &random)
      let style = Self.style(&random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: canvas.put(0x2588, row: row, column: column, style: style)
      case 1: canvas.fill(0x2584, row: row, column: column, count: Int.random(in: 0...20, using: &random), style: style)
      case 2: canvas.clear(Region(row: row, column: 0, rows: 1, columns: canvas.columns))
      default:
        let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
        canvas.write(text, row: row, column: column, limit: Int.random(in: 0...20, using: &random), style: style)
      }
    }
    if Int.random(in: 0..<20, using: &random) == 0 { canvas.clear() }
  }

  private static func style(_ random: inout SeededRandom) -> Style {
    func color() -> Color {
      Color(Int.random(in: 0...255, using: &random), Int.random(in: 0...255, using: &random), 40)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .colors(color(), on: color())
    case 1: return .colors(color(), on: nil)
    default: return Style(role: .random(in: 0..<Style.roleCount, using: &random))
    }
  }

  /// The first cell in which the terminal differs from the canvas; nil when there is none.
  private func difference(_ canvas: Canvas, _ terminal: ScreenEmulator, _ palette: Palette) -> String? {
    for row in 0..<canvas.rows {
      for column in 0..<canvas.columns {
        let cell = canvas[row, column]
        let place = terminal.places[row * canvas.columns + column]
        var text = ""
        if cell.glyph >= Cell.firstCluster {
          text = String(decoding: canvas.clusters[Int(cell.glyph - Cell.firstCluster)], as: UTF8.self)
        } else if cell.columns > 0, let scalar = Unicode.Scalar(cell.glyph) {
          text = String(Character(scalar))
        }
        var look: [UInt8] = []
        palette.append(cell.style, after: nil, to: &look)
        let sameLook =
          cell.isBlank
          ? !place.look.contains("48;") : cell.columns == 0 || String(decoding: look, as: UTF8.self) == place.look
        if text != place.text || !sameLook {
          return "row \(row), column \(column): \(text.debugDescription) became \(place.text.debugDescription)"
        }
      }
    }
    return nil
  }
}
