import Bytes

/// Reads a JSON text (RFC 8259) into values that have line numbers.
///
/// A general decoder reports neither the line of a missing member nor the order of unknown members; files that users
/// edit need both. Nesting is bounded, a repeated key is an error, and strings must be UTF-8.
package struct JSONReader {
  /// The maximum nesting depth of arrays and objects.
  package static let maximumDepth = 32

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the value in `bytes`; ignores a byte order mark before it. `what` names the value in the error about text
  /// after its end.
  package static func read(_ bytes: [UInt8], what: String = "value") throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    reader.skipBlanks()
    guard reader.peek != nil else { throw reader.fault("the file is empty") }
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.peek == nil else { throw reader.fault("\(reader.found) after the end of the \(what)") }
    return value
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The next character, in words for an error message.
  private var found: String {
    guard let byte = peek else { return "end of file" }
    return byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "an unexpected character"
  }

  /// Returns `key` in a form fit for a message: a key may hold anything, and be as long as the file.
  private static func shown(_ key: String) -> String { CleanText.singleLine(key, limit: 64) }

  private func fault(_ reason: String, line: Int? = nil) -> JSONError {
    JSONError(line: line ?? self.line, reason: reason)
  }

  private mutating func skipBlanks() {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      default: return
      }
    }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    let start = line
    guard let first = peek else { throw fault("end of file where a value is expected") }
    switch first {
    case UInt8(ascii: "{"):
      return JSONValue(.object(try members()), line: start)
    case UInt8(ascii: "["):
      let elements = try items(upTo: UInt8(ascii: "]")) { (reader) throws(JSONError) in try reader.value() }
      return JSONValue(.array(elements), line: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), line: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSONValue(.number(try number()), line: start)
    default: break
    }
    for (word, content) in [("true", JSONValue.Content.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return JSONValue(content, line: start)
    }
    throw fault("\(found) where a value is expected")
  }

  /// Reads the items of an object or an array, up to its closing bracket. `item` reads one of them.
  private mutating func items<Item>(
    upTo closing: UInt8, _ item: (inout JSONReader) throws(JSONError) -> Item
  ) throws(JSONError) -> [Item] {
    guard depth < Self.maximumDepth else { throw fault("nested deeper than \(Self.maximumDepth) levels") }
    depth += 1
    defer { depth -= 1 }
    index += 1
    var items: [Item] = []
    skipBlanks()
    if consume(closing) { return items }
    repeat {
      skipBlanks()
      items.append(try item(&self))
    } while try !endOfItems(closing)
    return items
  }

  private mutating func members() throws(JSONError) -> [JSONMember] {
    var keys: Set<String> = []
    return try items(upTo: UInt8(ascii: "}")) { (reader) throws(JSONError) in try reader.member(besides: &keys) }
  }

  private mutating func member(besides keys: inout Set<String>) throws(JSONError) -> JSONMember {
    guard peek == UInt8(ascii: "\"") else { throw fault("\(found) where a key in quotes is expected") }
    let keyLine = line
    let key = try string()
    guard keys.insert(key).inserted else {
      throw fault("the key \"\(Self.shown(key))\" comes twice in one object", line: keyLine)
    }
    skipBlanks()
    guard consume(UInt8(ascii: ":")) else {
      throw fault("\(found) where ':' is expected after \"\(Self.shown(key))\"")
    }
    skipBlanks()
    return JSONMember(key, try value())
  }

  /// Reads what may follow an item. Returns true after the closing bracket and false after a comma.
  private mutating func endOfItems(_ closing: UInt8) throws(JSONError) -> Bool {
    let afterItem = line
    skipBlanks()
    if consume(closing) { return true }
    guard peek != nil else { throw fault("end of file, a '\(Character(UnicodeScalar(closing)))' is missing") }
    guard consume(UInt8(ascii: ",")) else { throw fault("a comma is missing here", line: afterItem) }
    return false
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  // MARK: Numbers and strings

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }

  private mutating func number() throws(JSONError) -> String {
    let start = index
    _ = consume(UInt8(ascii: "-"))
    let leadingZero = peek == UInt8(ascii: "0")
    let whole = digits()
    var isNumber = whole == 1 || (whole > 1 && !leadingZero)
    if consume(UInt8(ascii: ".")) { isNumber = digits() > 0 && isNumber }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      isNumber = digits() > 0 && isNumber
    }
    guard isNumber else { throw fault("a number that is none") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("a text that is not UTF-8") }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw fault(byte == 0x0A ? "a text without its closing quote" : "a control character in a text")
      default: text.append(byte)
      }
    }
    throw fault("end of file within a text")
  }

  private mutating func escape() throws(JSONError) -> UnicodeScalar {
    guard let byte = peek else { throw fault("end of file within a text") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexUnit()
      if let scalar = UnicodeScalar(unit) { return scalar }
      if unit < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) {
        let low = try hexUnit()
        let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) &- 0xDC00
        if (0xDC00...0xDFFF).contains(low), let scalar = UnicodeScalar(code) { return scalar }
      }
      throw fault("half a character: \\u\(String(unit, radix: 16)) stands alone")
    default: throw fault("an unknown escape in a text")
    }
  }

  private mutating func hexUnit() throws(JSONError) -> UInt16 {
    let end = index + 4
    guard end <= bytes.count else { throw fault("end of file within a text") }
    var unit: UInt16 = 0
    for byte in bytes[index..<end] {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        throw fault("\\u wants four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
    }
    index = end
    return unit
  }
}
