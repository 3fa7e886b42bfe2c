import MDNS
import Synchronization
import WebServer

/// The announcement of the frontends that listen on the network, so that other machines find them by name. Starts after
/// them.
struct MDNSFrontend: ConfiguredFrontend {
  private let context: FrontendContext
  private let announcer = AnnouncerSlot()

  /// Keeps the announcer from the start to the end.
  private final class AnnouncerSlot: Sendable {
    let announcer = Mutex<ServiceAnnouncer?>(nil)
  }

  /// Creates the frontend; nil when the settings do not enable it.
  init?(_ context: FrontendContext) {
    guard context.settings.isOn(.mdns) else { return nil }
    self.context = context
  }

  func start() async throws {
    let services = context.services.all
    guard !services.isEmpty else { return }
    let name = context.settings.text(.mdnsName) ?? "SpringRadio on \(Self.machineName)"
    let made = ServiceAnnouncer(services, name: name, logger: context.logger)
    announcer.announcer.withLock { $0 = made }
    made.start()
  }

  func stop() async { await announcer.announcer.withLock { $0 }?.stop() }

  /// The first label of the machine's name.
  private static var machineName: String {
    let label = MachineNames.System.now().hostName.prefix { $0 != "." }
    return label.isEmpty ? "localhost" : String(label)
  }
}
