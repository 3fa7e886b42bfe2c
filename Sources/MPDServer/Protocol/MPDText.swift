package import NIOCore

/// The lines of an answer.
package struct MPDText: Sendable {
  /// The encoded lines.
  package private(set) var buffer = ByteBuffer()

  /// No lines.
  package init() {}

  /// One line for each pair of a key and a value.
  init(_ lines: KeyValuePairs<String, any CustomStringConvertible>) {
    for (key, value) in lines { line(key, value.description) }
  }

  /// One line with the key `key` for each of `values`.
  init(_ key: String, _ values: some Sequence<String>) { for value in values { line(key, value) } }

  /// Appends `key: value`. Removes the control characters of the value, which a client could take for another line.
  package mutating func line(_ key: String, _ value: some StringProtocol) {
    buffer.writeString(key)
    buffer.writeStaticString(": ")
    if value.utf8.contains(where: { $0 < 0x20 }) {
      buffer.writeBytes(value.utf8.filter { $0 >= 0x20 })
    } else {
      buffer.writeSubstring(Substring(value))
    }
    buffer.writeStaticString("\n")
  }

  /// Appends `key: value`.
  package mutating func line(_ key: String, _ value: Int) { line(key, String(value)) }

  /// Appends the bytes of a binary answer, behind their number.
  package mutating func binary(_ bytes: ArraySlice<UInt8>) {
    line("binary", bytes.count)
    buffer.writeBytes(bytes)
    buffer.writeStaticString("\n")
  }
}
