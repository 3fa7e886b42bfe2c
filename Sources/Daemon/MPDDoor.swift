import AudioCore
import MPDServer

/// Music Player Daemon's protocol.
struct MPDDoor: Door {
  let name = "MPD's protocol"
  private let server: MPDServer
  /// Whether TCP was asked for in so many words: then it is no way to go on without.
  private let needsPort: Bool
  private let settings: Settings

  /// The door as the settings want it; nil when they want none.
  init?(_ context: DoorContext) {
    settings = context.settings
    var options = MPDOptions()
    options.host = settings.isOn(.mpd) ? settings.text(.mpdHost) : nil
    options.port = settings.number(.mpdPort) ?? options.port
    options.socketPath = settings.isOn(.mpdSocket) ? context.folders.mpdSocket : nil
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
    guard port == nil, needsPort else { return }
    await server.stop()
    throw settings.portFault(.mpdPort)
  }

  func stop() async { await server.stop() }
}
