/// What is wrong with a JSON text, and on which line.
package struct JSONFault: Error, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  package var line: Int
  /// What is wrong there, in words.
  package var reason: String

  /// A fault found on `line`.
  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// `line 12: station 3 has no url`.
  package var description: String { "line \(line): \(reason)" }
}
