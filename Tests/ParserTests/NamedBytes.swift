import Testing

/// Bytes as a test argument, shown by a name instead of their values.
struct NamedBytes: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }

  init(_ name: String, _ frames: [[UInt8]]) { self.init(name, frames.flatMap { $0 }) }
}
