extension Substring {
  /// The text without blanks and tabs at both ends.
  var trimmedBlanks: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(utf8[...last].drop(while: isBlank))
  }
}
