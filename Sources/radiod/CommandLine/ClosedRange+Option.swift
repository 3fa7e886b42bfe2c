import ArgumentParser

extension ClosedRange<Int> {
  /// Throws a usage error when `value`, that of the option `option`, is outside the range. Nil is an option that was not
  /// given. `unit` comes after the numbers.
  func check(_ option: String, _ value: Int?, unit: String = "") throws {
    guard let value, !contains(value) else { return }
    throw ValidationError("\(option) takes \(lowerBound) to \(upperBound)\(unit), not \(value)")
  }
}
