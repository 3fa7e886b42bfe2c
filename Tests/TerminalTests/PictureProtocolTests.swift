import Terminal
import Testing

@Suite("The way in which a terminal shows pictures")
struct PictureProtocolTests {
  private static func detect(
    _ environment: [String: String], colors: ColorDepth = .trueColor, glyphs: GlyphSet = .eighths, isDumb: Bool = false
  ) -> Found {
    let found = PictureProtocol.detect(
      environment: { environment[$0] },
      traits: TerminalTraits(colors: colors, glyphs: glyphs, hasCursorControl: !isDumb))
    return Found(method: found.method, mayBeSixel: found.mayBeSixel)
  }

  private struct Found: Equatable {
    var method: PictureProtocol
    var mayBeSixel = false
  }

  @Test(
    "the environment names it",
    arguments: [
      (["TERM": "xterm-kitty"], .kitty, false), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty, false),
      (["TERM": "xterm-ghostty"], .kitty, false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm2, false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm2, false),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm2, false), (["TERM": "foot"], .sixel, true),
      (["TERM": "xterm-256color"], .halfBlocks, true), (["TERM": "alacritty"], .halfBlocks, true),
      (["TERM": "linux"], .halfBlocks, false),
      (["TERM": "tmux-256color", "TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"], .halfBlocks, false),
      (["TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"], .halfBlocks, false),
      (["TERM": "xterm-kitty", "STY": "1.a"], .halfBlocks, false),
    ] as [([String: String], PictureProtocol, Bool)])
  func environment(variables: [String: String], method: PictureProtocol, mayBeSixel: Bool) {
    #expect(Self.detect(variables) == Found(method: method, mayBeSixel: mayBeSixel))
  }

  @Test("with few colours, without UTF-8 or without cursor control there are none")
  func none() {
    #expect(Self.detect(["TERM": "xterm-kitty"], colors: .none) == Found(method: .none))
    #expect(Self.detect(["TERM": "xterm"], colors: .ansi16) == Found(method: .none))
    #expect(Self.detect(["TERM": "xterm-256color"], glyphs: .ascii) == Found(method: .none))
    #expect(Self.detect(["TERM": "dumb"], isDumb: true) == Found(method: .none))
  }

  @Test("answers are found among keys and other sequences, and give no keys")
  func answers() throws {
    let typed =
      "a\u{1B}[6;22;11t\u{1B}[A\u{1B}[?62;4;22cq\u{1B}[?1;2c\u{1B}[8;1;2t\u{1B}[6;0;9t\u{1B}[6;22t"
    var answers = TerminalAnswers()
    let found = typed.utf8.compactMap { answers.feed($0) }
    #expect(
      CellPixels(width: 11, height: 22).map { [.cell($0), .attributes([62, 4, 22]), .attributes([1, 2])] } == found)
    var keys = KeyParser()
    let pressed = typed.utf8.compactMap { keys.feed($0) }
    #expect(pressed.count == 3, "only a, the arrow and q are keys")
  }

  @Test("endless and broken answers take no memory and do not hide the next one")
  func hostile() {
    var answers = TerminalAnswers()
    func feed(_ text: String) -> [TerminalAnswers.Answer] { text.utf8.compactMap { answers.feed($0) } }
    #expect(feed("\u{1B}[?" + String(repeating: "1", count: 100_000) + "c").isEmpty)
    #expect(feed("\u{1B}[?99999999999999999999;4c") == [.attributes([-1, 4])])
    #expect(feed("\u{1B}[?4\u{1B}[?9c") == [.attributes([9])])
  }
}
