import Glibc

/// Formats times of day for the protocol.
enum MPDClock {
  /// Returns `seconds` since 1970 in ISO 8601, in UTC.
  static func text(_ seconds: Double) -> String {
    var time = time_t(max(0, min(seconds, 253_402_300_799)))  // the year 9999
    var parts = tm()
    gmtime_r(&time, &parts)
    return [
      pad(Int(parts.tm_year) + 1900, 4), "-", pad(Int(parts.tm_mon) + 1), "-", pad(Int(parts.tm_mday)), "T",
      pad(Int(parts.tm_hour)), ":", pad(Int(parts.tm_min)), ":", pad(Int(parts.tm_sec)), "Z",
    ].joined()
  }

  private static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
