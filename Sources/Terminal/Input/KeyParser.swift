/// Finds the keys in the bytes that a terminal sends. It never mistakes a part of an escape sequence, of pasted text or
/// of a non-ASCII character for a key, however the bytes are split over reads.
///
/// The sequences are those of ECMA-48: CSI with parameters, SS3, and the strings OSC, DCS, SOS, PM and APC.
package struct KeyParser: Sendable {
  private enum State: Equatable, Sendable {
    /// Between keys.
    case ground
    /// After an ESC. `isReported` is true once a timeout reported it as the escape key.
    case escape(isReported: Bool)
    /// In a control sequence; `parameter` is its numeric parameter so far.
    case controlSequence(parameter: Int)
    /// After SS3: one more byte follows.
    case singleShift
    /// In a string that ends with BEL or ESC \.
    case string
    /// After an ESC in a string.
    case stringEscape
  }

  private var state = State.ground
  private var isPasting = false
  /// The parameters of the sequences around pasted text (xterm's bracketed paste).
  private static let pasteBegin = 200
  private static let pasteEnd = 201

  /// Creates a parser that expects a key.
  package init() {}

  /// True after an ESC that may be a key or the beginning of a sequence. When no byte follows for a while, call
  /// `timeOut()`.
  package var isWaiting: Bool { state == .escape(isReported: false) }

  /// Processes one byte; returns the key that it completes, if any.
  package mutating func feed(_ byte: UInt8) -> Key? {
    switch state {
    case .ground:
      if byte == 0x1B {
        state = .escape(isReported: false)
        return nil
      }
      return byte < 0x80 && !isPasting ? .character(byte) : nil
    case .escape(let isReported):
      return afterEscape(byte, isReported: isReported)
    case .controlSequence(let parameter):
      return inControlSequence(byte, parameter)
    case .singleShift:
      state = .ground
      if byte == 0x1B { state = .escape(isReported: false) }
      return isPasting ? nil : Self.arrow(byte)
    case .string:
      if byte == 0x07 || byte == 0x18 || byte == 0x1A { state = .ground }
      if byte == 0x1B { state = .stringEscape }
      return nil
    case .stringEscape:
      if byte == 0x5C {
        state = .ground
        return nil
      }
      return afterEscape(byte, isReported: false)
    }
  }

  /// Reports that no byte followed an ESC for some time: it was the escape key. The parser still recognizes the rest of
  /// a sequence that arrives later.
  package mutating func timeOut() -> Key? {
    guard isWaiting else { return nil }
    state = .escape(isReported: true)
    return isPasting ? nil : .escape
  }

  private mutating func afterEscape(_ byte: UInt8, isReported: Bool) -> Key? {
    switch byte {
    case 0x1B: state = .escape(isReported: false)
    case 0x5B: state = .controlSequence(parameter: 0)
    case 0x4F: state = .singleShift
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string  // DCS, SOS, OSC, PM, APC
    default:
      state = .ground
      // With an unreported ESC this is a key pressed with Alt, which has no effect. Otherwise it is a separate key.
      if isReported, byte < 0x80, !isPasting { return .character(byte) }
    }
    return nil
  }

  private mutating func inControlSequence(_ byte: UInt8, _ parameter: Int) -> Key? {
    switch byte {
    case 0x1B: state = .escape(isReported: false)
    case 0x18, 0x1A: state = .ground  // CAN and SUB cancel
    case 0x30...0x39: state = .controlSequence(parameter: min(parameter * 10 + Int(byte - 0x30), 100_000))
    case 0x40...0x7E:
      state = .ground
      if byte == 0x7E, parameter == Self.pasteBegin { isPasting = true }
      if byte == 0x7E, parameter == Self.pasteEnd { isPasting = false }
      // An arrow with a modifier has parameters ("1;5C") and is not the plain key.
      return parameter == 0 && !isPasting ? Self.arrow(byte) : nil
    case 0x3B: state = .controlSequence(parameter: 100_000)
    default: break
    }
    return nil
  }

  private static func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    default: nil
    }
  }
}

/// A key that was pressed.
package enum Key: Equatable, Sendable {
  /// A printable ASCII character or a control character, as its byte.
  case character(UInt8)
  /// Cursor up.
  case up
  /// Cursor down.
  case down
  /// Cursor right.
  case right
  /// Cursor left.
  case left
  /// The escape key itself.
  case escape
}
