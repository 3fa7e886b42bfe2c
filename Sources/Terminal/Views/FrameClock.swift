import Glibc

/// When the next picture is due. Pictures lie on a grid; those that were missed are left out, never made up for.
package struct FrameClock: Sendable {
  /// Time between two pictures, in nanoseconds.
  package private(set) var interval: Int64
  private var next: Int64

  /// `poll` counts whole milliseconds, so a picture may come early by less than one.
  private static let tolerance: Int64 = 1_000_000

  /// A clock whose first picture is due at `now`, in nanoseconds of the monotonic clock.
  package init(framesPerSecond: Int, now: Int64) {
    interval = 1_000_000_000 / Int64(max(framesPerSecond, 1))
    next = now
  }

  /// The monotonic clock, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Changes the pace; a slower one begins after the picture that is due next.
  package mutating func setPace(framesPerSecond: Int, now: Int64) {
    let wanted = 1_000_000_000 / Int64(max(framesPerSecond, 1))
    guard wanted != interval else { return }
    interval = wanted
    next = min(next, now + wanted)
  }

  /// Makes a picture due at once.
  package mutating func hurry(now: Int64) { next = min(next, now) }

  /// True when a picture is due.
  package func isDue(now: Int64) -> Bool { now >= next - Self.tolerance }

  /// Takes note that the picture due was made or left out: the next is the first on the grid after `now`.
  package mutating func advance(now: Int64) {
    next += interval
    if next <= now { next += ((now - next) / interval + 1) * interval }
  }

  /// Whole milliseconds until the next picture, for `poll`.
  package func timeout(now: Int64) -> Int32 { Int32(clamping: max(next - now, 0) / 1_000_000) }
}
