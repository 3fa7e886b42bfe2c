/// Splits JSON into lines, one for each value, with the order and the spelling of the text.
///
/// `{"stations":[{"id":"one"}]}` becomes `.stations: [1]`, `.stations[0].id: "one"`. Foundation's reader would lose the
/// order of members and the spelling of numbers, which the corpus compares.
struct CorpusJSON {
  private let bytes: [UInt8]
  private var position = 0
  private var lines: [String] = []
  /// The number of blanks between values.
  private var blanks = 0

  private struct SyntaxError: Error {}

  /// The lines of `text`; nil when it is not one JSON object or array. A text with blanks between its values has a first
  /// line that says so.
  static func lines(of text: String) -> [String]? {
    var reader = CorpusJSON(bytes: Array(text.utf8))
    while reader.bytes.count > reader.position, reader.isBlank(reader.bytes[reader.position]) { reader.position += 1 }
    guard let first = reader.peek, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      (try? reader.value("")) != nil, reader.peek == nil
    else { return nil }
    return (reader.blanks > 0 ? ["(with blanks)"] : []) + reader.lines
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// The next byte that is not a blank; nil at the end.
  private var peek: UInt8? {
    mutating get {
      while position < bytes.count, isBlank(bytes[position]) {
        position += 1
        if position < bytes.count { blanks += 1 }
      }
      return position < bytes.count ? bytes[position] : nil
    }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws {
    guard peek == UInt8(ascii: character) else { throw SyntaxError() }
    position += 1
  }

  private mutating func value(_ path: String) throws {
    switch peek {
    case UInt8(ascii: "{"): try object(path)
    case UInt8(ascii: "["): try array(path)
    case UInt8(ascii: "\""): lines.append("\(path): \(try string())")
    default: lines.append("\(path): \(try word())")
    }
  }

  private mutating func object(_ path: String) throws {
    try expect("{")
    if peek == UInt8(ascii: "}") {
      lines.append("\(path): {}")
      return try expect("}")
    }
    while true {
      let key = try string().dropFirst().dropLast()
      try expect(":")
      try value("\(path).\(key)")
      guard peek == UInt8(ascii: ",") else { return try expect("}") }
      position += 1
      guard peek == UInt8(ascii: "\"") else { throw SyntaxError() }
    }
  }

  private mutating func array(_ path: String) throws {
    try expect("[")
    let place = lines.count
    var count = 0
    while peek != UInt8(ascii: "]") {
      if count > 0 { try expect(",") }
      try value("\(path)[\(count)]")
      count += 1
    }
    try expect("]")
    lines.insert("\(path): [\(count)]", at: place)
  }

  /// A string with its quotation marks and escapes.
  private mutating func string() throws -> String {
    try expect("\"")
    let start = position - 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw SyntaxError() }
    position += 1
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A number, `true`, `false` or `null`.
  private mutating func word() throws -> String {
    let start = position
    while position < bytes.count, bytes[position] > 0x20, !Array(",]}:\"{[".utf8).contains(bytes[position]) {
      position += 1
    }
    guard position > start else { throw SyntaxError() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
