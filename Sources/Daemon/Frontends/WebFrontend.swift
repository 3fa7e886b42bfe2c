import Bytes
import Logging
import SystemSupport
import WebServer

/// The HTTP frontend: always at the socket of `radiod ctl`, and over TCP when the settings enable it.
struct WebFrontend: ConfiguredFrontend {
  static let acceptsClients = true

  private let context: FrontendContext
  private let server: WebServer

  /// Creates the frontend from the settings.
  init(_ context: FrontendContext) {
    self.context = context
    let settings = context.settings
    var options = WebOptions()
    options.socketPath = context.folders.webSocket
    options.host = settings.isOn(.http) ? settings.text(.httpHost) : nil
    options.port = settings.number(.httpPort) ?? options.port
    options.names = settings.httpNames.map { $0.lowercased() }
    let names = Setting.httpNames
    options.namesSetting = "\(names.rawValue) in config.json (or \(names.flag) of 'radiod serve')"
    options.token = settings.httpToken
    options.listenToken = settings.httpListenToken
    options.proxies = settings.texts(.httpProxies)
    options.sessionsPath = context.folders.sessions
    options.maximumClients = context.maximumClients
    server = WebServer(
      context.radio, pictures: context.pictures, options: options, group: context.group, logger: context.logger)
  }

  func start() async throws {
    let settings = context.settings
    if let text = WebOptions.invalidAddress(of: settings.texts(.httpProxies)) {
      throw settings.fault(.httpProxies, "must be IP addresses, not '\(CleanText.singleLine(text, limit: 64))'")
    }
    let port = try await server.start()
    // A port that cannot be opened is an error when it is set explicitly.
    guard port == nil, settings.isOn(.http), settings.isSet(.httpPort) else {
      context.services.add("_http._tcp", host: settings.text(.httpHost), port: port, properties: ["path=/"])
      let place = port.map {
        ListeningPlaces.text(host: settings.text(.httpHost) ?? "", port: $0, scheme: "http://", path: "/")
      }
      let places = [context.folders.webSocket, place].compactMap(\.self)
      return context.logger.log(level: context.placesLevel, "HTTP: \(places.joined(separator: ", "))")
    }
    await server.stop()
    throw settings.portFault(.httpPort)
  }

  func stop() async { await server.stop() }
}
