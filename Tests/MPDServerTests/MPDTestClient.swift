import TestSupport

/// A client that knows how an answer ends.
final class MPDTestClient {
  let lines: LineClient
  let greeting: String?

  init(_ lines: LineClient) throws {
    self.lines = lines
    greeting = try lines.line()
  }

  /// Sends a line, and returns those of the answer with the last, `OK` or `ACK`; `closed` when there is no more to come.
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
