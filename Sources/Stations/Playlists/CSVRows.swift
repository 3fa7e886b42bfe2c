/// Splits comma-separated values (RFC 4180, and what Python's `csv` accepts) into rows. Never fails: a quote in the
/// middle of a field is part of its text, and a field without its closing quote is read like one without quotes.
struct CSVRows {
  private var rest: Substring

  /// The rows of `text`.
  init(_ text: String) { rest = text[...] }

  /// Returns the fields of the next row that is not empty; nil at the end.
  mutating func next() -> [String]? {
    rest = rest.drop(while: \.isNewline)
    guard !rest.isEmpty else { return nil }
    var fields: [String] = []
    while true {
      fields.append(field())
      guard let mark = rest.popFirst(), mark == "," else { return fields }
    }
  }

  /// Reads the next field, up to its comma or line end.
  private mutating func field() -> String {
    if rest.first == "\"", let quoted = quoted() { return quoted }
    let field = rest.prefix { $0 != "," && !$0.isNewline }
    rest = rest[field.endIndex...]
    return String(field)
  }

  /// Reads the quoted field that begins here; nil when it is not closed correctly.
  private mutating func quoted() -> String? {
    var text = ""
    var ahead = rest.dropFirst()
    while let end = ahead.firstIndex(where: { $0 == "\"" || $0.isNewline }), ahead[end] == "\"" {
      text += ahead[..<end]
      ahead = ahead[end...].dropFirst()
      switch ahead.first {
      case "\"":
        text.append("\"")
        ahead = ahead.dropFirst()
      case let mark where mark.map({ $0 == "," || $0.isNewline }) ?? true:
        rest = ahead
        return text
      default: return nil
      }
    }
    return nil
  }
}
