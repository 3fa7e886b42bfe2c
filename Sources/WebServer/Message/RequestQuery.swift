import AudioCore
import Bytes
import HTTPServer

/// The query parameters of a request. Each is taken once; ``finish()`` refuses the rest.
struct RequestQuery {
  private var values: [String: String] = [:]

  /// Reads the parameters of `request`. Throws ``HTTPError`` when one comes twice or is encoded wrongly.
  init(_ request: HTTPRequest) throws {
    for pair in request.query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0])
      let value = parts.count > 1 ? try Self.decoded(parts[1]) : ""
      guard values.updateValue(value, forKey: name) == nil else {
        throw HTTPError(400, "\(CleanText.singleLine(name, limit: 64)) comes twice")
      }
    }
  }

  /// Takes a whole number in `range`; nil when it is missing. Throws ``HTTPError``.
  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let number = Self.isNumber(text) ? Int(text) : nil, range.contains(number) else {
      throw HTTPError(400, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Takes a finite number; nil when it is missing. Throws ``HTTPError``.
  mutating func number(_ name: String) throws -> Double? {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let number = Double(text), number.isFinite else { throw HTTPError(400, "\(name) must be a number") }
    return number
  }

  /// Takes one of the raw values of `Word`; nil when it is missing. Throws ``HTTPError``.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type) throws -> Word?
  where Word.RawValue == String {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw HTTPError(400, "\(name) must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Takes a parameter whose value has no meaning for the server.
  mutating func ignore(_ name: String) { values.removeValue(forKey: name) }

  /// Throws ``HTTPError`` when a parameter was not taken.
  func finish() throws {
    guard let name = values.keys.min() else { return }
    throw HTTPError(400, "unknown parameter '\(CleanText.singleLine(name, limit: 64))'")
  }

  /// Returns `text` with each `%XX` (RFC 3986, section 2.1) as its byte, and `+` as a space.
  private static func decoded(_ text: Substring) throws -> String {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") && PercentEncoding.escape(bytes[place...]) == nil
    {
      throw HTTPError(400, "the address has a '%' that two hexadecimal digits do not follow")
    }
    return PercentEncoding.decoded(String(decoding: bytes, as: UTF8.self))
  }

  private static func isNumber(_ text: String) -> Bool {
    text.first != "+" && text.allSatisfy { $0.isASCII }
  }
}
