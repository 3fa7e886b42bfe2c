import Terminal

/// A screen with its terminal.
struct ScreenRun {
  static let traits = TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true, hasClipboard: true)

  let radio: FakeRadio
  var screen: ViewScreen
  var terminal: ScreenEmulator
  var now: Int64 = 0

  init(
    _ columns: Int = 80, _ rows: Int = 24, focus: PaneKind = .stations, keys: KeyMap = .standard,
    traits: TerminalTraits = ScreenRun.traits, radio: FakeRadio = FakeRadio()
  ) {
    self.radio = radio
    var options = ViewOptions()
    options.startPane = focus
    options.keys = keys
    screen = ViewScreen(radio: radio, options: options, traits: traits)
    screen.redraw(size: (columns, rows))
    terminal = ScreenEmulator(columns: columns, rows: rows)
    draw()
  }

  /// Presses keys, and returns what is to be done outside.
  @discardableResult mutating func type(_ keys: Key...) -> [ViewScreen.Effect] {
    let effects = keys.flatMap { screen.handle(.key($0), now: now) }
    draw()
    return effects
  }

  mutating func draw() {
    now += 200_000_000
    if screen.update(now: now) { terminal.feed(screen.bytes) }
  }

  func shows(_ text: String) -> Bool { terminal.lines.contains { $0.contains(text) } }
}
