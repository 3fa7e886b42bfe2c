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
    guard let then = HTTPDate.seconds(value) else { return nil }
    let wait = then - (date.flatMap(HTTPDate.seconds) ?? now)
    return wait < 0 ? nil : min(wait, maximumSeconds)
  }
}
