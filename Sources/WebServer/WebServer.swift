import HTTPServer
public import Logging
import NIOHTTP1
public import NIOPosix
public import Pictures
public import Radio
public import ServerSupport
import SystemSupport

/// The radio's HTTP server for programs and browsers: JSON, server-sent events and the sound itself, on a Unix socket
/// and on TCP. `Sources/CAssets/openapi.json` documents every endpoint.
///
/// The server holds no state of the radio. It does no work while no client is connected.
public final class WebServer: Sendable {
  private let options: WebOptions
  private let logger: Logger
  private let access: WebAccess
  private let server: HTTPServer

  /// A server for `radio`, on the event loops of `group`. `pictures` has the files of stations' pictures.
  public init(
    _ radio: RadioHost, pictures: any StationPictureFiles = NoPictureFiles(), options: WebOptions,
    group: MultiThreadedEventLoopGroup, logger: Logger
  ) {
    let tuner = radio.tuner
    self.options = options
    self.logger = logger
    access = WebAccess(
      token: options.token, listenToken: options.listenToken, sessionsPath: options.sessionsPath
    ) { logger.warning("\($0)") }
    var places = ClientPlaces.Limits(total: options.maximumClients, hasSecret: options.token != nil)
    places.exempt = options.proxyAddresses
    let counts = ConnectionCounts(places)
    let spectra = SpectrumFanouts(tuner: tuner, loop: group.next())
    let samples = BoundedCount(maximum: SampleRoutes.maximumReaders)
    let asked = AskedPictures()
    let routes = WebRoutes(
      radio: RadioRoutes(radio: radio, timeout: options.limits.timeout), stations: StationRoutes(radio: radio),
      directory: DirectoryRoutes(radio: radio, access: access),
      events: EventRoutes(radio: radio, pictures: pictures, asked: asked),
      pictures: PictureRoutes(radio: radio, files: pictures, asked: asked),
      spectra: spectra, samples: SampleRoutes(tuner: tuner, readers: samples),
      recordings: RecordingRoutes(
        radio: radio, downloads: BoundedCount(maximum: RecordingRoutes.maximumDownloads),
        readers: BlockingPool(threads: RecordingRoutes.threads)),
      stream: StreamEndpoint(tuner.relay),
      metrics: MetricsRoutes(
        radio: radio, firstEvent: tuner.eventNumber, counts: counts, spectra: spectra, samples: samples,
        timeout: options.limits.timeout),
      session: SessionRoutes(access: access), addresses: AddressRoutes(options: options, access: access), tuner: tuner,
      logger: logger)
    // The last field prevents pages of other origins from loading any answer as an image, sound or script.
    let headers: HTTPHeaders = [
      "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
    ]
    server = HTTPServer(
      HTTPService(headers: headers, refuse: HTTPAnswer.fault) { request, connection in
        await routes.answer(request, on: connection)
      },
      limits: options.limits, counts: counts, group: group)
  }

  /// Starts listening; call it once. Returns the TCP port, or nil when there is none. When TCP fails but the Unix
  /// socket works, the server logs a warning and continues.
  ///
  /// Throws `.system(.cannotCreate)` when the Unix socket cannot be made, and `.cannotListen` when TCP fails without a
  /// Unix socket. Throws `.invalidOptions` when other machines can reach `host` and there is no token, and when the tokens
  /// are invalid (``WebOptions/tokenFault``).
  public func start() async throws(ServerError) -> Int? {
    guard options.isLoopback || options.token?.isEmpty == false else {
      throw .invalidOptions(
        message: "the web server at \(options.host ?? "") can be reached from other machines: it needs a token")
    }
    if let fault = options.tokenFault { throw .invalidOptions(message: fault) }
    do throws(ServerError) {
      return try await listen()
    } catch {
      await server.stop()
      throw error
    }
  }

  private func listen() async throws(ServerError) -> Int? {
    if let path = options.socketPath {
      _ = try await server.listen(at: .path(path), admit: RequestGuard(.local).admission)
    }
    guard var host = options.host else { return nil }
    if host.lowercased() == "localhost" { host = "127.0.0.1" }
    let system: (@Sendable () -> MachineNames.System)? = access.isOpen ? nil : MachineNames.System.now
    let names = MachineNames(options.names + [host], system: system)
    let rules = RequestGuard(.network(names: names, access: access), namesSetting: options.namesSetting)
    access.update(port: options.port)  // before the first client comes
    do throws(ServerError) {
      let port = try await server.listen(at: .address(host: host, port: options.port), admit: rules.admission)
      if let port {
        access.update(port: port)
        await listenAtOtherLoopback(than: host, port: port, rules)
      }
      return port
    } catch {
      guard options.socketPath != nil else { throw error }
      logger.warning("\(error.description); the Unix socket serves")
      return nil
    }
  }

  /// Listens at the other address that `localhost` means, when `host` is one of the two: a browser that opens
  /// http://localhost may take either, and another user's program there would get its cookie. Continues without it when
  /// the machine has no such address; warns when another program listens there.
  private func listenAtOtherLoopback(than host: String, port: Int, _ rules: RequestGuard) async {
    guard let other = Self.otherLoopback[host] else { return }
    do throws(ServerError) {
      _ = try await server.listen(at: .address(host: other, port: port), admit: rules.admission)
    } catch {
      guard case .cannotListen(_, _, ServerSocket.takenReason) = error else { return }
      logger.warning(
        "another program listens at \(other), port \(port): open http://\(host):\(port)/, not http://localhost:\(port)/"
      )
    }
  }

  private static let otherLoopback = ["127.0.0.1": "::1", "::1": "127.0.0.1"]

  /// Stops listening and closes all connections. Each call returns when all is closed and the sessions are saved.
  public func stop() async {
    await server.stop()
    await access.flush()
  }
}
