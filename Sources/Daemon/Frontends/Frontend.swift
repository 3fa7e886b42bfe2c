import Logging
import NIOPosix
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

/// The objects that frontends share.
package struct FrontendContext: Sendable {
  /// The player.
  package let tuner: Tuner
  /// The titles that were heard.
  package let history: TitleHistory
  /// The saved queues.
  package let playlists: PlaylistFolder
  /// Starts the built-in station at the first call and returns it at every call.
  package let demo: @Sendable () async throws -> Station
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
}
