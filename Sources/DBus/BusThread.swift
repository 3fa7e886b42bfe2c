import Logging
import Synchronization
import SystemSupport

/// A connection to a bus on a thread of its own, which sleeps while nothing happens. It never blocks the radio, and the
/// radio never blocks it.
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

  /// Connects to the bus at `address`, in the notation of the D-Bus specification, until `stop()` is called, `events`
  /// end, or the bus disconnects. Returns true also when it was connected before. Never blocks.
  ///
  /// `work` makes what the thread does there, on the thread; each of `events` wakes it. Returns false, and logs why, when
  /// the connection cannot be opened.
  package func start<Work: BusWork, Event: Sendable>(
    at address: String, events: AsyncStream<Event>?, work: @escaping @Sendable (WakeUp) -> Work
  ) -> Bool {
    current.withLock { current in
      if let current, !current.wake.isOver { return true }
      guard let wake = WakeUp() else {
        logger.warning("no descriptors are left for the \(busName), so \(loss)")
        return false
      }
      guard let opened = OpenedBus(address: address, busName: busName, logger: logger) else { return false }
      let listening = events.map { events in
        Task {
          for await _ in events { wake.raise() }
          wake.end()
        }
      }
      let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [busName, logger] in
        Self.run(at: opened, busName: busName, wake: wake, work: work(wake), logger: logger)
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

  private static func run(at opened: OpenedBus, busName: String, wake: WakeUp, work: some BusWork, logger: Logger) {
    guard let bus = opened.take() else { return }
    do throws(BusFault) {
      var loop = BusLoop(bus: bus, wake: wake, work: work)
      try loop.run()
    } catch {
      logger.info("the \(busName) is gone: \(error)")
    }
  }
}

/// Passes a connection from the thread that opened it to the thread that uses it.
///
/// `@unchecked Sendable`: `bus` is set before the object is shared. Only one thread reads and clears it, and that
/// thread keeps the connection.
private final class OpenedBus: @unchecked Sendable {
  private var bus: MessageBus?

  /// A connection to the bus at `address`; nil when there is no bus.
  init?(address: String, busName: String, logger: Logger) {
    do throws(BusFault) {
      bus = try MessageBus(address: address)
    } catch {
      logger.info("there is no \(busName) at \(address): \(error)")
      return nil
    }
  }

  /// Returns the connection to the thread that uses it from then on.
  func take() -> MessageBus? {
    defer { bus = nil }
    return bus
  }
}
