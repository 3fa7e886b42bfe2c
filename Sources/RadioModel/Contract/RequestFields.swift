import Bytes
import JSON
import Stations

/// The fields of a request's JSON object. Each is taken once; ``finish()`` refuses the rest.
package struct RequestFields {
  /// The maximum number of texts in an array.
  package static let maximumTexts = Station.maximumListLength

  /// The greatest whole number that JavaScript has.
  package static let maximumInteger = 9_007_199_254_740_991

  private var members: [String: JSONValue] = [:]

  /// Reads `bytes`; no bytes are an empty object.
  package init(_ bytes: [UInt8]) throws(RequestError) {
    guard !bytes.isEmpty else { return }
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw RequestError("the body is not valid JSON: \(error.reason) in line \(error.line)")
    }
    guard case .object(let members) = value.content else { throw RequestError("the body is not a JSON object") }
    self.members = Self.table(members)
  }

  private init(_ members: [JSONMember]) { self.members = Self.table(members) }

  private static func table(_ members: [JSONMember]) -> [String: JSONValue] {
    Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Takes a text of 1…`limit` bytes; nil when it is missing. Throws ``RequestError``.
  package mutating func text(_ key: String, limit: Int) throws(RequestError) -> String? {
    try text(key, limit, "bytes", count: \.utf8.count)
  }

  /// Takes a text of 1…`limit` Unicode scalars, as the document counts them; nil when it is missing. Throws
  /// ``RequestError``.
  package mutating func text(_ key: String, characters limit: Int) throws(RequestError) -> String? {
    try text(key, limit, "characters", count: \.unicodeScalars.count)
  }

  /// Takes a text whose `count` is 1…`limit`, in these units; nil when it is missing.
  private mutating func text(
    _ key: String, _ limit: Int, _ units: String, count: (String) -> Int
  ) throws(RequestError) -> String? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    guard case .string(let text) = value.content, (1...limit).contains(count(text)) else {
      throw RequestError("\"\(key)\" must be a text of 1 to \(limit) \(units)")
    }
    return text
  }

  /// Takes a text of at most `limit` Unicode scalars; nil when it is missing. An empty text stands for null. Throws
  /// ``RequestError``.
  package mutating func removableText(_ key: String, limit: Int) throws(RequestError) -> String? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    switch value.content {
    case .null: return ""
    case .string(let text) where text.unicodeScalars.count <= limit: return text
    default: throw RequestError("\"\(key)\" must be a text of at most \(limit) characters, or null")
    }
  }

  /// Takes an array of at most ``maximumTexts`` texts of at most `limit` Unicode scalars; nil when it is missing.
  /// Throws ``RequestError``.
  package mutating func texts(_ key: String, limit: Int) throws(RequestError) -> [String]? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    let texts = value.elements?.compactMap(\.text)
    guard let texts, texts.count == value.elements?.count, texts.count <= Self.maximumTexts,
      texts.allSatisfy({ $0.unicodeScalars.count <= limit })
    else {
      throw RequestError("\"\(key)\" must be at most \(Self.maximumTexts) texts of at most \(limit) characters")
    }
    return texts
  }

  /// Takes an object; nil when it is missing. Throws ``RequestError``.
  package mutating func object(_ key: String) throws(RequestError) -> RequestFields? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    guard let members = value.members else { throw RequestError("\"\(key)\" must be an object") }
    return RequestFields(members)
  }

  /// Takes a whole number in `range`; nil when it is missing. Throws ``RequestError``.
  package mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    guard case .number(let digits) = value.content, let number = Self.integer(digits), range.contains(number) else {
      throw RequestError("\"\(key)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Takes a number in `range`; nil when it is missing. Throws ``RequestError``.
  package mutating func number(_ key: String, in range: ClosedRange<Double>) throws(RequestError) -> Double? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    guard let number = value.double, range.contains(number) else {
      let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
      throw RequestError("\"\(key)\" must be a number from \(least) to \(most)")
    }
    return number
  }

  /// Takes the version that the station list must have for a change; nil when it is missing. Throws ``RequestError``.
  package mutating func listVersion() throws(RequestError) -> Int? {
    try integer("ifVersion", in: 0...Self.maximumInteger)
  }

  /// Takes true or false; nil when it is missing. Throws ``RequestError``.
  package mutating func flag(_ key: String) throws(RequestError) -> Bool? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    guard case .bool(let flag) = value.content else { throw RequestError("\"\(key)\" must be true or false") }
    return flag
  }

  /// Throws ``HTTPError`` when a field was not taken.
  package func finish() throws(RequestError) {
    guard let key = members.keys.min() else { return }
    throw RequestError("\"\(CleanText.singleLine(key, limit: 64))\" is not known here")
  }

  /// Reads a whole number. `3`, `3.0` and `3e0` are the same number in JSON.
  private static func integer(_ digits: String) -> Int? {
    if let number = Int(digits) { return number }
    return Double(digits).flatMap { Int(exactly: $0) }
  }
}
