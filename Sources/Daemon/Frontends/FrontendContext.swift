package import Downloader
package import Logging
package import NIOPosix
package import Pictures
package import Radio
package import Stations
package import SystemSupport

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
  /// The level of the lines that say where clients connect.
  package let placesLevel: Logger.Level
  /// The services that are announced to other machines.
  package let services = NetworkServices()
}
