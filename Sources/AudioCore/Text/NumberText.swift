/// Numbers as people read them: a point before the decimals, a true minus sign, no needless zeros. The program's locale
/// has no part in it.
package enum NumberText {
  /// Returns `value` rounded to `decimals`, without zeros at the end, with `−` for a minus sign.
  package static func signed(_ value: Double, decimals: Int) -> String {
    let text = plain(value, decimals: decimals)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// Returns a whole number, 0 or more, with at least two digits: `05`.
  package static func twoDigits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns `value` with one decimal; it is clamped to 0…999,999.
  package static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value.isFinite ? value : 0, 0), 999_999) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns a number of things: `1 error` or `2 errors`.
  package static func count(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

  /// Returns `value` rounded to `decimals`, without zeros at the end, as JSON takes it. What is not finite or too large
  /// for an exact text is 0.
  package static func plain(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = (value * scale).rounded()
    if decimals > 0, abs(units) >= 9e15 { return plain(value, decimals: decimals - 1) }
    guard units.isFinite, abs(units) < 9e15 else { return "0" }
    let digits = String(Int64(abs(units)))
    guard decimals > 0 else { return (units < 0 ? "-" : "") + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    var rest = padded.suffix(decimals)
    while rest.last == "0" { rest.removeLast() }
    return (units < 0 ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
  }
}
