import DBus
public import Logging

/// Announces services on the network by mDNS, through the Avahi of this machine.
///
/// A separate thread talks to the system's bus and sleeps while nothing happens. Avahi withdraws the services when the
/// connection ends, however the program ends.
public final class ServiceAnnouncer: Sendable {
  private let services: [AnnouncedService]
  private let name: String
  private let logger: Logger
  private let busAddress: @Sendable () -> String?
  private let thread: BusThread

  /// An announcer of `services` as `name`, cut to ``ServiceName/maximumBytes``.
  public convenience init(_ services: [AnnouncedService], name: String, logger: Logger) {
    self.init(services, name: name, logger: logger, busAddress: { BusAddress.ofSystem() })
  }

  /// An announcer that finds Avahi on the bus at `busAddress`; nil while there is no bus.
  package init(
    _ services: [AnnouncedService], name: String, logger: Logger, busAddress: @escaping @Sendable () -> String?
  ) {
    self.services = services
    self.name = BusText.line(name)
    self.logger = logger
    self.busAddress = busAddress
    thread = BusThread(busName: "system bus", loss: "the radio is not found by name", logger: logger)
  }

  /// Announces the services as soon as Avahi runs, until ``stop()``. Never blocks.
  public func start() {
    guard !services.isEmpty, !name.isEmpty else { return }
    let none: AsyncStream<Never>? = nil
    thread.start(at: busAddress, events: none) { [services, name, logger] _ in
      AvahiWork(services, name: name, logger: logger)
    }
  }

  /// Withdraws the services.
  public func stop() async { await thread.stop() }
}
