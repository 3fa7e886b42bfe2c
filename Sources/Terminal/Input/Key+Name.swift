import Bytes

extension Key {
  /// The keys that are written as a word, first the usual name.
  private static let words: [(name: String, key: Key)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("pageup", .pageUp), ("pagedown", .pageDown),
    ("home", .home), ("end", .end), ("enter", .enter), ("tab", .tab), ("shift-tab", .backTab),
    ("backspace", .backspace), ("delete", .delete), ("esc", .escape), ("space", " "), ("return", .enter),
    ("escape", .escape), ("pgup", .pageUp), ("pgdn", .pageDown), ("del", .delete),
  ]
  private static let controlPrefix = "ctrl-"
  private static let functionKeys = 1...12
  /// The letters of Ctrl that are other keys for a terminal.
  private static let controlKeys: [UInt8: Key] = [0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0D: .enter]
  /// The letters of Ctrl that end, suspend or hold a program: the terminal keeps them.
  private static let keptByTerminal: Set<UInt8> = [0x03, 0x11, 0x13, 0x1A]

  /// Reads the name of a key: a printable character, `space`, `enter`, `left`, `f5`, `ctrl-d`. Names of more than one
  /// character may have capitals. Throws ``KeyMapError`` for a control byte, an unknown name, and a key that the
  /// terminal keeps.
  package init(name: String) throws(KeyMapError) {
    let scalars = name.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first, !scalar.isUnprintable {
      self = .character(scalar)
      return
    }
    guard !scalars.contains(where: { $0.properties.generalCategory == .control }) else { throw .controlByte }
    let lowered = name.lowercased()
    if let word = Self.words.first(where: { $0.name == lowered }) {
      self = word.key
    } else if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), Self.functionKeys.contains(number) {
      self = .function(number)
    } else if lowered.hasPrefix(Self.controlPrefix), lowered.utf8.count == Self.controlPrefix.utf8.count + 1,
      let letter = lowered.utf8.last, UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
    {
      let byte = letter & 0x1F
      guard !Self.keptByTerminal.contains(byte) else { throw .keptByTerminal(lowered) }
      self = Self.controlKeys[byte] ?? .control(byte)
    } else {
      throw .unknownKey(CleanText.singleLine(name, limit: 32))
    }
  }

  /// The key as people read it, in at most nine characters: `n`, `space`, `PgUp`, `Ctrl-L`.
  package var label: String {
    switch self {
    case " ": "space"
    case .character(let scalar): String(Character(scalar))
    case .control(let byte): "Ctrl-\(Character(Unicode.Scalar(byte | 0x40)))"
    case .up: "\u{2191}"
    case .down: "\u{2193}"
    case .left: "\u{2190}"
    case .right: "\u{2192}"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    }
  }
}
