import Bytes
import Logging
import WebServer

/// The HTTP frontend: always at the socket of `radiod ctl`, and over TCP when the settings enable it.
struct WebFrontend: ConfiguredFrontend {
  static let acceptsClients = true

  private let server: WebServer
  /// True when the TCP port is set explicitly: then a port that cannot be opened is an error.
  private let needsPort: Bool
  private let settings: Settings
  private let socketPath: String
  private let services: NetworkServices
  private let logger: Logger

  /// Creates the frontend from the settings.
  init(_ context: FrontendContext) {
    settings = context.settings
    socketPath = context.folders.webSocket
    services = context.services
    logger = context.logger
    var options = WebOptions()
    options.socketPath = socketPath
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
    needsPort = options.host != nil && settings.isSet(.httpPort)
    server = WebServer(
      context.radio, pictures: context.pictures, options: options, group: context.group, logger: context.logger)
  }

  func start() async throws {
    if let text = WebOptions.invalidAddress(of: settings.texts(.httpProxies)) {
      throw settings.fault(.httpProxies, "must be IP addresses, not '\(CleanText.singleLine(text, limit: 64))'")
    }
    let port = try await server.start()
    guard port == nil, needsPort else {
      services.add("_http._tcp", host: settings.text(.httpHost), port: port, properties: ["path=/"])
      let place = port.map {
        ListeningPlaces.text(host: settings.text(.httpHost) ?? "", port: $0, scheme: "http://", path: "/")
      }
      return logger.info("HTTP: \(([socketPath] + [place].compactMap(\.self)).joined(separator: ", "))")
    }
    await server.stop()
    throw settings.portFault(.httpPort)
  }

  func stop() async { await server.stop() }
}
