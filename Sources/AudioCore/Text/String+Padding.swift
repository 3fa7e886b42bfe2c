extension String {
  /// Returns the text padded with spaces at its end to at least `width` characters.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text without spaces at its end.
  package var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
