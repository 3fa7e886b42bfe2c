import ArgumentParser
import AudioCore

/// The value of `--duration`: seconds of audio, such as `30` or `2.5`, or a time such as `10m`.
enum DurationArgument {
  /// Parses a duration above 0; throws a usage error for any other text.
  static func parse(_ text: String) throws -> Duration {
    guard let duration = DurationText.duration(text), duration > .zero else {
      throw ValidationError("--duration takes a number of seconds above 0, or a time such as 10m, not '\(text)'")
    }
    return duration
  }
}
