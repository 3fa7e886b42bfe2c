import Bytes

/// Finds keys, pasted text and actions of the mouse in the bytes that a terminal sends. It never mistakes a part of an
/// escape sequence, of pasted text or of a non-ASCII character for a key, however the bytes are split over reads.
///
/// The sequences are those of ECMA-48: CSI with parameters, SS3, and the strings OSC, DCS, SOS, PM and APC. Characters
/// are UTF-8; bytes that are not are ignored.
package struct KeyParser: Sendable {
  private enum State: Equatable, Sendable {
    /// Between keys.
    case ground
    /// Within a character: its bits so far, the number of bytes that follow, and its least permitted value.
    case character(value: UInt32, rest: Int, least: UInt32)
    /// After an ESC. `isReported` is true once a timeout reported it as the escape key.
    case escape(isReported: Bool)
    /// In a control sequence.
    case controlSequence(ControlSequence)
    /// After SS3: one more byte follows.
    case singleShift
    /// In the sequence of a function key of the Linux console: one more byte follows.
    case consoleFunction
    /// In a sequence of which this number of bytes of any value follows.
    case ignored(count: Int)
    /// In a string that ends with BEL or ESC \, after this number of bytes.
    case string(length: Int)
    /// After an ESC in a string.
    case stringEscape
  }

  private var state = State.ground
  /// The bytes of the pasted text so far; nil outside of one.
  private var pasted: [UInt8]?

  /// The maximum length of a pasted text in bytes; what follows is dropped.
  package static let maximumPasteLength = 8192
  /// The parameters of the sequences around pasted text (xterm's bracketed paste).
  private static let pasteBegin = 200
  private static let pasteEnd = 201
  /// The maximum length of a string in bytes: no terminal answers with a longer one. What follows are keys.
  private static let maximumStringLength = 4096
  /// How long an ESC waits for the rest of a sequence, and a string for its next byte. A key pressed with Alt may begin
  /// a string that never ends.
  private static let (escapePause, stringPause): (Duration, Duration) = (.milliseconds(50), .seconds(1))

  /// Creates a parser that expects a key.
  package init() {}

  /// How long to wait for the next byte before ``timeOut()`` is called; nil when any time will do. It is set after an
  /// ESC that may be a key or the beginning of a sequence, and in a string.
  package var waitLimit: Duration? {
    switch state {
    case .escape(isReported: false): Self.escapePause
    case .string, .stringEscape: Self.stringPause
    case .ground, .character, .escape, .controlSequence, .singleShift, .consoleFunction, .ignored: nil
    }
  }

  /// Processes one byte; returns what it completes, if anything.
  package mutating func feed(_ byte: UInt8) -> TerminalInput? {
    switch state {
    case .ground: return onGround(byte)
    case .character(let value, let rest, let least):
      return inCharacter(byte, value, rest, least)
    case .escape(let isReported):
      return afterEscape(byte, isReported: isReported)
    case .controlSequence(let sequence):
      return inControlSequence(byte, sequence)
    case .singleShift:
      state = .ground
      if byte == 0x1B { state = .escape(isReported: false) }
      return key(byte == 0x4D ? .enter : ControlSequence.cursorKey(byte))
    case .consoleFunction:
      state = byte == 0x1B ? .escape(isReported: false) : .ground
      return key(0x41...0x45 ~= byte ? .function(Int(byte) - 0x40) : nil)
    case .ignored(let count):
      state = byte == 0x1B ? .escape(isReported: false) : count > 1 ? .ignored(count: count - 1) : .ground
      return nil
    case .string(let length):
      let isOver = byte == 0x07 || byte == 0x18 || byte == 0x1A || length >= Self.maximumStringLength
      state = byte == 0x1B ? .stringEscape : isOver ? .ground : .string(length: length + 1)
      return nil
    case .stringEscape:
      if byte == 0x5C {
        state = .ground
        return nil
      }
      return afterEscape(byte, isReported: false)
    }
  }

  /// Reports that no byte followed for ``waitLimit``. An ESC was the escape key; the parser still recognizes the rest of
  /// a cursor key that arrives later. A string is over.
  package mutating func timeOut() -> TerminalInput? {
    switch state {
    case .escape(isReported: false):
      state = .escape(isReported: true)
      return key(.escape)
    case .string, .stringEscape:
      state = .ground
      return nil
    case .ground, .character, .escape, .controlSequence, .singleShift, .consoleFunction, .ignored: return nil
    }
  }

  /// Returns a key as input; nil within pasted text.
  private func key(_ key: Key?) -> TerminalInput? { pasted == nil ? key.map(TerminalInput.key) : nil }

  private mutating func onGround(_ byte: UInt8) -> TerminalInput? {
    state = .ground
    if byte == 0x1B {
      state = .escape(isReported: false)
      return nil
    }
    if pasted != nil {
      if pasted?.count ?? 0 < Self.maximumPasteLength { pasted?.append(byte) }
      return nil
    }
    guard byte >= 0x80 else { return key(Self.plainKey(byte)) }
    beginCharacter(byte)
    return nil
  }

  /// Returns the key of an ASCII character.
  private static func plainKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0..<0x20: .control(byte)
    default: .character(Unicode.Scalar(byte))
    }
  }

  private mutating func beginCharacter(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: state = .character(value: UInt32(byte & 0x1F), rest: 1, least: 0x80)
    case 0xE0...0xEF: state = .character(value: UInt32(byte & 0x0F), rest: 2, least: 0x800)
    case 0xF0...0xF4: state = .character(value: UInt32(byte & 0x07), rest: 3, least: 0x1_0000)
    default: state = .ground
    }
  }

  private mutating func inCharacter(_ byte: UInt8, _ value: UInt32, _ rest: Int, _ least: UInt32) -> TerminalInput? {
    guard 0x80...0xBF ~= byte else { return onGround(byte) }
    let value = value << 6 | UInt32(byte & 0x3F)
    if rest > 1 {
      state = .character(value: value, rest: rest - 1, least: least)
      return nil
    }
    state = .ground
    guard value >= least, let scalar = Unicode.Scalar(value), !scalar.isUnprintable else { return nil }
    return key(.character(scalar))
  }

  private mutating func afterEscape(_ byte: UInt8, isReported: Bool) -> TerminalInput? {
    switch byte {
    case 0x1B: state = .escape(isReported: false)
    case 0x5B: state = .controlSequence(ControlSequence())
    case 0x4F: state = .singleShift
    case _ where isReported: return onGround(byte)  // a separate key
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string(length: 0)  // DCS, SOS, OSC, PM, APC
    default:
      // This is a key pressed with Alt, which has no effect.
      state = .ground
      if byte >= 0x80 {
        // The rest of the character belongs to that key, too.
        beginCharacter(byte)
        if case .character(_, let rest, _) = state { state = .ignored(count: rest) }
      }
    }
    return nil
  }

  private mutating func inControlSequence(_ byte: UInt8, _ sequence: ControlSequence) -> TerminalInput? {
    switch byte {
    case 0x1B: state = .escape(isReported: false)
    case 0x18, 0x1A: state = .ground  // CAN and SUB cancel
    // The mouse on terminals without mode 1006.
    case 0x4D where sequence.isBare && pasted == nil: state = .ignored(count: 3)
    case 0x5B where sequence.isBare && pasted == nil: state = .consoleFunction
    case 0x40...0x7E:
      state = .ground
      if byte == 0x7E, sequence.number == Self.pasteBegin {
        pasted = []
        return nil
      }
      if byte == 0x7E, sequence.number == Self.pasteEnd, let bytes = pasted {
        pasted = nil
        return .paste(CleanText.singleLine(String(decoding: bytes, as: UTF8.self), limit: Self.maximumPasteLength))
      }
      guard pasted == nil else { return nil }
      return sequence.mouse(final: byte).map(TerminalInput.mouse) ?? key(sequence.key(final: byte))
    default:
      var longer = sequence
      longer.add(byte)
      state = .controlSequence(longer)
    }
    return nil
  }
}
