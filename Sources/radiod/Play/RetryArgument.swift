import ArgumentParser
import RadioModel

/// The value of `--retry`.
enum RetryArgument {
  /// Parses `never`, `forever` or a number; throws a usage error for any other text.
  static func parse(_ text: String) throws -> RetryLimit {
    guard let limit = RetryLimit(text) else {
      throw ValidationError("--retry takes never, forever or a number of tries, not '\(text)'")
    }
    return limit
  }

  /// Returns the help of `--retry`; `standard` is the text of its default.
  static func help(defaultValue: String) -> ArgumentHelp {
    ArgumentHelp(
      "Consecutive reconnect attempts before giving up: a number, never or forever. (default: \(defaultValue))",
      valueName: "times")
  }
}
