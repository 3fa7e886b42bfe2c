/// Parses the numbers and ranges of the protocol.
package enum MPDNumber {
  /// Reads a whole number. Blanks before it are ignored.
  package static func integer(_ text: String) throws(MPDError) -> Int {
    let digits = text.drop { $0 == " " || $0 == "\t" }
    guard let number = Int(digits) else { throw MPDError(.argument, "Integer expected: \(text)") }
    return number
  }

  /// Reads a number of seconds, with a sign and decimal places or without. Blanks before it are ignored.
  package static func seconds(_ text: String) throws(MPDError) -> Double {
    let digits = text.drop { $0 == " " || $0 == "\t" }
    guard let number = Double(digits), number.isFinite else { throw MPDError(.argument, "Float expected: \(text)") }
    return number
  }

  /// Reads a range: `N`, `FROM:TO`, or `FROM:` and `FROM:-1` without an end. `-1` is everything.
  package static func range(_ text: String) throws(MPDError) -> Range<Int> {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let start = Int(first) else {
      throw MPDError(.argument, "Integer or range expected: \(text)")
    }
    if start == -1, parts.count == 1 { return 0..<Int.max }
    guard start >= 0 else { throw MPDError(.argument, "Number is negative: \(text)") }
    guard start < Int32.max else { throw MPDError(.argument, "Number too large: \(text)") }
    guard parts.count == 2 else { return start..<start + 1 }
    guard !parts[1].isEmpty, parts[1] != "-1" else { return start..<Int.max }
    guard let end = Int(parts[1]) else { throw MPDError(.argument, "Integer or range expected: \(text)") }
    guard end >= 0 else { throw MPDError(.argument, "Number is negative: \(text)") }
    guard start <= end else { throw MPDError(.argument, "Malformed range: \(text)") }
    return start..<end
  }
}
