/// Parses a filter in brackets: `((Genre == 'jazz') AND (!(Title contains "x")))`.
package struct MPDFilterParser {
  /// Deepest nesting of brackets.
  private static let maximumDepth = 16

  private var rest: Substring.UnicodeScalarView

  /// Parses `text`, which must be one filter and nothing else.
  package static func parse(_ text: String) throws(MPDError) -> MPDFilter {
    var parser = MPDFilterParser(rest: text[...].unicodeScalars)
    let filter = try parser.expression(depth: 0)
    guard parser.rest.isEmpty else { throw parser.fault("Unparsed garbage after expression") }
    return filter
  }

  private mutating func expression(depth: Int) throws(MPDError) -> MPDFilter {
    guard depth < Self.maximumDepth else { throw fault("Too many brackets") }
    guard consume("(") else { throw fault("'(' expected") }
    if rest.first == "(" { return try conjunction(depth: depth) }
    if consume("!") {
      guard rest.first == "(" else { throw fault("'(' expected") }
      let inner = try expression(depth: depth + 1)
      try close()
      return .not(inner)
    }
    let filter = try test()
    try close()
    return filter
  }

  private mutating func conjunction(depth: Int) throws(MPDError) -> MPDFilter {
    var filters = [try expression(depth: depth + 1)]
    while !consume(")") {
      guard !rest.isEmpty else { throw fault("')' expected") }
      guard word() == "AND" else { throw fault("'AND' expected") }
      filters.append(try expression(depth: depth + 1))
    }
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  private mutating func test() throws(MPDError) -> MPDFilter {
    guard let name = word() else { throw fault("Word expected") }
    switch name.lowercased() {
    case "base": return try quoted().isEmpty ? .all([]) : .test(.unknown, .equal, "")
    case "modified-since", "added-since":
      _ = try quoted()
      return .test(.unknown, .equal, "")
    case "audioformat":
      guard operators(["==", "=~"]) != nil else { throw fault("'==' or '=~' expected") }
      _ = try quoted()
      return .test(.unknown, .equal, "")
    default:
      guard let field = MPDFilter.Field(name: name) else { throw fault("Unknown filter type: \(name)") }
      switch operators(["==", "!=", "=~", "!~", "contains"]) {
      case "=="?: return .test(field, .equal, try quoted())
      case "!="?: return .not(.test(field, .equal, try quoted()))
      case "contains"?: return .test(field, .contains, try quoted())
      case "=~"?, "!~"?: throw fault("Regular expressions are not supported")
      default: throw fault("'==' or '!=' expected")
      }
    }
  }

  private mutating func operators(_ known: [String]) -> String? {
    for name in known where rest.starts(with: name.unicodeScalars) {
      rest = rest.dropFirst(name.unicodeScalars.count)
      skipBlanks()
      return name
    }
    return nil
  }

  private mutating func word() -> String? {
    let word = rest.prefix { $0.isASCII && $0.properties.isAlphabetic || $0 == "_" || $0 == "-" }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    skipBlanks()
    return String(word)
  }

  private mutating func quoted() throws(MPDError) -> String {
    guard let quote = rest.first, quote == "'" || quote == "\"" else { throw fault("Quoted string expected") }
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        skipBlanks()
        return String(text)
      }
      if scalar == "\\" {
        guard let escaped = rest.popFirst() else { break }
        text.append(escaped)
      } else {
        text.append(scalar)
      }
    }
    throw fault("Closing quote not found")
  }

  private mutating func close() throws(MPDError) {
    guard consume(")") else { throw fault("')' expected") }
  }

  /// Consumes `scalar` and the blanks after it. Returns false when another character comes.
  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    skipBlanks()
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  private func fault(_ message: String) -> MPDError { MPDError(.argument, message) }
}
