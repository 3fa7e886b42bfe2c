import TestSupport

/// A client that reads complete answers.
final class MPDTestClient {
  let lines: LineClient
  let greeting: String?

  init(_ lines: LineClient) throws {
    self.lines = lines
    greeting = try lines.line()
  }

  /// Sends a line, and returns the lines of the answer up to `OK` or `ACK`, or up to `closed` at the connection's end.
  func ask(_ line: String) throws -> [String] {
    lines.send(line + "\n")
    return try answer()
  }

  /// The lines of the next answer.
  func answer() throws -> [String] {
    var answer: [String] = []
    while true {
      guard let line = try lines.line() else { return answer + ["closed"] }
      answer.append(line)
      if line == "OK" || line.hasPrefix("ACK ") { return answer }
    }
  }

  /// The value of `key` in the answer to `line`.
  func value(_ key: String, of line: String) throws -> String? {
    try ask(line).first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }
}
