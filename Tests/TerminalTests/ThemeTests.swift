import JSON
import Terminal
import TestSupport
import Testing

@Suite("Themes")
struct ThemeTests {
  private static func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test("a colour of a cell keeps 6 bits of red, 7 of green and 6 of blue")
  func quantization() {
    var random = SeededRandom(state: 3)
    for _ in 0..<2000 {
      func part() -> Int { .random(in: 0...255, using: &random) }
      let (front, back) = (Color(part(), part(), part()), Color(part(), part(), part()))
      for background in [back, nil] {
        let style = Style.colors(front, on: background)
        let cell = Cell(0x2580, style)
        #expect(cell.style == style && cell.glyph == 0x2580 && cell.columns == 1)
        #expect(cell.style.role == nil && cell.style.hasBackground == (background != nil))
        for (wanted, found) in [(front, cell.style.foreground), (background, cell.style.background)] {
          guard let wanted, let found else {
            #expect(wanted == nil && found == nil)
            continue
          }
          #expect(abs(wanted.red - found.red) <= 2 && abs(wanted.blue - found.blue) <= 2)
          #expect(abs(wanted.green - found.green) <= 1)
        }
      }
    }
  }

  @Test("a colour becomes the nearest one of 256 in xterm's palette")
  func nearest() {
    let levels = [0, 95, 135, 175, 215, 255]
    func distance(_ one: Color, _ other: Color) -> Int {
      let (r, g, b) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
      return r * r + g * g + b * b
    }
    func color(_ index: Int) -> Color {
      let (grey, cube) = (8 + 10 * (index - 232), index - 16)
      return index >= 232
        ? Color(grey, grey, grey) : Color(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
    var random = SeededRandom(state: 4)
    for number in 0..<1500 {
      func part() -> Int { number < 256 ? number : .random(in: 0...255, using: &random) }
      let wanted = Color(part(), part(), part())
      let index = wanted.xterm256Index
      // The grey that is tried is that of the mean, which is the nearest one but for a step.
      let best = (16..<256).map { distance(wanted, color($0)) }.min() ?? 0
      #expect((16..<256).contains(index) && distance(wanted, color(index)) <= best + 200, "\(wanted)")
    }
    for value in 0...255 {
      let index = Color(value, 0, 255).xterm256Index
      #expect(levels.allSatisfy { abs(levels[(index - 16) / 36] - value) <= abs($0 - value) }, "\(value)")
    }
  }

  @Test("in 256 colours neighbours in the bars differ by one step of the palette, and no colour comes twice")
  func ramps() throws {
    for theme in Theme.builtIn where theme.depthLimit >= .ansi256 {
      let palette = Palette(depth: .ansi256, theme: theme)
      var shown: [Int] = []
      for step in 0..<Style.gradientSteps {
        let sequence = String(decoding: palette.sequences[try #require(Style.gradient(step).role)], as: UTF8.self)
        let number = try #require(sequence.firstRange(of: "38;5;").map { sequence[$0.upperBound...] })
        let index = try #require(Int(number.prefix { $0.isNumber }))
        if shown.last != index { shown.append(index) }
      }
      #expect(shown == theme.ramp && shown.count >= 8 && Set(shown).count == shown.count)
      func parts(_ index: Int) -> [Int] { [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6] }
      for (one, next) in zip(shown, shown.dropFirst()) {
        let steps = zip(parts(one), parts(next)).map { abs($0 - $1) }
        #expect(steps.reduce(0, +) <= 3 && (steps.max() ?? 9) <= 2, "\(one) \(next)")
      }
    }
    let own = try Theme(name: "mine", json: Self.json(##"{"gradient": ["#000000", "#ffffff"]}"##))
    #expect(own.ramp.isEmpty)
  }

  @Test("a role and its background survive in a cell")
  func roles() {
    for role in 0..<Style.roleCount {
      let cell = Cell(0x41, Style(role: role), columns: 2)
      #expect(cell.style.role == role && cell.columns == 2)
      #expect(cell.style.hasBackground == [Style.selected, .inactiveSelected].contains(cell.style))
    }
    #expect(Cell.blank.isBlank && !Cell(0x20, .selected).isBlank)
  }

  @Test(
    "contrast is that of WCAG 2.2",
    arguments: [
      (Color(0, 0, 0), Color(255, 255, 255), 21), (Color(255, 255, 255), Color(255, 255, 255), 1),
      (Color(118, 118, 118), Color(255, 255, 255), 4.54), (Color(255, 0, 0), Color(255, 255, 255), 4.0),
    ] as [(Color, Color, Double)])
  func contrast(one: Color, other: Color, ratio: Double) {
    #expect(abs(one.contrast(with: other) - ratio) < 0.01)
    #expect(one.contrast(with: other) == other.contrast(with: one))
  }

  @Test("all text of a theme in a station's colour has a contrast of at least 4.5, whatever the colour")
  func stationColors() {
    var random = SeededRandom(state: 11)
    for number in 0..<3000 {
      func part() -> Int { number < 256 ? number : .random(in: 0...255, using: &random) }
      let color = Color(part(), part(), part())
      let theme = Theme.station(color)
      #expect(theme.background == color)
      for text in [theme.text, theme.faint, theme.accent, theme.notice, theme.alarm, theme.cap, theme.scale] {
        #expect((text?.contrast(with: color) ?? 0) >= 4.5, "\(color)")
      }
      for ground in [theme.selection, theme.inactiveSelection] {
        #expect(theme.selectionText.contrast(with: ground) >= 4.5, "\(color)")
      }
    }
  }

  @Test("in 256 colours the contrast is that of the colours which are shown; every hue has one")
  func stationColorsInPalette() throws {
    var random = SeededRandom(state: 12)
    for number in 0..<2000 {
      func part() -> Int { number < 256 ? number : .random(in: 0...255, using: &random) }
      let color = Color(part(), part(), part())
      let theme = Theme.station(color, depth: .ansi256)
      let ground = try #require(theme.background)
      #expect(ground == ground.shown(with: .ansi256) && ground == color.shown(with: .ansi256))
      for text in [theme.text, theme.faint, theme.accent, theme.notice, theme.alarm, theme.cap, theme.scale] {
        #expect((text?.shown(with: .ansi256).contrast(with: ground) ?? 0) >= 4.5, "\(color)")
      }
      for selection in [theme.selection, theme.inactiveSelection] {
        #expect(theme.selectionText.contrast(with: selection.shown(with: .ansi256)) >= 4.5, "\(color)")
      }
    }
  }

  @Test("the theme of a station has the colour of its picture, and without one that of its name")
  func stationChoice() {
    var themes = ThemeChoice()
    let hasStation = themes.choose("station")
    #expect(hasStation)
    #expect(themes.theme(station: "A", color: Color(10, 90, 40)).background == Color(10, 90, 40))
    #expect(themes.theme(station: "A").background == Color.ofName("A"))
    _ = themes.choose("light")
    #expect(themes.theme(station: "A", color: Color(10, 90, 40)) == .light)
  }

  @Test("the light theme is readable on its own background, and white text on the colour of a name")
  func readable() throws {
    let ground = try #require(Theme.light.background)
    for text in [Theme.light.text, Theme.light.faint, Theme.light.accent, Theme.light.notice, Theme.light.alarm] {
      #expect((text?.contrast(with: ground) ?? 0) >= 4.5)
    }
    for theme in [Theme.dark, .light] {
      for ground in [theme.selection, theme.inactiveSelection] {
        #expect(theme.selectionText.contrast(with: ground) >= 4.5)
      }
    }
    for name in ["", "Jazz FM", "Радио", "a", "b", "c", "Groove Salad"] {
      #expect(Color.ofName(name).contrast(with: Color(255, 255, 255)) >= 4.5)
      #expect(Color.ofName(name) == Color.ofName(name))
    }
    #expect(Set(["a", "b", "c", "d", "e"].map { "\(Color.ofName($0))" }).count > 3)
  }

  @Test("a theme has at most its own number of colours", arguments: Theme.builtIn, ColorDepth.allCases)
  func depths(theme: Theme, depth: ColorDepth) {
    let palette = Palette(depth: depth, theme: theme)
    #expect(palette.depth == min(depth, theme.depthLimit))
    let all = palette.sequences.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(all.contains("38;2") == (palette.depth == .trueColor))
    #expect(all.contains("38;5") == (palette.depth == .ansi256))
    if palette.depth == .none { #expect(!all.contains("3") && !all.contains("48")) }
  }

  @Test("a theme with a background paints all of the screen, and another theme sends all again")
  func background() throws {
    var renderer = ScreenRenderer(palette: Palette(depth: .trueColor, theme: .light))
    var canvas = Canvas(columns: 10, rows: 2, glyphs: .eighths)
    canvas.write("ab", row: 0, column: 4, limit: 9, style: .plain)
    _ = renderer.render(canvas)
    let ground = "48;2;250;250;247m"
    let first = String(decoding: renderer.bytes, as: UTF8.self)
    #expect(first.contains(ground + "\u{1B}[2J"))
    // A blank after the end of a picture has the background too, not the terminal's.
    canvas.put(0x20, row: 0, column: 4, style: .plain)
    _ = renderer.render(canvas)
    let second = String(decoding: renderer.bytes, as: UTF8.self)
    #expect(second.contains(ground + " "), "\(second.debugDescription)")
    renderer.palette = Palette(depth: .trueColor, theme: .dark)
    let isChanged = renderer.render(canvas)
    #expect(isChanged)
    let third = String(decoding: renderer.bytes, as: UTF8.self)
    #expect(third.contains("\u{1B}[m\u{1B}[2J") && third.contains("b"))
  }

  @Test("a theme of config.json takes what it leaves out from a built-in one")
  func own() throws {
    let theme = try Theme(
      name: "mine",
      json: Self.json(
        ##"{"from": "light", "accent": "#102030", "background": "#FFFFFF", "gradient": ["#000000", "#ffffff"]}"##))
    #expect(theme.name == "mine" && theme.accent == Color(16, 32, 48) && theme.background == Color(255, 255, 255))
    #expect(theme.text == Theme.light.text && theme.gradient.map(\.height) == [0, 1])
  }

  @Test(
    "an invalid theme of config.json gets one sentence that says where and what",
    arguments: [
      ("[]", "is an array, not an object"),
      (#"{"from": "blue"}"#, "begins \"from\" a theme that there is not; there are dark, light, 16, none"),
      (##"{"accent": "#12345"}"##, "has no colour such as \"#1c9c86\" in \"accent\""),
      (##"{"text": 3}"##, "has no colour such as \"#1c9c86\" in \"text\""),
      (##"{"gradient": []}"##, "takes 1 to 16 colours in \"gradient\""),
      (##"{"gradient": ["red"]}"##, "has no colour such as \"#1c9c86\" in \"gradient\""),
      (
        #"{"acent": "x"}"#,
        "has no member \"acent\"; there are from, gradient, accent, alarm, background, cap, faint, inactiveSelection, "
          + "notice, scale, selection, selectionText, text"
      ),
    ])
  func faults(json: String, sentence: String) throws {
    let value = try Self.json(json)
    let fault = #expect(throws: ThemeError.self) { try Theme(name: "mine", json: value) }
    #expect(fault?.description == "the theme \"mine\" " + sentence)
  }
}
