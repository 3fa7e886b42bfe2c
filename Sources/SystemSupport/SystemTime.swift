import Glibc

/// The system's clocks. The time of day jumps when it is set. Intervals use `ContinuousClock`, which runs on while the
/// machine is suspended; systemd, D-Bus and pictures use the monotonic clock.
package enum SystemTime {
  /// The present time in seconds since 1970.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The present time in whole seconds since 1970.
  package static var seconds: Int { time(nil) }

  /// The present time in whole milliseconds since 1970.
  package static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The monotonic clock, in nanoseconds. It stands still while the machine is suspended.
  package static var monotonicNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The processor time of the calling thread, in nanoseconds.
  package static var threadNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
