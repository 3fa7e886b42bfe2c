import Glibc

/// Formats and parses the dates of HTTP (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the time `seconds` after the start of 1970: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ seconds: Int) -> String {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { NumberText.twoDigits($0) }.joined(separator: ":")
    let day = "\(NumberText.twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(days[Int(parts.tm_wday)]), \(day) \(clock) GMT"
  }

  /// Returns the seconds since 1970 of a date in any of the three forms of HTTP; nil for other text.
  package static func seconds(_ text: String) -> Int? {
    var month: Int?
    var clock: [Int] = []
    var numbers: [Int] = []
    for word in text.lowercased().split(whereSeparator: { " ,-".contains($0) }).prefix(8) {
      if let index = months.firstIndex(where: { word == $0.lowercased() }) {
        month = index
      } else if word.contains(":") {
        clock = word.split(separator: ":").compactMap { Int($0) }
      } else if let number = Int(word) {
        numbers.append(number)
      }
    }
    guard let month, clock.count == 3, numbers.count == 2, (1...31).contains(numbers[0]),
      (0...9999).contains(numbers[1]),
      (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    // A year of two digits, in the obsolete form of RFC 850, belongs to this century.
    let year = numbers[1] < 100 ? 2000 + numbers[1] : numbers[1]
    return seconds(year: year, month: month, day: numbers[0], hour: clock[0], minute: clock[1], second: clock[2])
  }

  /// Returns the seconds since 1970 of a moment in UTC. `month` is 0 for January.
  package static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int {
    var parts = tm(
      tm_sec: Int32(second), tm_min: Int32(minute), tm_hour: Int32(hour), tm_mday: Int32(day), tm_mon: Int32(month),
      tm_year: Int32(year - 1900), tm_wday: 0, tm_yday: 0, tm_isdst: 0, tm_gmtoff: 0, tm_zone: nil)
    return timegm(&parts)
  }
}
