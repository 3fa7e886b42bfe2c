/// An error in a JSON text, with its line.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  package var line: Int
  /// The error, in words.
  package var reason: String

  /// An error on `line`.
  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// `line 12: station 3 has no url`.
  package var description: String { "line \(line): \(reason)" }
}
