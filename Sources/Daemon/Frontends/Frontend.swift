import AudioCore
import Logging
import NIOPosix
import Radio
import Stations

/// A way for programs to the radio. Doors hold no state of the radio.
package protocol Frontend: Sendable {
  /// What logs call it.
  var name: String { get }
  /// Lets programs in. Throws when that cannot be.
  func start() async throws
  /// Lets nobody in any more, and shows those out who are inside.
  func stop() async
}

/// What a door is made of.
package struct FrontendContext: Sendable {
  /// The one radio.
  package let tuner: Tuner
  /// What was heard.
  package let history: TitleHistory
  /// Saved queues.
  package let playlists: PlaylistFolder
  /// Starts the built-in station, once.
  package let demo: @Sendable () async throws -> Station
  /// How all is set up.
  package let settings: Settings
  /// Most clients of each door.
  package let maximumClients: Int
  /// Where sockets go.
  package let folders: Folders
  /// The thread for sockets.
  package let group: MultiThreadedEventLoopGroup
  /// Where doors log.
  package let logger: Logger
}
