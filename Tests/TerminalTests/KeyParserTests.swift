import RadioModel
import Terminal
import Testing

@Suite("Keys")
struct KeyParserTests {
  private static let streams: [(String, [Key])] = [
    ("q", [.character(0x71)]),
    ("+- 09", [.character(0x2B), .character(0x2D), .character(0x20), .character(0x30), .character(0x39)]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}OA\u{1B}OD", [.up, .left]),
    ("\u{1B}[20~m", [.character(0x6D)]),
    ("\u{1B}[15;5~n", [.character(0x6E)]), ("\u{1B}[1;5Cq", [.character(0x71)]), ("\u{1B}qm", [.character(0x6D)]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}q", [.character(0x71)]), ("\u{1B}]0;q q q\u{1B}\\m", [.character(0x6D)]),
    ("\u{1B}P1$r0q\u{1B}\\b", [.character(0x62)]), ("\u{1B}[?2026;2$y?", [.character(0x3F)]),
    ("\u{1B}[200~q q 0 9 \u{1B}[A quit\u{1B}[201~p", [.character(0x70)]), ("é日q", [.character(0x71)]),
    ("\u{1B}[<0;10;10M\u{1B}[<0;10;10ms", [.character(0x73)]), ("\u{1B}[\u{18}q", [.character(0x71)]),
    ("\u{1B}\u{1B}[Af", [.up, .character(0x66)]),
  ]

  @Test("keys are the same with a pause after any byte, and no sequence is taken for keys", arguments: streams)
  func anySplit(text: String, expected: [Key]) {
    let bytes = Array(text.utf8)
    for pauseAt in 0...bytes.count {
      var parser = KeyParser()
      var keys: [Key] = []
      for (index, byte) in bytes.enumerated() {
        // After a pause a lone ESC may be reported, but the rest of its sequence is still no key.
        if index == pauseAt, let key = parser.timeOut() { keys.append(key) }
        if let key = parser.feed(byte) { keys.append(key) }
      }
      let wasAlt = text.hasPrefix("\u{1B}q") && pauseAt == 1
      #expect(keys.filter { $0 != .escape } == (wasAlt ? [.character(0x71)] : []) + expected, "pause at \(pauseAt)")
    }
  }

  @Test("ESC alone is a key only after a timeout")
  func escapeAlone() {
    var parser = KeyParser()
    #expect(parser.feed(0x1B) == nil)
    #expect(parser.isWaiting)
    #expect(parser.timeOut() == .escape)
    #expect(!parser.isWaiting)
    #expect(parser.timeOut() == nil)
    #expect(parser.feed(0x71) == .character(0x71))
  }

  @Test(
    "keys have the actions that users of mpv expect",
    arguments: [
      (" ", .command(.toggle)), ("p", .command(.toggle)), ("+", .command(.changeVolume(by: 5))),
      ("=", .command(.changeVolume(by: 5))), ("0", .command(.changeVolume(by: 5))),
      ("-", .command(.changeVolume(by: -5))),
      ("_", .command(.changeVolume(by: -5))), ("9", .command(.changeVolume(by: -5))), ("m", .command(.toggleMute)),
      ("n", .command(.next)), ("b", .command(.previous)), ("s", .toggleStereo), ("q", .quit),
      ("v", .stepVisualizer(by: 1)), ("V", .stepVisualizer(by: -1)), ("c", .nextTheme),
      ("Q", .quit), ("?", .toggleHelp), ("x", nil), ("1", nil), ("[", nil), ("O", nil),
    ] as [(Character, KeyAction?)])
  func actions(key: Character, action: KeyAction?) {
    #expect(KeyAction(.character(key.asciiValue ?? 0)) == action)
  }
}
