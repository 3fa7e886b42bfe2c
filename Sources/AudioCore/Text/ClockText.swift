import Glibc

/// Formats times of the wall clock.
public enum ClockText {
  /// The end of the year 9999 in seconds since 1970. Later years have more than four digits.
  private static let latest = 253_402_300_799.0

  /// Returns `time`, in seconds since 1970, in ISO 8601 format with milliseconds, in this machine's time zone with its
  /// offset from UTC: `2026-11-21T14:02:03.456+01:00`. Times before 1970 and after 9999 are clamped to that range.
  public static func iso8601(_ time: Double) -> String {
    let milliseconds = Int((min(max(time.isFinite ? time : 0, 0), latest) * 1000).rounded())
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let offset = Int(parts.tm_gmtoff) / 60
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { NumberText.twoDigits($0) }
    let clock = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map { NumberText.twoDigits($0) }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    let zone = [abs(offset) / 60, abs(offset) % 60].map { NumberText.twoDigits($0) }.joined(separator: ":")
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "." + fraction
      + (offset < 0 ? "-" : "+") + zone
  }
}
