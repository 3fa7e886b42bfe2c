import Glibc

/// Reads `Retry-After` (RFC 9110, 10.2.3): in how many seconds a server wants to be asked again.
package enum RetryAfter {
  /// Longer waits are cut to this, in seconds: no server may silence a station for days.
  package static let maximumSeconds = 3600

  /// The wait that `value` asks for, in 0…``maximumSeconds``; nil when it makes no sense or is over.
  /// - Parameters:
  ///   - value: a number of seconds or a date.
  ///   - date: the answer's own `Date`, by which a date is understood so that no two clocks need to agree.
  ///   - now: this machine's time, in seconds since 1970, when the answer has no date.
  package static func seconds(_ value: String, date: String? = nil, now: Int = time(nil)) -> Int? {
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return min(Int(value) ?? maximumSeconds, maximumSeconds)
    }
    guard let then = instant(value) else { return nil }
    let wait = then - (date.flatMap(instant) ?? now)
    return wait < 0 ? nil : min(wait, maximumSeconds)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970 of a date in any of HTTP's three forms (RFC 9110, 5.6.7); nil when it is none.
  private static func instant(_ text: String) -> Int? {
    var month: Int?
    var clock: [Int] = []
    var numbers: [Int] = []
    for word in text.lowercased().split(whereSeparator: { " ,-".contains($0) }).prefix(8) {
      if let index = months.firstIndex(where: { word == $0 }) {
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
    // Two digits, in the oldest form, are of this century.
    let year = numbers[1] < 100 ? 2000 + numbers[1] : numbers[1]
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month)
    parts.tm_mday = Int32(numbers[0])
    parts.tm_hour = Int32(clock[0])
    parts.tm_min = Int32(clock[1])
    parts.tm_sec = Int32(clock[2])
    return timegm(&parts)
  }
}
