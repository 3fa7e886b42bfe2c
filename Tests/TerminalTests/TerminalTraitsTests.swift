import Terminal
import Testing

@Suite("The traits of the terminal, from the environment")
struct TerminalTraitsTests {
  @Test(
    "the environment determines the colour depth",
    arguments: [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-256color"], .ansi256), (["TERM": "xterm"], .ansi16), (["TERM": "linux"], .ansi16),
      (["TERM": "xterm-kitty"], .trueColor), (["TERM": "xterm-direct"], .trueColor), (["TERM": "foot"], .trueColor),
      (["TERM": "screen", "COLORTERM": "truecolor"], .ansi16),
      (["TERM": "screen", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux"], .trueColor),
      (["TERM": "screen.xterm-256color", "COLORTERM": "truecolor"], .ansi256), (["TERM": "tmux-256color"], .ansi256),
      (["TERM": "vt100"], .none), (["TERM": "vt220", "COLORTERM": "truecolor"], .none), (["TERM": "dumb"], .none),
      ([:], .none), (["TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256), (["TERM": "xterm", "COLORTERM": "yes"], .ansi16),
    ] as [([String: String], ColorDepth)])
  func colors(environment: [String: String], expected: ColorDepth) {
    #expect(ColorDepth.detect(environment: { environment[$0] }) == expected)
  }

  @Test(
    "the environment determines the character set",
    arguments: [
      (["LANG": "en_US.UTF-8"], false, .eighths), (["LANG": "C.utf8"], false, .eighths),
      (["LANG": "de_DE.UTF-8@euro"], false, .eighths), (["LC_CTYPE": "UTF-8"], false, .eighths),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true, .ascii),
      (["LANG": "C", "LC_CTYPE": "en_GB.UTF-8"], false, .eighths),
      (["LANG": "en_US.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-1"], true, .ascii), (["LANG": "de_DE"], true, .ascii),
      (["LANG": "en_US.UTF-8", "LC_ALL": ""], false, .eighths), ([:], true, .eighths), ([:], false, .ascii),
      (["LANG": "POSIX"], true, .ascii),
    ] as [([String: String], Bool, GlyphSet)])
  func glyphs(environment: [String: String], inputIsUTF8: Bool, expected: GlyphSet) {
    var environment = environment
    environment["TERM"] = "xterm"
    let traits = TerminalTraits.detect(environment: { environment[$0] }, inputIsUTF8: inputIsUTF8)
    #expect(traits.glyphs == expected)
    #expect(traits.hasCursorControl)
  }

  @Test("a dumb or unnamed terminal gets ASCII and no escape codes, and the Linux console only half blocks")
  func special() {
    for term in ["dumb", "", nil] {
      let traits = TerminalTraits.detect(
        environment: { ["TERM": term, "LANG": "C.UTF-8", "COLORTERM": "truecolor"][$0] ?? nil }, inputIsUTF8: true)
      #expect(traits == TerminalTraits(colors: .none, glyphs: .ascii, hasCursorControl: false))
    }
    let console = TerminalTraits.detect(environment: { ["TERM": "linux", "LANG": "C.UTF-8"][$0] }, inputIsUTF8: true)
    #expect(console == TerminalTraits(colors: .ansi16, glyphs: .halves, hasCursorControl: true))
  }

  @Test(
    "the window's title is set when the terminal can restore the old one and the user allows it",
    arguments: [
      (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true), (["TERM": "alacritty"], true),
      (["TERM": "screen-256color"], false), (["TERM": "screen-256color", "TMUX": "/tmp/tmux"], true),
      (["TERM": "linux"], false), (["TERM": "dumb"], false), ([:], false), (["TERM": "vt220"], false),
      (["TERM": "xterm", "SPRINGRADIO_NO_TITLE": "1"], false), (["TERM": "xterm", "SPRINGRADIO_NO_TITLE": ""], true),
    ] as [([String: String], Bool)])
  func title(environment: [String: String], hasTitle: Bool) {
    #expect(TerminalTraits.detect(environment: { environment[$0] }, inputIsUTF8: true).hasTitle == hasTitle)
  }

  @Test(
    "the palette without colours has no colour in it, and each palette has a sequence for every style",
    arguments: ColorDepth.allCases)
  func palettes(depth: ColorDepth) {
    let sequences = Palette(depth: depth).sequences.map { String(decoding: $0, as: UTF8.self) }
    #expect(sequences.count == Style.roleCount)
    #expect(sequences.allSatisfy { $0.hasPrefix("\u{1B}[") && $0.hasSuffix("m") })
    let colored = sequences.filter { $0.contains(";3") || $0.contains(";38;") }
    switch depth {
    case .none: #expect(colored == [])
    case .ansi16: #expect(colored.allSatisfy { !$0.contains("38;") } && colored.count > 60)
    case .ansi256: #expect(colored.allSatisfy { $0.contains("38;5;") } && colored.count > 60)
    case .trueColor: #expect(colored.allSatisfy { $0.contains("38;2;") } && Set(colored).count > 60)
    }
  }

  @Test(
    "a colour becomes the nearest one of xterm's palette",
    arguments: [
      (Color(0, 0, 0), 16), (Color(255, 255, 255), 231), (Color(255, 0, 0), 196), (Color(95, 135, 175), 67),
      (Color(8, 8, 8), 232), (Color(128, 128, 128), 244), (Color(238, 238, 238), 255),
    ] as [(Color, Int)])
  func xterm256(color: Color, index: Int) { #expect(color.xterm256Index == index) }
}
