import Bytes

/// The first lines that a program writes, for the log. A value that is fed with bytes.
package struct HookOutput: Sendable {
  /// The maximum number of lines of one run.
  package static let maximumLines = 20
  /// The maximum length of a line, in characters.
  package static let maximumCharacters = 200
  /// The maximum number of bytes that are kept of a line.
  private static let maximumBytes = 2048

  private var line: [UInt8] = []
  private var count = 0
  /// True when something was left out.
  package private(set) var isCut = false

  /// No output yet.
  package init() {}

  /// Appends the next bytes; returns the lines that are complete now, cleaned, without empty ones.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard count < Self.maximumLines else {
        isCut = true
        break
      }
      if byte == UInt8(ascii: "\n") {
        if let text = end() { lines.append(text) }
      } else if line.count < Self.maximumBytes {
        line.append(byte)
      } else {
        isCut = true
      }
    }
    return lines
  }

  /// Returns the last line, if it lacks its end.
  package mutating func end() -> String? {
    defer { line = [] }
    let text = CleanText.singleLine(String(decoding: line, as: UTF8.self), limit: Self.maximumCharacters)
    guard !text.isEmpty else { return nil }
    count += 1
    return text
  }
}
