import AudioCore

/// Writes times of the clock on the wall.
package enum LocalTime {
  /// Returns a time, in seconds since 1970, in the time zone of the machine: `14:05`, or `14:05:09` with `hasSeconds`.
  @Sendable package static func text(_ time: Double, hasSeconds: Bool) -> String {
    String(ClockText.iso8601(time.rounded(.down)).dropFirst(11).prefix(hasSeconds ? 8 : 5))
  }

  /// Returns the same in UTC.
  @Sendable package static func utcText(_ time: Double, hasSeconds: Bool) -> String {
    String(HTTPDate.text(Int(min(max(time, 0), maximumLength))).dropFirst(17).prefix(hasSeconds ? 8 : 5))
  }

  /// The latest time that is written, in seconds since 1970: the year 9999.
  private static let maximumLength = 253_402_300_799.0
}
