/// Cuts comma-separated values (RFC 4180, and what Python's `csv` takes for it) into rows. It never fails: a quote in the middle of a field is
/// one, and a field whose closing quote is missing goes to the end of its line.
struct CSVRows {
  private var rest: Substring

  /// The rows of `text`.
  init(_ text: String) { rest = text[...] }

  /// The fields of the next row that is not empty; nil at the end.
  mutating func next() -> [String]? {
    rest = rest.drop(while: \.isNewline)
    guard !rest.isEmpty else { return nil }
    var fields: [String] = []
    while true {
      fields.append(field())
      guard let mark = rest.popFirst(), mark == "," else { return fields }
    }
  }

  /// The next field, up to its comma or line end.
  private mutating func field() -> String {
    if rest.first == "\"", let quoted = quoted() { return quoted }
    let field = rest.prefix { $0 != "," && !$0.isNewline }
    rest = rest[field.endIndex...]
    return String(field)
  }

  /// The field in quotes that begins here; nil when they are not closed as they should be.
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
