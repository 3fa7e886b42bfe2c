import AudioCore

/// Reads the station lists of PyRadio: one station a line, with name, address, charset and icon, of which the first two
/// are required. A line with `-` as the address begins a group, whose name becomes a tag; lines that begin with `#` are
/// comments.
enum PyRadioCSV {
  /// The maximum number of lines that are searched for one with an address.
  private static let maximumLead = 64
  /// The number of columns that are used.
  private static let columns = 4

  /// Returns true when one of the first lines has an address in its second column, or begins a group.
  static func isList(_ text: String) -> Bool {
    var rows = CSVRows(text)
    for _ in 0..<maximumLead {
      guard let row = rows.next() else { return false }
      guard row.count > 1, !isRemark(row) else { continue }
      let address = row[1][...].trimmed
      if address == "-" || StreamURL.fault(String(address)) == nil { return true }
    }
    return false
  }

  /// Returns the entries in their order.
  static func entries(of text: String) -> [ImportedEntry] {
    var rows = CSVRows(text)
    var entries: [ImportedEntry] = []
    var group: String?
    while let row = rows.next() {
      if isRemark(row) { continue }
      let row = row.prefix(columns).map { String($0[...].trimmed) }
      guard row.count > 1 else {
        entries.append(ImportedEntry(address: row.first ?? "", objection: "is a line without an address"))
        continue
      }
      if row[1] == "-" {
        group = row[0]
        continue
      }
      entries.append(
        ImportedEntry(
          name: row[0], address: row[1], image: row.count > 3 ? row[3] : nil, tags: group.map { [$0] } ?? [],
          encoding: row.count > 2 && !["utf-8", "utf8"].contains(row[2].lowercased()) ? row[2] : nil))
    }
    return entries
  }

  private static func isRemark(_ row: [String]) -> Bool { row.first?[...].trimmed.hasPrefix("#") ?? true }
}

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
