import Glibc

/// A flag that a plain thread can wait for, with timeouts on the monotonic clock.
///
/// `@unchecked Sendable`: `isRaised` and `isNudged` are accessed only while `mutex` is held. The two pthread objects
/// are made for sharing and stay at fixed addresses from `init` to `deinit`.
public final class ThreadSignal: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRaised = false
  /// True when the current or next wait must end although the flag is lowered.
  private var isNudged = false

  /// Creates a lowered flag.
  public init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Raises the flag, which ends all waits for it, or lowers it.
  public func set(_ raised: Bool) {
    pthread_mutex_lock(mutex)
    isRaised = raised
    if raised { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// Ends the current wait, or the next one if no thread waits.
  public func nudge() {
    pthread_mutex_lock(mutex)
    isNudged = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Blocks the calling thread until the flag is raised, `timeout` has passed, or ``nudge()`` is called. Returns true
  /// when the flag is raised.
  public func wait(timeout: Duration) -> Bool {
    var deadline = Self.deadline(after: timeout)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    defer { isNudged = false }
    while !isRaised && !isNudged {
      guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { return isRaised }
    }
    return isRaised
  }

  /// Returns the monotonic time after `timeout`, which is limited to a year.
  private static func deadline(after timeout: Duration) -> timespec {
    let nanosecondsPerSecond = 1_000_000_000
    var time = SystemTime.read(CLOCK_MONOTONIC)
    let (seconds, attoseconds) = min(max(timeout, .zero), .seconds(365 * 86400)).components
    time.tv_sec += Int(seconds)
    time.tv_nsec += Int(attoseconds / 1_000_000_000)
    if time.tv_nsec >= nanosecondsPerSecond {
      time.tv_sec += 1
      time.tv_nsec -= nanosecondsPerSecond
    }
    return time
  }
}
