/// Makes a text fit to be sent as a title or in a header.
package enum TitleText {
  /// Characters that are kept.
  private static let maximumLength = 512

  /// `text` on one line, without control characters and blanks at its ends.
  package static func cleaned(_ text: String) -> String {
    let words = text.split {
      $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(maximumLength))
  }
}
