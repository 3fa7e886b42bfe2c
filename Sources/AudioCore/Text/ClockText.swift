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

  /// Returns the time that ``iso8601(_:)`` wrote as `text`, on any machine, in seconds since 1970; nil for another text.
  package static func time(ofISO8601 text: String) -> Double? {
    var rest = text.utf8[...]
    func number(_ digits: Int, after separator: Character? = nil) -> Int? {
      if let separator {
        guard rest.first == separator.asciiValue else { return nil }
        rest.removeFirst()
      }
      let part = rest.prefix(digits)
      guard part.count == digits, part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      rest.removeFirst(digits)
      return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard let year = number(4), let month = number(2, after: "-"), let day = number(2, after: "-"),
      let hour = number(2, after: "T"), let minute = number(2, after: ":"), let second = number(2, after: ":"),
      let milliseconds = number(3, after: "."), let sign = rest.first.map({ Character(Unicode.Scalar($0)) }),
      sign == "+" || sign == "-", let zoneHours = number(2, after: sign), let zoneMinutes = number(2, after: ":"),
      rest.isEmpty
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year) - 1900, Int32(month) - 1, Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    let offset = (zoneHours * 60 + zoneMinutes) * (sign == "-" ? -60 : 60)
    return Double(timegm(&parts) - offset) + Double(milliseconds) / 1000
  }
}
