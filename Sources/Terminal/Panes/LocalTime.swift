import AudioCore
import Glibc

/// Writes times of the clock on the wall.
package enum LocalTime {
  /// Returns a time, in seconds since 1970, in the time zone of the machine: `14:05`, or `14:05:09` with `hasSeconds`.
  @Sendable package static func text(_ time: Double, hasSeconds: Bool) -> String {
    var seconds = time_t(min(max(time, 0), longest))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "" }
    return text(hours: Int(parts.tm_hour), minutes: Int(parts.tm_min), seconds: hasSeconds ? Int(parts.tm_sec) : nil)
  }

  /// Returns the same in UTC.
  @Sendable package static func utcText(_ time: Double, hasSeconds: Bool) -> String {
    let seconds = Int(min(max(time, 0), longest))
    return text(hours: seconds / 3600 % 24, minutes: seconds / 60 % 60, seconds: hasSeconds ? seconds % 60 : nil)
  }

  /// The latest time that is written, in seconds since 1970: the year 9999.
  private static let longest = 253_402_300_799.0

  private static func text(hours: Int, minutes: Int, seconds: Int?) -> String {
    ([hours, minutes] + [seconds].compactMap(\.self)).map { NumberText.twoDigits($0) }.joined(separator: ":")
  }
}
