import AudioCore
import Logging
import MPDServer
import MPRIS

/// The frontend of Music Player Daemon's protocol.
struct MPDFrontend: ConfiguredFrontend {
  static let acceptsClients = true

  let name = "MPD's protocol"
  private let server: MPDServer
  /// True when the TCP port is set explicitly: then a port that cannot be opened is an error.
  private let needsPort: Bool
  private let settings: Settings
  private let socketPath: String?
  private let logger: Logger

  /// Creates the frontend from the settings; nil when they enable neither TCP nor the socket.
  init?(_ context: FrontendContext) {
    settings = context.settings
    socketPath = settings.isOn(.mpdSocket) ? context.folders.mpdSocket : nil
    logger = context.logger
    var options = MPDOptions()
    options.host = settings.isOn(.mpd) ? settings.text(.mpdHost) : nil
    options.port = settings.number(.mpdPort) ?? options.port
    options.socketPath = socketPath
    options.password = settings.mpdPassword
    options.maximumClients = context.maximumClients
    guard options.host != nil || options.socketPath != nil else { return nil }
    needsPort = options.host != nil && settings.isSet(.mpdPort)
    server = MPDServer(
      tuner: context.tuner, playlists: context.playlists, outputName: settings.output.name, options: options,
      group: context.group, logger: context.logger)
  }

  func start() async throws {
    let port = try await server.start()
    guard port == nil, needsPort else {
      let place = port.map { ListeningPlaces.text(host: settings.text(.mpdHost) ?? "", port: $0) }
      return logger.info("MPD's protocol: \([socketPath, place].compactMap(\.self).joined(separator: ", "))")
    }
    await server.stop()
    throw settings.portFault(.mpdPort)
  }

  func stop() async { await server.stop() }
}

/// The frontend for the desktop's media keys.
struct MPRISFrontend: ConfiguredFrontend {
  static let acceptsClients = false

  let name = "media keys"
  private let player: MPRISPlayer

  /// Creates the frontend for the user's session bus; nil when the settings do not enable it.
  init?(_ context: FrontendContext) {
    guard context.settings.isOn(.mpris) else { return nil }
    player = MPRISPlayer(tuner: context.tuner, logger: context.logger)
  }

  func start() async throws {
    _ = player.start()  // a missing bus is not an error
  }

  func stop() async { await player.stop() }
}
