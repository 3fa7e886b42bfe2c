import Recording

/// Clocks of time zones, by the rules of 2026, without those of this machine.
enum ZoneClock {
  /// A moment at which the offset of a zone changes, in seconds since 1970, and the offset from then on, in hours.
  private typealias Change = (time: Int, hours: Double)

  private static func clock(_ hours: Double, _ changes: [Change]) -> LocalClock {
    let steps = changes.map { (time: $0.time, offset: Int($0.hours * 3600)) }
    return LocalClock { time in steps.last { $0.time <= time }?.offset ?? Int(hours * 3600) }
  }

  /// 2026-03-29 01:00 UTC, and 2026-10-25 01:00 UTC.
  static let (summer, winter) = (1_774_746_000, 1_792_890_000)

  static let berlin = clock(1, [(summer, 2), (winter, 1)])
  /// From 2026-04-04 15:00 UTC on, half an hour less.
  static let lordHowe = clock(11, [(lordHoweWinter, 10.5)])
  static let lordHoweWinter = 1_775_314_800
  static let kathmandu = clock(5.75, [])
  static let newYork = clock(-5, [(1_772_953_200, -4), (1_793_512_800, -5)])
}
