import SystemSupport

/// The clock that decides when the next picture is due. Pictures lie on a grid; missed ones are skipped.
package struct FrameClock: Sendable {
  /// The time between two pictures, in nanoseconds.
  package private(set) var interval: Int64
  private var next: Int64

  /// `poll` counts whole milliseconds, so a picture may be early by up to one millisecond.
  private static let tolerance: Int64 = 1_000_000

  /// Creates a clock whose first picture is due at `now`, in nanoseconds of the monotonic clock.
  package init(framesPerSecond: Int, now: Int64) {
    interval = 1_000_000_000 / Int64(max(framesPerSecond, 1))
    next = now
  }

  /// The monotonic clock, in nanoseconds.
  package static var now: Int64 { SystemTime.monotonicNanoseconds }

  /// Changes the frame rate. A slower one takes effect after the next due picture.
  package mutating func setPace(framesPerSecond: Int, now: Int64) {
    let wanted = 1_000_000_000 / Int64(max(framesPerSecond, 1))
    guard wanted != interval else { return }
    interval = wanted
    next = min(next, now + wanted)
  }

  /// Makes a picture due at once.
  package mutating func hurry(now: Int64) { next = min(next, now) }

  /// Makes a picture due at once, and begins the grid with it: the pictures before it are not missed.
  package mutating func restart(now: Int64) { next = now }

  /// True when a picture is due.
  package func isDue(now: Int64) -> Bool { now >= next - Self.tolerance }

  /// Records that the due picture was made or skipped. The next one is the first on the grid after `now`. Returns the
  /// number of pictures between the two, which were missed.
  @discardableResult
  package mutating func advance(now: Int64) -> Int {
    next += interval
    guard next <= now else { return 0 }
    let missed = (now - next) / interval + 1
    next += missed * interval
    return Int(missed)
  }

  /// Whole milliseconds until the next picture, for `poll`.
  package func timeout(now: Int64) -> Int32 { Int32(clamping: max(next - now, 0) / 1_000_000) }
}
