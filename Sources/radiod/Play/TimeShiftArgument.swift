import ArgumentParser
import AudioCore
import Daemon

/// The value of `--timeshift`: how much of the sound is kept.
enum TimeShiftArgument {
  /// Parses a duration that can be kept; throws a usage error for any other text.
  static func parse(_ text: String) throws -> Duration {
    let durations = TimeShiftSettings.durations
    guard let duration = DurationText.duration(text), durations.contains(duration) else {
      let (least, most) = (DurationText.text(durations.lowerBound), DurationText.text(durations.upperBound))
      throw ValidationError(
        "--timeshift takes a duration from \(least) to \(most), such as \(DurationText.examples), not '\(text)'")
    }
    return duration
  }
}
