/// Reads the numbers of playlists, which have no signs, exponents or names.
enum HLSNumber {
  /// Digits that are looked at: what is counted in nanoseconds since 1970 has 19.
  private static let mostDigits = 19
  /// Largest whole number that is believed: so far below the end of `Int` that sums with what else is in a playlist do not reach it.
  private static let largest = Int.max / 2

  /// A whole number from 0 up; nil for anything else.
  static func integer(_ text: some StringProtocol) -> Int? {
    guard (1...mostDigits).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text).flatMap { $0 <= largest ? $0 : nil }
  }

  /// A decimal number from 0 up, such as `9.009`; nil for anything else.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 2 * mostDigits, text.utf8.contains(where: isDigit),
      text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(String(text))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
