/// The parameters of a control sequence (ECMA-48, 5.4), as far as they were received.
struct ControlSequence: Equatable, Sendable {
  /// The numeric parameters, at most `maximumParameters`, each at most `maximum`.
  private(set) var parameters: [Int] = []
  /// The byte before the parameters, such as `<` for the mouse or `?`; nil without one.
  private(set) var prefix: UInt8?
  /// True when the sequence has a byte that no known sequence has.
  private(set) var isUnknown = false

  private static let maximumParameters = 4
  private static let maximum = 100_000

  /// True when the sequence begins with its final byte.
  var isBare: Bool { parameters.isEmpty && prefix == nil && !isUnknown }

  /// Adds a byte that is not the final one.
  mutating func add(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39:
      let digit = Int(byte - 0x30)
      if parameters.isEmpty { parameters.append(0) }
      parameters[parameters.count - 1] = min(parameters[parameters.count - 1] * 10 + digit, Self.maximum)
    case 0x3B:
      if parameters.isEmpty { parameters.append(0) }
      if parameters.count < Self.maximumParameters { parameters.append(0) } else { isUnknown = true }
    case 0x3C...0x3F where isBare: prefix = byte
    default: isUnknown = true
    }
  }

  /// The only parameter, 0 without one; nil with several, with a prefix, and with bytes that do not belong there.
  var number: Int? { prefix == nil && !isUnknown && parameters.count <= 1 ? parameters.first ?? 0 : nil }

  /// Returns the key of a sequence that ends with `final`; nil for other sequences, and for keys with a modifier except
  /// Shift and Ctrl of the cursor keys left and right, which change nothing.
  func key(final: UInt8) -> Key? {
    guard let number else { return isShiftedMove(final) ? Self.cursorKey(final) : nil }
    if final == 0x7E {
      switch number {
      case 1, 7: return .home
      case 3: return .delete
      case 4, 8: return .end
      case 5: return .pageUp
      case 6: return .pageDown
      default: return Self.functionKeys[number].map(Key.function)
      }
    }
    guard number == 0 else { return nil }
    return final == 0x5A ? .backTab : Self.cursorKey(final)
  }

  /// True for the cursor key left or right with Shift, Ctrl or both, as xterm sends them: 1 + 1 for Shift + 4 for Ctrl.
  private func isShiftedMove(_ final: UInt8) -> Bool {
    prefix == nil && !isUnknown && (final == 0x43 || final == 0x44) && parameters.count == 2 && parameters[0] == 1
      && [2, 5, 6].contains(parameters[1])
  }

  /// The numbers of the function keys by the numbers of their sequences, which have gaps.
  private static let functionKeys = [
    11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10, 23: 11, 24: 12,
  ]

  /// Returns the key of the final byte of a sequence that begins with CSI or SS3.
  static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .function(Int(final) - 0x4F)  // F1 to F4
    default: nil
    }
  }

  /// Returns the action of the mouse of a sequence that ends with `final`, in the format of xterm's mode 1006; nil for
  /// other sequences, and for buttons and movements without an effect. Modifier keys do not matter.
  func mouse(final: UInt8) -> MouseEvent? {
    guard prefix == 0x3C, final == 0x4D || final == 0x6D, !isUnknown, parameters.count == 3 else { return nil }
    let kind: MouseEvent.Kind
    switch (parameters[0] & ~0b11100, final) {
    case (0, 0x4D): kind = .press
    case (0, 0x6D): kind = .release
    case (32, 0x4D): kind = .drag
    case (64, 0x4D): kind = .wheelUp
    case (65, 0x4D): kind = .wheelDown
    default: return nil
    }
    guard parameters[1] > 0, parameters[2] > 0 else { return nil }
    return MouseEvent(kind, row: parameters[2] - 1, column: parameters[1] - 1)
  }
}
