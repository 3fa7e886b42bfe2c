extension Substring {
  /// The text without white space at its ends.
  package var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }

  /// The text without spaces and tabs at its ends, as headers and playlists have them. A combining mark behind a blank
  /// does not hide the blank.
  package var trimmedBlanks: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(utf8[...last].drop(while: isBlank))
  }
}
