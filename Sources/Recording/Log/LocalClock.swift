import Glibc

/// The clock of a time zone: the offset of local time at each moment.
package struct LocalClock: Sendable {
  /// Returns the offset from UTC, in seconds east of it, at a moment in seconds since 1970.
  package var offset: @Sendable (_ time: Int) -> Int

  /// A clock with these offsets.
  package init(offset: @escaping @Sendable (_ time: Int) -> Int) { self.offset = offset }

  /// The clock of this machine's time zone.
  package static let system = LocalClock { time in
    var time = time_t(time)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
