import DBus
package import Logging
package import RadioModel

/// Shows the titles of the radio as notifications of the desktop, one that is replaced with each title.
///
/// A separate thread talks to the session bus and sleeps while nothing happens.
public final class TitleNotifier: Sendable {
  private let tuner: any RadioPlayer
  private let picture: @Sendable () -> String?
  private let logger: Logger
  private let busAddress: @Sendable () -> String?
  private let thread: BusThread

  /// A notifier for `tuner` on the user's session bus. `picture` returns the path of a picture of the station; it is
  /// called on the bus thread.
  /// `busAddress` returns the address of the bus; nil while there is no bus.
  package init(
    tuner: any RadioPlayer, picture: @escaping @Sendable () -> String? = { nil }, logger: Logger,
    busAddress: @escaping @Sendable () -> String? = { BusAddress.ofSession() }
  ) {
    self.tuner = tuner
    self.picture = picture
    self.logger = logger
    self.busAddress = busAddress
    thread = BusThread(busName: "session bus", loss: "titles are not shown by the desktop", logger: logger)
  }

  /// Shows titles while there is a bus, until ``stop()`` is called or the radio ends. Never blocks.
  public func start() {
    thread.start(at: busAddress, events: tuner.numberedEvents()) { [tuner, picture, logger] wake in
      NotifierWork(tuner: tuner, picture: picture, wake: wake, logger: logger)
    }
  }

  /// Ends the connection.
  public func stop() async { await thread.stop() }
}
