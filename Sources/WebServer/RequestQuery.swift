import AudioCore
import Hummingbird

/// The parameters of a request's address, taken one by one; what is left over is a fault.
struct RequestQuery {
  private var values: [String: String] = [:]

  /// The parameters of `request`. Throws ``WebFault`` when one comes twice.
  init(_ request: Request) throws {
    for (name, value) in request.uri.queryParameters {
      guard values.updateValue(String(value), forKey: String(name)) == nil else {
        throw WebFault(400, "\(CleanText.singleLine(String(name), limit: 64)) comes twice")
      }
    }
  }

  /// A whole number in `range`; nil when it is not there.
  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let number = Self.isNumber(text) ? Int(text) : nil, range.contains(number) else {
      throw WebFault(400, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number; nil when it is not there.
  mutating func number(_ name: String) throws -> Double? {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let number = Double(text), number.isFinite else { throw WebFault(400, "\(name) must be a number") }
    return number
  }

  /// One of the words that `Word` knows; nil when it is not there.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type) throws -> Word?
  where Word.RawValue == String {
    guard let text = values.removeValue(forKey: name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw WebFault(400, "\(name) must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Throws ``WebFault`` when something is there that nobody took.
  func finish() throws {
    guard let name = values.keys.min() else { return }
    throw WebFault(400, "the parameter '\(CleanText.singleLine(name, limit: 64))' is not known here")
  }

  private static func isNumber(_ text: String) -> Bool {
    text.first != "+" && text.allSatisfy { $0.isASCII }
  }
}
