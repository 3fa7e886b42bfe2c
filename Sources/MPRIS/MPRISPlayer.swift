import AudioCore
import Logging
import Radio
import Synchronization

/// The radio as the desktop's media keys and `playerctl` see it: a player by MPRIS 2.2 on the session bus.
///
/// One thread of its own talks to the bus and sleeps while nothing happens; the radio is never waited for, and never waits.
public final class MPRISPlayer: Sendable {
  private let tuner: Tuner
  private let logger: Logger
  private let busAddress: String?
  /// Wakes the thread that runs.
  private let current = Mutex<WakeUp?>(nil)

  private static let stackBytes = 512 << 10

  /// The door of `tuner` on the user's session bus.
  public convenience init(tuner: Tuner, logger: Logger) {
    self.init(tuner: tuner, logger: logger, busAddress: SessionBusAddress.find())
  }

  /// The same on the bus at `busAddress`, as the bus' specification writes it; nil when there is none.
  package init(tuner: Tuner, logger: Logger, busAddress: String?) {
    self.tuner = tuner
    self.logger = logger
    self.busAddress = busAddress
  }

  /// Opens the door, which stays open until `stop()`, until the radio ends, or until the bus goes away. True when it was open.
  ///
  /// False when there is no session bus, which is no fault. Never waits.
  public func start() -> Bool {
    guard let busAddress else { return false }
    return current.withLock { current in
      if let current, !current.isOver { return true }
      guard let wake = WakeUp() else {
        logger.warning("no descriptors are left for the session bus, so media keys do not work")
        return false
      }
      guard let opened = OpenedBus(address: busAddress, logger: logger) else { return false }
      let events = tuner.numberedEvents()
      let listening = Task {
        for await _ in events { wake.raise() }
        wake.end()
      }
      let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [tuner, logger] in
        Self.work(at: opened, tuner: tuner, wake: wake, logger: logger)
        wake.end()
        listening.cancel()
      }
      guard isStarted else {
        listening.cancel()
        logger.warning("no thread is left for the session bus, so media keys do not work")
        return false
      }
      current = wake
      return true
    }
  }

  /// Closes the door: its thread ends at once, and nobody waits for that.
  public func stop() { current.withLock { $0?.end() } }

  private static func work(at opened: OpenedBus, tuner: Tuner, wake: WakeUp, logger: Logger) {
    guard let bus = opened.take() else { return }
    do throws(BusFault) {
      var connection = try BusConnection(bus: bus, tuner: tuner, wake: wake, logger: logger)
      try connection.run()
    } catch {
      logger.info("the session bus is gone: \(error)")
    }
  }
}

/// A connection on its way from the thread that opened it to the one that uses it.
///
/// `@unchecked Sendable`: `bus` is set before it is shared, and read and cleared by one thread alone, which keeps it.
private final class OpenedBus: @unchecked Sendable {
  private var bus: SessionBus?

  /// A connection to the bus at `address`; nil when nobody is there.
  init?(address: String, logger: Logger) {
    do throws(BusFault) {
      bus = try SessionBus(address: address)
    } catch {
      logger.info("there is no session bus at \(address): \(error)")
      return nil
    }
  }

  /// The connection, for the thread that is to use it from now on.
  func take() -> SessionBus? {
    defer { bus = nil }
    return bus
  }
}
