import AudioCore

/// Formats how long something has played, or is.
package enum PlayingTimeText {
  /// Returns a number of seconds as `1:02:03` or `2:03`.
  package static func text(_ duration: Double) -> String {
    let seconds = max(Int(duration), 0)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, NumberText.twoDigits(seconds % 60))
    return hours > 0 ? "\(hours):\(NumberText.twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
  }
}
