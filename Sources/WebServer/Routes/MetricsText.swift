import NIOCore

/// Builds metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  /// The kind of a metric.
  enum Kind: String {
    /// A value that only grows.
    case counter
    /// A value that rises and falls.
    case gauge
  }

  private var text = ByteBuffer()

  /// Appends a metric with one value.
  mutating func add(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
    open(kind, name, help)
    text.writeString("\(name) \(Self.number(value))\n")
  }

  /// Appends a metric with one value for each value of a label.
  mutating func add(
    _ kind: Kind, _ name: String, _ help: String, _ values: [(label: String, of: String, number: Double)]
  ) {
    open(kind, name, help)
    for (label, of, number) in values {
      text.writeString("\(name){\(label)=\"\(of)\"} \(Self.number(number))\n")
    }
  }

  /// Returns the complete text.
  func finish() -> ByteBuffer { text }

  private mutating func open(_ kind: Kind, _ name: String, _ help: String) {
    text.writeString("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return Int64(exactly: value).map { String($0) } ?? String(value)
  }
}
