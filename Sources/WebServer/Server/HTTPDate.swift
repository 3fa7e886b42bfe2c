import Glibc

/// The time of day as HTTP writes it (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, now.
  static func now() -> String { text(time(nil)) }

  /// The same for `seconds` since 1970.
  static func text(_ seconds: time_t) -> String {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
}
