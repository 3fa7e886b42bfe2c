import Logging
import Radio
import RadioModel
import Synchronization
import SystemSupport

/// The radio for the desktop's media keys and `playerctl`: a player by MPRIS 2.2 on the session bus.
///
/// A separate thread talks to the bus and sleeps while nothing happens. It never blocks the radio, and the radio never
/// blocks it.
public final class MPRISPlayer: Sendable {
  private let tuner: Tuner
  private let logger: Logger
  private let busAddress: String?
  /// The connection that runs; nil before the first start.
  private let current = Mutex<Running?>(nil)

  /// A connection: what wakes its thread, and the task that does so for each event of the radio.
  private struct Running {
    let wake: WakeUp
    let listening: Task<Void, Never>
  }

  private static let stackBytes = 512 << 10

  /// A player for `tuner` on the user's session bus.
  public convenience init(tuner: Tuner, logger: Logger) {
    self.init(tuner: tuner, logger: logger, busAddress: BusAddress.ofSession())
  }

  /// A player on the bus at `busAddress`, in the notation of the D-Bus specification; nil when there is no bus.
  package init(tuner: Tuner, logger: Logger, busAddress: String?) {
    self.tuner = tuner
    self.logger = logger
    self.busAddress = busAddress
  }

  /// Connects to the bus, until `stop()` is called, the radio ends, or the bus disconnects. Returns true also when it
  /// was connected before. Never blocks.
  ///
  /// Returns false when there is no session bus, which is no error. Also returns false, and logs why, when the
  /// connection cannot be opened.
  public func start() -> Bool {
    guard let busAddress else { return false }
    return current.withLock { current in
      if let current, !current.wake.isOver { return true }
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
      current = Running(wake: wake, listening: listening)
      return true
    }
  }

  /// Ends the connection. Its thread ends at once, and the method does not wait for that.
  public func stop() async {
    guard let running = current.withLock({ $0 }) else { return }
    running.wake.end()
    running.listening.cancel()
    await running.listening.value
  }

  private static func work(at opened: OpenedBus, tuner: Tuner, wake: WakeUp, logger: Logger) {
    guard let bus = opened.take() else { return }
    do throws(BusFault) {
      var loop = BusLoop(bus: bus, wake: wake, work: PlayerConnection(tuner: tuner, wake: wake, logger: logger))
      try loop.run()
    } catch {
      logger.info("the session bus is gone: \(error)")
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
  init?(address: String, logger: Logger) {
    do throws(BusFault) {
      bus = try MessageBus(address: address)
    } catch {
      logger.info("there is no session bus at \(address): \(error)")
      return nil
    }
  }

  /// Returns the connection to the thread that uses it from then on.
  func take() -> MessageBus? {
    defer { bus = nil }
    return bus
  }
}

/// Counts tracks: every title of every station is a separate track.
package struct TrackNumber {
  private var source: Source?
  private var title: String?
  private var number = 0

  /// No track yet.
  package init() {}

  /// Returns the number of the track in `snapshot`, from 1 up; 0 before anything was tuned in. The number is new when
  /// the source or the title differs from the last call.
  package mutating func update(_ snapshot: TunerSnapshot) -> Int {
    if snapshot.source != source || snapshot.title != title {
      (source, title) = (snapshot.source, snapshot.title)
      number += 1
    }
    return source == nil ? 0 : number
  }
}
