import AudioCore
import SystemSupport

/// Parses `Retry-After` (RFC 9110, 10.2.3): after how many seconds the server wants the next request.
package enum RetryAfter {
  /// The maximum wait, in seconds; longer waits are shortened to it, so that no server can block a station for days.
  package static let maximumSeconds = 3600

  /// Returns the wait that `value` asks for, in 0…``maximumSeconds``; nil when the value is invalid or its date has
  /// passed.
  /// - Parameters:
  ///   - value: a number of seconds or a date.
  ///   - date: the `Date` header of the same response. The wait is relative to it, so the two clocks need not agree.
  ///   - now: the local time in seconds since 1970, for a response without a date.
  package static func seconds(_ value: String, date: String? = nil, now: Int = SystemTime.seconds) -> Int? {
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return min(Int(value) ?? maximumSeconds, maximumSeconds)
    }
    guard let then = HTTPDate.seconds(value) else { return nil }
    let wait = then - (date.flatMap(HTTPDate.seconds) ?? now)
    return wait < 0 ? nil : min(wait, maximumSeconds)
  }
}
