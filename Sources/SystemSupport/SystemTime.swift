package import Glibc

/// The system's clocks. The time of day jumps when it is set. Intervals use `ContinuousClock`, which runs on while the
/// machine is suspended; systemd, D-Bus and pictures use the monotonic clock.
package enum SystemTime {
  /// The present time in seconds since 1970.
  package static var now: Double { read(CLOCK_REALTIME).inSeconds }

  /// The present time in whole seconds since 1970.
  package static var seconds: Int { time(nil) }

  /// The present time in whole milliseconds since 1970.
  package static var milliseconds: Int {
    let time = read(CLOCK_REALTIME)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The monotonic clock, in nanoseconds. It stands still while the machine is suspended.
  package static var monotonicNanoseconds: Int64 { read(CLOCK_MONOTONIC).inNanoseconds }

  /// The processor time of the calling thread, in nanoseconds.
  package static var threadNanoseconds: Int64 { read(CLOCK_THREAD_CPUTIME_ID).inNanoseconds }

  /// Returns the time of `clock`.
  package static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

extension timespec {
  /// The time in seconds.
  package var inSeconds: Double { Double(tv_sec) + Double(tv_nsec) / 1e9 }

  fileprivate var inNanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
