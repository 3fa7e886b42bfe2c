import Glibc
package import Logging
import Synchronization
import SystemSupport

/// A connection to a bus on a thread of its own, which sleeps while nothing happens. It never blocks the radio, and the
/// radio never blocks it.
///
/// A bus that comes later, or that restarts, is connected to again, after pauses that grow.
package final class BusThread: Sendable {
  /// What wakes the thread, and the task that does so for each event.
  private struct Running {
    let wake: WakeUp
    let listening: Task<Void, Never>?
  }

  private static let stackBytes = 512 << 10

  private let busName: String
  private let loss: String
  private let logger: Logger
  /// The connection that runs; nil before the first start.
  private let current = Mutex<Running?>(nil)

  /// A thread that is not started yet. `busName` is the bus in log lines, such as `session bus`; `loss` says what the
  /// user lacks without it, such as `media keys do not work`.
  package init(busName: String, loss: String, logger: Logger) {
    self.busName = busName
    self.loss = loss
    self.logger = logger
  }

  /// Connects to the bus until `stop()` is called or `events` end. Returns true also when it runs already. Never blocks.
  ///
  /// `address` returns the address of the bus in the notation of the D-Bus specification, or nil while there is none; it
  /// is called on the thread, before each connection. `work` makes what the thread does there, also for each connection;
  /// each of `events` wakes it, after `note` was called with it. Returns false, and logs why, when the system has no thread
  /// or descriptors left.
  @discardableResult
  package func start<Work: BusWork, Event: Sendable>(
    at address: @escaping @Sendable () -> String?, events: AsyncStream<Event>?,
    note: @escaping @Sendable (Event) -> Void = { _ in },
    work: @escaping @Sendable (WakeUp) -> Work
  ) -> Bool {
    current.withLock { current in
      if let current, !current.wake.isOver { return true }
      guard let wake = WakeUp() else {
        logger.warning("no descriptors are left for the \(busName), so \(loss)")
        return false
      }
      let listening = events.map { events in
        Task {
          for await event in events {
            note(event)
            wake.raise()
          }
          wake.end()
        }
      }
      let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [busName, loss, logger] in
        let presence = BusPresence(busName: busName, loss: loss, logger: logger)
        Self.run(at: address, wake: wake, presence: presence, work: work)
        wake.end()
        listening?.cancel()
      }
      guard isStarted else {
        listening?.cancel()
        logger.warning("no thread is left for the \(busName), so \(loss)")
        return false
      }
      current = Running(wake: wake, listening: listening)
      return true
    }
  }

  /// Ends the connection. Its thread ends at once, and the method does not wait for that.
  package func stop() async {
    guard let running = current.withLock({ $0 }) else { return }
    running.wake.end()
    running.listening?.cancel()
    await running.listening?.value
  }

  /// Connects until `wake` ends it, or the work ends for good.
  private static func run<Work: BusWork>(
    at address: () -> String?, wake: WakeUp, presence: BusPresence, work: (WakeUp) -> Work
  ) {
    var pauses = BusPauses()
    while !wake.isOver {
      let begin = SystemTime.monotonicNanoseconds
      do throws(BusError) {
        guard let address = address() else { throw BusError(code: ENOENT) }
        let bus = try MessageBus(address: address)
        var loop = BusLoop(bus: bus, wake: wake, work: work(wake)) { presence.isThere() }
        try loop.run()
      } catch {
        if error.isFinal { return }
        presence.isGone(error)
        pause(pauses.next(after: .nanoseconds(Int64(SystemTime.monotonicNanoseconds - begin))), wake: wake)
      }
    }
  }

  /// Waits for `pause`, or until `wake` ends the thread.
  private static func pause(_ pause: Duration, wake: WakeUp) {
    let deadline = ContinuousClock.now + pause
    while !wake.isOver {
      let left = deadline - .now
      guard left > .zero else { return }
      var slot = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that the last wait is not one of 0 ms.
      if poll(&slot, 1, Int32(clamping: Int64(left / .milliseconds(1)) + 1)) > 0 { wake.drain() }
    }
  }
}

/// The pauses between two connections to a bus. A value type: the caller waits.
package struct BusPauses: Sendable {
  /// The pause after a bus was lost that had been there for long.
  package static let first = Duration.seconds(1)
  /// The longest pause.
  package static let maximum = Duration.seconds(60)

  private var last: Duration?

  /// No connection yet.
  package init() {}

  /// Returns the pause after a connection that failed, or was lost, after `time`: twice the pause before, and the first
  /// one again when the connection lasted longer than the longest pause.
  package mutating func next(after time: Duration) -> Duration {
    let pause = time > Self.maximum ? Self.first : last.map { min($0 * 2, Self.maximum) } ?? Self.first
    last = pause
    return pause
  }
}

/// What the log says of a bus that comes and goes. Used on one thread.
private final class BusPresence {
  private enum State {
    /// It was not there yet.
    case awaited
    case there
    case lost
  }

  private let busName: String
  private let loss: String
  private let logger: Logger
  private var state: State?

  init(busName: String, loss: String, logger: Logger) {
    self.busName = busName
    self.loss = loss
    self.logger = logger
  }

  /// Notes that the bus answers.
  func isThere() {
    if state == .lost { logger.notice("the \(busName) is back") }
    state = .there
  }

  /// Notes that the bus is gone, or is not there yet.
  func isGone(_ fault: BusError) {
    switch state {
    case .there:
      state = .lost
      logger.notice("the \(busName) is gone (\(fault)), so \(loss) until it is back")
    case nil:
      state = .awaited
      logger.info("there is no \(busName) yet (\(fault)), so \(loss) until it comes")
    case .awaited, .lost: break
    }
  }
}
