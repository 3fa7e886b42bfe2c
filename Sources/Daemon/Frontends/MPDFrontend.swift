import AudioCore
import Logging
import MPDServer

/// Music Player Daemon's protocol.
struct MPDFrontend: Frontend {
  let name = "MPD's protocol"
  private let server: MPDServer
  /// Whether TCP was asked for in so many words: then it is no way to go on without.
  private let needsPort: Bool
  private let settings: Settings
  private let socketPath: String?
  private let logger: Logger

  /// The door as the settings want it; nil when they want none.
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
