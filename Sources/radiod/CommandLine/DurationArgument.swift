import ArgumentParser

/// The value of `--duration`: seconds of audio, such as `30` or `2.5`.
enum DurationArgument {
  /// The maximum duration in seconds: about a hundred years.
  private static let maximumSeconds = 3.2e9

  /// Parses a number of seconds above 0; throws a usage error for any other text.
  static func parse(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= maximumSeconds else {
      throw ValidationError("--duration takes a number of seconds above 0, not '\(text)'")
    }
    return .seconds(seconds)
  }
}
