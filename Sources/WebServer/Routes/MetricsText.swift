import NIOCore

/// Numbers in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  /// What a number does.
  enum Kind: String {
    /// It only grows.
    case counter
    /// It goes up and down.
    case gauge
  }

  private var text = ByteBuffer()

  /// One number.
  mutating func add(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
    open(kind, name, help)
    text.writeString("\(name) \(Self.number(value))\n")
  }

  /// A number for each value of one label.
  mutating func add(
    _ kind: Kind, _ name: String, _ help: String, _ values: [(label: String, of: String, number: Double)]
  ) {
    open(kind, name, help)
    for (label, of, number) in values {
      text.writeString("\(name){\(label)=\"\(of)\"} \(Self.number(number))\n")
    }
  }

  /// All of it.
  func finish() -> ByteBuffer { text }

  private mutating func open(_ kind: Kind, _ name: String, _ help: String) {
    text.writeString("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return Int64(exactly: value).map { String($0) } ?? String(value)
  }
}
