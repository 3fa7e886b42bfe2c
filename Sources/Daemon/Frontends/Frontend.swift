import Downloader
import Glibc
import Logging
import NIOPosix
import Pictures
import Radio
import Stations
import SystemSupport

/// A remote-control interface of the daemon. Frontends hold no state of the player.
package protocol Frontend: Sendable {
  /// The name in log lines.
  var name: String { get }
  /// Starts to accept clients. Throws when that is impossible.
  func start() async throws
  /// Stops accepting clients and closes their connections.
  func stop() async
}

/// A frontend that the daemon makes as its settings say.
protocol ConfiguredFrontend: Frontend {
  /// True when clients connect to it: each of them has an open file in the daemon.
  static var acceptsClients: Bool { get }

  /// Creates the frontend; nil when the settings do not enable it.
  init?(_ context: FrontendContext)
}

/// The objects that frontends share.
package struct FrontendContext: Sendable {
  /// The radio.
  package let radio: RadioHost
  /// The saved queues.
  package let playlists: PlaylistFolder
  /// Sends requests to servers.
  package let downloader: Downloader
  /// The files of stations' pictures.
  package let pictures: any StationPictureFiles
  /// The settings of the daemon.
  package let settings: Settings
  /// The maximum number of clients of each frontend.
  package let maximumClients: Int
  /// The folders for the sockets.
  package let folders: Folders
  /// The event loops of the sockets.
  package let group: MultiThreadedEventLoopGroup
  /// The logger of the frontends.
  package let logger: Logger
  /// The services that are announced to other machines.
  package let services = NetworkServices()
}

/// The frontends of the daemon.
enum DaemonFrontends {
  /// All kinds of frontends, in the order in which they start.
  static let kinds: [any ConfiguredFrontend.Type] = [
    WebFrontend.self, MPDFrontend.self, MPRISFrontend.self, NotificationFrontend.self, HookFrontend.self,
    MDNSFrontend.self, ScrobblingFrontend.self,
  ]

  /// Returns the frontends that the settings enable, in the order in which they start.
  static func all(_ context: FrontendContext) -> [any Frontend] { kinds.compactMap { $0.init(context) } }
}

/// The number of clients that the system's limit of open files allows.
struct ClientLimit {
  /// The number of frontends with clients.
  private static let frontends = DaemonFrontends.kinds.count { $0.acceptsClients }
  /// Open files of the daemon itself: the stream, the sound device, name resolution, files being written, and a
  /// reserve.
  private static let ownFiles = 64

  /// The maximum number of clients of each frontend.
  let clients: Int
  /// One sentence that says why there are fewer clients than wanted; nil when there are not.
  let fault: String?

  /// Computes the limit for `wanted` clients of each frontend. It raises the soft limit of open files as far as needed
  /// and as the hard limit allows.
  init(wanted: Int) {
    let needed = rlim_t(wanted * Self.frontends + Self.ownFiles)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else {
      (clients, fault) = (wanted, nil)
      return
    }
    var raised = limit
    raised.rlim_cur = min(needed, limit.rlim_max)
    if setrlimit(resource, &raised) == 0 { limit = raised }
    clients = max(1, min(wanted, (Int(limit.rlim_cur) - Self.ownFiles) / Self.frontends))
    fault =
      clients == wanted
      ? nil : "\(limit.rlim_cur) open files are allowed: \(clients) clients of each kind instead of \(wanted)"
  }
}
