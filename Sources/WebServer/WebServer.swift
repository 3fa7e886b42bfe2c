import AudioCore
import Glibc
import Logging
import NIOCore
import NIOPosix
import Radio
import ServerSupport
import Stations
import Synchronization

/// The radio's HTTP server for programs and browsers: JSON, server-sent events and the sound itself, on a Unix socket
/// and on TCP. `Sources/CAssets/openapi.json` documents every endpoint.
///
/// The server holds no state of the radio. It does no work while no client is connected.
public final class WebServer: Sendable {
  private enum State {
    case idle
    case running([WebListener], Task<Void, Never>, socketPath: String?)
    case stopped
  }

  private let options: WebOptions
  private let counts = WebCounts()
  private let group: MultiThreadedEventLoopGroup
  private let logger: Logger
  private let access: WebAccess
  private let routes: WebRoutes
  private let tasks: AnswerTasks
  private let state = Mutex(State.idle)

  /// A server for `tuner` and its title history, on the event loops of `group`. `demo` starts the built-in station. The
  /// server calls it on every request for that station; each call returns the same station.
  public init(
    tuner: Tuner, history: TitleHistory, demo: @escaping @Sendable () async throws -> Station, options: WebOptions,
    group: MultiThreadedEventLoopGroup, logger: Logger
  ) {
    self.options = options
    self.group = group
    self.logger = logger
    access = WebAccess(token: options.token, listenToken: options.listenToken)
    tasks = AnswerTasks(limit: options.maximumClients)
    let spectra = SpectrumFanouts(tuner: tuner, loop: group.next())
    let lookup = StationLookup(tuner: tuner, demo: demo)
    routes = WebRoutes(
      status: StatusRoutes(tuner: tuner, history: history),
      play: PlayRoutes(tuner: tuner, lookup: lookup, timeout: options.limits.timeout),
      events: EventRoutes(tuner: tuner),
      spectrum: SpectrumRoutes(fanouts: spectra), stream: StreamRoutes(tuner: tuner),
      metrics: MetricsRoutes(
        tuner: tuner, firstEvent: tuner.eventNumber, counts: counts, spectra: spectra, timeout: options.limits.timeout
      ),
      session: SessionRoutes(access: access),
      queue: QueueRoutes(tuner: tuner, lookup: lookup, limit: options.limits.timeout), logger: logger)
  }

  /// Starts listening; call it once. Returns the TCP port, or nil when there is none. When TCP fails but the Unix
  /// socket works, the server logs a warning and continues.
  ///
  /// Throws `.cannotCreate` when the Unix socket cannot be made, and `.cannotListen` when TCP fails without a Unix
  /// socket. Throws `.usage` when other machines can reach `host` and there is no token, and when the tokens are
  /// invalid (``WebOptions/tokenFault``).
  public func start() async throws(TuneError) -> Int? {
    guard options.isLoopback || options.token?.isEmpty == false else {
      throw .usage(
        message: "the web server at \(options.host ?? "") can be reached from other machines: it needs a token")
    }
    if let fault = options.tokenFault { throw .usage(message: fault) }
    var listeners: [WebListener] = []
    do throws(TuneError) {
      if let path = options.socketPath { listeners.append(try await listen(path: path)) }
      if let host = options.host {
        do throws(TuneError) {
          listeners.append(try await listen(host: host))
        } catch {
          guard !listeners.isEmpty else { throw error }
          logger.warning("\(error.description); the Unix socket serves")
        }
      }
    } catch {
      for listener in listeners { await listener.stop() }
      throw error
    }
    let task = Task { [tasks] in await tasks.run() }
    state.withLock { [listeners] in $0 = .running(listeners, task, socketPath: options.socketPath) }
    return listeners.lazy.compactMap(\.port).first
  }

  /// Stops listening and closes all connections.
  public func stop() async {
    let before = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    guard case .running(let listeners, let task, let path) = before else { return }
    for listener in listeners { await listener.stop() }
    await counts.closeAll()
    tasks.finish()
    await task.value
    if let path { unlink(path) }
  }

  private func listen(path: String) async throws(TuneError) -> WebListener {
    try await listen(.path(path), rules: RequestGuard(.local))
  }

  private func listen(host: String) async throws(TuneError) -> WebListener {
    let rules = RequestGuard(.network(names: MachineNames(options.names + [host]), access: access))
    return try await listen(.address(host: host, port: options.port), rules: rules)
  }

  private func listen(
    _ place: ServerSocket.Place, rules: RequestGuard
  ) async throws(TuneError) -> WebListener {
    try await WebListener(place, options: options, counts: counts, group: group, rules: rules) {
      [routes, tasks] request, connection in
      tasks.begin { await routes.serve(request, on: connection) }
    }
  }
}
