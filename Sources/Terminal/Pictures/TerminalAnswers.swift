/// Finds the answers to the queries of ``PictureView`` in the bytes that a terminal sends. `KeyParser` takes the same
/// bytes, and skips them as sequences without a key.
package struct TerminalAnswers: Sendable {
  /// What a terminal said about itself.
  package enum Answer: Equatable, Sendable {
    /// The numbers of the primary device attributes (DA1, `CSI ? … c`); 4 means sixel graphics.
    case attributes([Int])
    /// The size of a cell in pixels (xterm's `CSI 6 ; height ; width t`).
    case cell(CellPixels)
  }

  /// Asks for the size of a cell and then for the attributes, which every terminal answers.
  package static let query = Array("\u{1B}[16t\u{1B}[c".utf8)

  /// The longest answer, in bytes between `CSI` and its end.
  private static let maximumLength = 64

  private enum State: Equatable, Sendable { case ground, escape, sequence }
  private var state = State.ground
  private var text: [UInt8] = []

  /// Creates a parser that expects any byte.
  package init() {}

  /// Processes one byte; returns the answer that it completes, if any.
  package mutating func feed(_ byte: UInt8) -> Answer? {
    switch (state, byte) {
    case (_, 0x1B): state = .escape
    case (.escape, 0x5B):
      state = .sequence
      text = []
    case (.sequence, 0x20...0x3F) where text.count < Self.maximumLength: text.append(byte)
    case (.sequence, 0x40...0x7E):
      state = .ground
      return Self.answer(text, final: byte)
    default: state = .ground
    }
    return nil
  }

  private static func answer(_ text: [UInt8], final: UInt8) -> Answer? {
    let isPrivate = text.first == UInt8(ascii: "?")
    let numbers = text.dropFirst(isPrivate ? 1 : 0).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
    switch (final, isPrivate) {
    case (UInt8(ascii: "c"), true): return .attributes(numbers)
    case (UInt8(ascii: "t"), false):
      guard numbers.count == 3, numbers[0] == 6 else { return nil }
      return CellPixels(width: numbers[2], height: numbers[1]).map(Answer.cell)
    default: return nil
    }
  }
}
