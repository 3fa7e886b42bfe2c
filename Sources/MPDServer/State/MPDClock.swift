import AudioCore
import Glibc

/// Formats times of day for the protocol.
enum MPDClock {
  /// Returns `seconds` since 1970 in ISO 8601, in UTC.
  static func text(_ seconds: Double) -> String {
    var time = time_t(max(0, min(seconds, 253_402_300_799)))  // the year 9999
    var parts = tm()
    gmtime_r(&time, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { NumberText.twoDigits($0) }
    let clock = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map { NumberText.twoDigits($0) }
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
  }
}
