/// Parses the numbers of playlists, which have no signs, exponents or names.
enum HLSNumber {
  /// The maximum number of digits of a whole number: nanoseconds since 1970 have 19. A decimal number may have twice as
  /// many characters.
  private static let maximumDigits = 19
  /// The largest valid whole number. Sums with other numbers of a playlist stay below `Int.max`.
  private static let maximum = Int.max / 2

  /// Returns a whole number of at least 0; nil for other text.
  static func integer(_ text: some StringProtocol) -> Int? {
    guard (1...maximumDigits).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text).flatMap { $0 <= maximum ? $0 : nil }
  }

  /// Returns a decimal number of at least 0, such as `9.009`; nil for other text.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 2 * maximumDigits, text.utf8.contains(where: isDigit),
      text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(String(text))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
