public import Glibc

/// The processor time that this process takes, for tests that check that something waits instead of spinning.
public enum ProcessorTime {
  /// Seconds of processor time used so far, by all threads, in user and system mode.
  public static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The same for the process `pid`, to the nanosecond; 0 when it is gone.
  public static func seconds(of pid: pid_t) -> Double {
    var time = timespec()
    // CPUCLOCK_SCHED of a process: what clock_getcpuclockid(3) returns.
    guard clock_gettime((~pid << 3) | 2, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds of processor time that the calling thread takes for `body`, which says what a computation costs however
  /// busy the machine is.
  public static func seconds(of body: () throws -> Void) rethrows -> Double {
    let before = ofThread
    try body()
    return ofThread - before
  }

  private static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The share of one processor that `body` kept busy: 0…1, and more when it kept several busy.
  public static func share(of body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    let before = seconds
    try body()
    return (seconds - before) / max(1e-3, start.duration(to: .now) / .seconds(1))
  }
}
