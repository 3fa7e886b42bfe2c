/// Makes a text fit for a title or a header.
package enum TitleText {
  /// The maximum number of characters that are kept.
  private static let maximumLength = 512

  /// Returns `text` on one line: each run of blanks and control characters becomes one blank, and the ends are trimmed.
  package static func cleaned(_ text: String) -> String {
    let words = text.split {
      $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(maximumLength))
  }
}
