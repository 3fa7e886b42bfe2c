import AudioCore
import Logging
import MPDServer
import Player
import Radio
import SystemSupport

/// The frontend of Music Player Daemon's protocol.
struct MPDFrontend: ConfiguredFrontend {
  static let acceptsClients = true

  private let context: FrontendContext
  private let server: MPDServer
  private let socketPath: String?

  /// Creates the frontend from the settings; nil when they enable neither TCP nor the socket.
  init?(_ context: FrontendContext) {
    self.context = context
    let settings = context.settings
    socketPath = settings.isOn(.mpdSocket) ? context.folders.mpdSocket : nil
    var options = MPDOptions()
    options.host = settings.isOn(.mpd) ? settings.text(.mpdHost) : nil
    options.port = settings.number(.mpdPort) ?? options.port
    options.socketPath = socketPath
    options.password = settings.mpdPassword
    options.maximumClients = context.maximumClients
    options.resumesAfterFile = settings.isOn(.resumeAfterFile)
    guard options.host != nil || options.socketPath != nil else { return nil }
    server = MPDServer(
      tuner: context.radio.tuner, playlists: context.playlists, pictures: context.pictures,
      outputName: settings.output.name, options: options, group: context.group, logger: context.logger)
  }

  func start() async throws {
    let settings = context.settings
    let port = try await server.start()
    // A port that cannot be opened is an error when it is set explicitly.
    guard port == nil, settings.isOn(.mpd), settings.isSet(.mpdPort) else {
      context.services.add("_mpd._tcp", host: settings.text(.mpdHost), port: port)
      let place = port.map { ListeningPlaces.text(host: settings.text(.mpdHost) ?? "", port: $0) }
      let places = [socketPath, place].compactMap(\.self).joined(separator: ", ")
      return context.logger.log(level: context.placesLevel, "MPD's protocol: \(places)")
    }
    await server.stop()
    throw settings.portFault(.mpdPort)
  }

  func stop() async { await server.stop() }
}
