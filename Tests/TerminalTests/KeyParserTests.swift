import Terminal
import TestSupport
import Testing

@Suite("Keys, pasted text and the mouse in the bytes of a terminal")
struct KeyParserTests {
  private static func keys(_ text: String) -> [TerminalInput] {
    text.unicodeScalars.map { .key(.character($0)) }
  }

  private static let streams: [(String, [TerminalInput])] = [
    ("q", keys("q")), ("+- 09", keys("+- 09")),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    ("\u{1B}OA\u{1B}OD\u{1B}OH\u{1B}OF\u{1B}OM", [.key(.up), .key(.left), .key(.home), .key(.end), .key(.enter)]),
    (
      "\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~\u{1B}[3~",
      [
        .key(.pageUp), .key(.pageDown), .key(.home), .key(.end), .key(.home), .key(.end), .key(.home), .key(.end),
        .key(.delete),
      ]
    ),
    (
      "\r\n\t\u{7F}\u{8}\u{1B}[Z",
      [.key(.enter), .key(.enter), .key(.tab), .key(.backspace), .key(.backspace), .key(.backTab)]
    ),
    ("\u{C}\u{15}\u{17}", [.key(.control(0x0C)), .key(.control(0x15)), .key(.control(0x17))]),
    ("\u{1B}[20~m", [.key(.function(9))] + keys("m")), ("\u{1B}[16~m", keys("m")),
    ("\u{1B}OP\u{1B}[14~\u{1B}[15~\u{1B}[24~", [1, 4, 5, 12].map { .key(.function($0)) }),
    ("\u{1B}[15;5~n", keys("n")), ("\u{1B}[1;3Cq", keys("q")), ("\u{1B}qm", keys("m")),
    (
      "\u{1B}[1;5C\u{1B}[1;2D\u{1B}[1;6C\u{1B}[1;5Aq\u{1B}[?1;5Cw",
      [.key(.right), .key(.left), .key(.right)] + keys("qw")
    ),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}q", keys("q")), ("\u{1B}]0;q q q\u{1B}\\m", keys("m")),
    ("\u{1B}P1$r0q\u{1B}\\b", keys("b")), ("\u{1B}[?2026;2$y?", keys("?")), ("\u{1B}[\u{18}q", keys("q")),
    ("\u{1B}\u{1B}[Af", [.key(.up)] + keys("f")), ("é日🎧q", keys("é日🎧q")), ("\u{1B}éq", keys("q")),
    ("\u{1B}[[Aq\u{1B}[[Fq", [.key(.function(1))] + keys("qq")), ("\u{1B}[M !!q", keys("q")),
    ("\u{202E}\u{85}q", keys("q")),
    (
      "\u{1B}[200~q n\n\u{1B}[A b\u{7}é\u{1B}[201~p", [.paste("q n bé")] + keys("p")
    ),
    ("\u{1B}[200~\u{1B}[M\u{1B}[201~\u{1B}[201~s", [.paste("")] + keys("s")),
    ("\u{1B}[2 00~t\u{1B}[<200~u\u{1B}[200;1~v", keys("tuv")),
    (
      "\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<64;1;1M\u{1B}[<65;200;60Ms",
      [
        .mouse(MouseEvent(.press, row: 4, column: 9)), .mouse(MouseEvent(.release, row: 4, column: 9)),
        .mouse(MouseEvent(.wheelUp, row: 0, column: 0)),
        .mouse(MouseEvent(.wheelDown, row: 59, column: 199)),
      ] + keys("s")
    ),
    ("\u{1B}[<2;10;5M\u{1B}[<34;10;5M\u{1B}[<35;10;5M\u{1B}[<64;9;5mw", keys("w")),
    ("\u{1B}[<0;0;5M\u{1B}[<0;5M\u{1B}[<0;1;2;3;4;5Mx", keys("x")),
    ("\u{1B}[<32;10;5Mx", [.mouse(MouseEvent(.drag, row: 4, column: 9))] + keys("x")),
    ("\u{1B}[<4;3;2M", [.mouse(MouseEvent(.press, row: 1, column: 2))]),
    ("\u{1B}[<99999999999999999999;3;2M\u{1B}[99999999999999999999~y", keys("y")),
  ]

  @Test(
    "input is the same with a pause of 50 ms after any byte, and no part of a sequence is taken for keys",
    arguments: streams)
  func anySplit(text: String, expected: [TerminalInput]) {
    let bytes = Array(text.utf8)
    for pauseAt in 0...bytes.count {
      var parser = KeyParser()
      var inputs: [TerminalInput] = []
      for (index, byte) in bytes.enumerated() {
        // After a pause a lone ESC may be reported, but the rest of its sequence is still no key.
        if index == pauseAt, parser.waitLimit == .milliseconds(50), let input = parser.timeOut() {
          inputs.append(input)
        }
        if let input = parser.feed(byte) { inputs.append(input) }
      }
      // A letter long after an ESC is a key of its own.
      var wanted = expected
      if pauseAt == 1, text.hasPrefix("\u{1B}q") { wanted = Self.keys("q") + wanted }
      if pauseAt == 1, text.hasPrefix("\u{1B}é") { wanted = Self.keys("é") + wanted }
      if pauseAt == 1, bytes.count > 1, [0x50, 0x5D].contains(bytes[1]) {
        var fresh = KeyParser()
        wanted = bytes.dropFirst().compactMap { fresh.feed($0) }
      }
      #expect(inputs.filter { $0 != .key(.escape) } == wanted, "pause at \(pauseAt)")
    }
  }

  @Test("ESC alone is a key only after a timeout")
  func escapeAlone() {
    var parser = KeyParser()
    #expect(parser.feed(0x1B) == nil)
    #expect(parser.waitLimit == .milliseconds(50))
    #expect(parser.timeOut() == .key(.escape))
    #expect(parser.waitLimit == nil)
    #expect(parser.timeOut() == nil)
    #expect(parser.feed(0x71) == .key(.character("q")))
  }

  @Test("after Esc every letter and sign is a key, but [ and O, which may be the rest of a late cursor key")
  func afterEscape() {
    for byte in UInt8(0x20)...0x7E where byte != 0x5B && byte != 0x4F {
      var parser = KeyParser()
      _ = parser.feed(0x1B)
      #expect(parser.timeOut() == .key(.escape))
      #expect(parser.feed(byte) == .key(.character(Unicode.Scalar(byte))))
      #expect(parser.feed(0x71) == .key(.character("q")))
    }
  }

  @Test(
    "a letter pressed with Alt that begins a string hides the keys of a second at most, and of 4096 bytes",
    arguments: ["P", "X", "]", "^", "_"])
  func stringWithoutEnd(letter: Character) {
    let begin = [0x1B] + Array(String(letter).utf8)
    for last in [[], [0x71], [0x1B]] as [[UInt8]] {
      var parser = KeyParser()
      for byte in begin + last { #expect(parser.feed(byte) == nil) }
      #expect(parser.waitLimit == .seconds(1))
      #expect(parser.timeOut() == nil && parser.waitLimit == nil)
      #expect(parser.feed(0x71) == .key(.character("q")))
    }
    var parser = KeyParser()
    for byte in begin { _ = parser.feed(byte) }
    let keys = (0..<5000).compactMap { _ in parser.feed(0x71) }
    #expect(keys.count == 5000 - 4097)
  }

  @Test("bytes that are not UTF-8 are not keys, and do not hide the keys after them")
  func invalid() {
    for bytes in [
      [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]
      as [[UInt8]]
    {
      var parser = KeyParser()
      let inputs = (bytes + [0x71]).compactMap { parser.feed($0) }
      #expect(inputs == [.key(.character("q"))], "\(bytes)")
    }
  }

  @Test("a pasted text that has no end takes a bounded amount of memory")
  func longPaste() {
    var parser = KeyParser()
    for byte in "\u{1B}[200~".utf8 { #expect(parser.feed(byte) == nil) }
    for _ in 0..<200_000 { _ = parser.feed(0x61) }
    var last: TerminalInput?
    for byte in "\u{1B}[201~".utf8 { last = parser.feed(byte) }
    guard case .paste(let text) = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(text.count == KeyParser.maximumPasteLength && text.allSatisfy { $0 == "a" })
  }

  @Test("random bytes give no control character and no crash")
  func noise() {
    var random = SeededRandom(state: 5)
    var parser = KeyParser()
    for _ in 0..<200_000 {
      let byte =
        Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random)
        : [0x1B, 0x5B, 0x3C, 0x4D, 0x30][Int.random(in: 0..<5, using: &random)]
      guard case .key(.character(let scalar)) = parser.feed(byte) else { continue }
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value))
    }
  }

  @Test("two presses on one cell within 400 ms are a double click, a third one begins another")
  func doubleClick() {
    var timer = ClickTimer()
    let (here, there) = (MouseEvent(.press, row: 1, column: 1), MouseEvent(.press, row: 1, column: 2))
    let ms: Int64 = 1_000_000
    let presses: [(MouseEvent, Int64, Bool)] = [
      (here, 0, false), (here, 300, true), (here, 400, false), (here, 900, false), (there, 1000, false),
      (there, 1400, true),
    ]
    for (event, time, isDouble) in presses {
      let found = timer.press(event, now: time * ms)
      #expect(found == isDouble, "\(time)")
    }
  }
}
