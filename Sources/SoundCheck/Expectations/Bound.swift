public import AudioCore
import Bytes

/// The values that an expectation accepts.
public enum Bound: Sendable, Hashable {
  /// A value with a tolerance to both sides.
  case around(Double, tolerance: Double)
  /// A value and everything below it.
  case atMost(Double)
  /// A value and everything above it.
  case atLeast(Double)

  /// True when `value` is accepted. A distance from the limit of a billionth, which is one of rounding, does not count.
  func holds(_ value: Double) -> Bool { excess(of: value) <= 1e-9 * max(1, abs(value)) }

  /// By how much `value` is beyond the nearest limit; negative when it is accepted.
  func excess(of value: Double) -> Double {
    switch self {
    case .around(let middle, let tolerance): abs(value - middle) - tolerance
    case .atMost(let limit): value - limit
    case .atLeast(let limit): limit - value
    }
  }

  /// The difference of `value` from the middle or the limit, with its sign.
  func difference(of value: Double) -> Double {
    switch self {
    case .around(let middle, _), .atMost(let middle), .atLeast(let middle): value - middle
    }
  }

  /// The accepted values.
  var interval: ClosedRange<Double> {
    switch self {
    case .around(let middle, let tolerance): (middle - tolerance)...(middle + tolerance)
    case .atMost(let limit): -.infinity...limit
    case .atLeast(let limit): limit...(.infinity)
    }
  }

  /// The bound as people read it: `997 ± 1`, `max −1`.
  var text: String {
    func number(_ value: Double) -> String { NumberText.signed(value, decimals: 6) }
    return switch self {
    case .around(let middle, let tolerance): "\(number(middle)) ± \(number(tolerance))"
    case .atMost(let limit): "max \(number(limit))"
    case .atLeast(let limit): "min \(number(limit))"
    }
  }
}

extension Bound {
  /// Reads `997±1`, `997+-1`, `997`, `max:-1` or `min:20`, each number with a unit of `quantity` or without one. A value
  /// without a tolerance has that of the quantity. Throws ``OptionError`` with what is valid.
  public init(_ text: String, of quantity: Quantity) throws(OptionError) {
    guard let bound = Self.read(text, of: quantity) else {
      throw OptionError(
        "\(option: quantity.option) takes \(quantity.examples), not '\(CleanText.singleLine(text, limit: 60))'")
    }
    self = bound
  }

  private static func read(_ text: String, of quantity: Quantity) -> Bound? {
    func value(_ text: Substring) -> Double? {
      guard let value = number(text, of: quantity), quantity.range.contains(value) else { return nil }
      return quantity.isWhole && value != value.rounded() ? nil : value
    }
    if quantity == .tone || quantity == .only || quantity == .startsWithin {
      guard !text.hasPrefix("max:"), !text.hasPrefix("min:") else { return nil }
    }
    if text.hasPrefix("max:") {
      // The limit of a mean is that of its magnitude.
      return value(text.dropFirst(4)).flatMap { quantity == .dc && $0 < 0 ? nil : .atMost($0) }
    }
    if text.hasPrefix("min:") { return value(text.dropFirst(4)).map(Bound.atLeast) }
    if quantity == .startsWithin { return value(text[...]).map(Bound.atMost) }
    if quantity == .only { return value(text[...]).map { .atLeast(abs($0)) } }
    for sign in ["±", "+-", "+/-"] {
      guard let range = text.firstRange(of: sign) else { continue }
      guard let middle = value(text[..<range.lowerBound]),
        let tolerance = number(text[range.upperBound...], of: quantity),
        tolerance >= 0, tolerance <= quantity.range.upperBound - quantity.range.lowerBound
      else { return nil }
      return .around(middle, tolerance: tolerance)
    }
    return value(text[...]).map { .around($0, tolerance: quantity.tolerance) }
  }

  /// Returns a decimal number with a unit of `quantity`, or without one; nil for any other text.
  static func number(_ text: Substring, of quantity: Quantity) -> Double? {
    var digits = text.replacing("−", with: "-")
    var factor = 1.0
    if let unit = quantity.suffixes.first(where: { digits.hasSuffix($0.text) }) {
      digits = digits.dropLast(unit.text.count)
      factor = unit.factor
    }
    guard digits.utf8.allSatisfy("0123456789+-.".utf8.contains), let value = Double(digits), value.isFinite else {
      return nil
    }
    return value * factor
  }
}

extension Quantity {
  /// Returns the number in `text`, with a unit of this quantity or without one; nil for any other text.
  public func number(_ text: String) -> Double? { Bound.number(text[...], of: self) }
}
