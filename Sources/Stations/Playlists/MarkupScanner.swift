import AudioCore

/// Splits XML, and text that resembles XML, into tags and text. Never fails: what is not valid markup is text.
struct MarkupScanner {
  /// A piece of the document. Names of elements and attributes are in lower case and without their namespace's prefix.
  enum Token: Equatable {
    /// A start tag; `<x/>` yields a start tag and an end tag.
    case open(String, [String: String])
    /// An end tag.
    case close(String)
    /// Text between tags, entities decoded.
    case text(String)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var pendingClose: String?

  /// A scanner at the start of `text`.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the next token; nil at the end.
  mutating func next() -> Token? {
    if let name = pendingClose {
      pendingClose = nil
      return .close(name)
    }
    while index < bytes.count {
      if skip(from: Self.commentStart, to: Self.commentEnd) { continue }
      if skip(from: Self.instructionStart, to: Self.tagEnd) { continue }
      if let text = cdata() { return .text(text) }
      if skip(from: Self.declarationStart, to: Self.tagEnd) { continue }
      return tag() ?? text()
    }
    return nil
  }

  private static let commentStart = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let instructionStart = Array("<?".utf8)
  private static let cdataStart = Array("<![CDATA[".utf8)
  private static let cdataEnd = Array("]]>".utf8)
  private static let declarationStart = Array("<!".utf8)
  private static let tagEnd = Array(">".utf8)

  private func starts(with text: [UInt8]) -> Bool { bytes[index...].starts(with: text) }

  /// Moves past `text`, or to the end when it does not occur. Returns the position where it begins.
  private mutating func seek(past text: [UInt8]) -> Int {
    while index < bytes.count {
      if starts(with: text) {
        defer { index += text.count }
        return index
      }
      index += 1
    }
    return index
  }

  private mutating func skip(from opening: [UInt8], to closing: [UInt8]) -> Bool {
    guard starts(with: opening) else { return false }
    index += opening.count
    _ = seek(past: closing)
    return true
  }

  private mutating func cdata() -> String? {
    guard starts(with: Self.cdataStart) else { return nil }
    index += Self.cdataStart.count
    let start = index
    let end = seek(past: Self.cdataEnd)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func text() -> Token {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    return .text(Self.decodeEntities(String(decoding: bytes[start..<index], as: UTF8.self)))
  }

  /// Reads the tag at `index`; nil when there is a `<` that begins no tag.
  private mutating func tag() -> Token? {
    guard bytes[index] == UInt8(ascii: "<") else { return nil }
    let start = index
    index += 1
    let isClose = consume("/")
    let name = self.name()
    guard !name.isEmpty else {
      index = start
      return nil
    }
    var attributes: [String: String] = [:]
    while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") {
      if consume("/") {
        if index < bytes.count, bytes[index] == UInt8(ascii: ">") { pendingClose = name }
        continue
      }
      let key = self.name()
      guard !key.isEmpty else {
        index += 1
        continue
      }
      skipBlanks()
      guard consume("=") else { continue }
      skipBlanks()
      attributes[key] = Self.decodeEntities(value())
    }
    _ = consume(">")
    if isClose {
      pendingClose = nil
      return .close(name)
    }
    return .open(name, attributes)
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, bytes[index] >= 0x80 || bytes[index].isLetterOrDigit(or: "-_:") { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    return name.split(separator: ":").last.map(String.init) ?? ""
  }

  /// Reads an attribute's value: within quotes, or up to a blank or `>` when there are no quotes or the closing one is
  /// missing.
  private mutating func value() -> String {
    guard index < bytes.count else { return "" }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = index + 1
      let end = bytes[start...].firstIndex { $0 == quote || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") }
      if let end, bytes[end] == quote {
        index = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      index = start
    }
    let start = index
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") { index += 1 }
    // `<ref href=http://host/>`: the last slash closes the tag.
    if index < bytes.count, bytes[index] == UInt8(ascii: ">"), index > start, bytes[index - 1] == UInt8(ascii: "/") {
      index -= 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Returns `text` with its entities decoded. Keeps a `&` that begins no entity, since many addresses contain it.
  static func decodeEntities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var decoded = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      decoded += rest[..<ampersand]
      rest = rest[ampersand...]
      let end = rest.prefix(12).firstIndex(of: ";")
      if let end, let scalar = entity(rest[rest.index(after: ampersand)..<end]) {
        decoded.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        decoded.append("&")
        rest = rest.dropFirst()
      }
    }
    return decoded + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
  }
}
