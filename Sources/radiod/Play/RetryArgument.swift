import ArgumentParser
import Radio

/// What `--retry` takes.
enum RetryArgument {
  /// Reads `never`, `forever` or a number; throws a usage error for anything else.
  static func parse(_ text: String) throws -> RetryLimit {
    guard let limit = RetryLimit(text) else {
      throw ValidationError("--retry takes never, forever or a number of tries, not '\(text)'")
    }
    return limit
  }

  /// The help of `--retry`, whose default is worded `standard`.
  static func help(standard: String) -> ArgumentHelp {
    ArgumentHelp(
      "Consecutive reconnect attempts before giving up: a number, never or forever (default: \(standard)).",
      valueName: "times")
  }
}
