package import MDNS
import ServerSupport
import Synchronization

/// The services that frontends offer to other machines. Frontends add theirs when they have started.
package final class NetworkServices: Sendable {
  private let added = Mutex<[AnnouncedService]>([])

  /// The services, in the order in which they were added.
  package var all: [AnnouncedService] { added.withLock { $0 } }

  /// Adds a service of the type `type` that listens at `host` and `port`, unless only this machine reaches it.
  func add(_ type: String, host: String?, port: Int?, properties: [String] = []) {
    guard let host, let port = port.flatMap(UInt16.init(exactly:)), !LoopbackHost.contains(host) else { return }
    added.withLock { $0.append(AnnouncedService(type: type, host: host, port: port, properties: properties)) }
  }
}
