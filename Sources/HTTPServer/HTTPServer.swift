import AudioCore
import Glibc
import NIOCore
import NIOHTTP1
import ServerSupport
import Synchronization

/// An HTTP/1 server: bounds what each client may send and how long it may take, and answers with an ``HTTPService``.
///
/// A server that listens must be stopped. It does no work while no client is connected.
package final class HTTPServer: Sendable {
  private struct State {
    var listeners: [HTTPListener] = []
    var paths: [String] = []
    var answers: Task<Void, Never>?
    var ending: Task<Void, Never>?
  }

  private let service: HTTPService
  private let limits: ConnectionLimits
  private let counts: ConnectionCounts
  private let group: any EventLoopGroup
  private let tasks: AnswerTasks
  private let state = Mutex(State())

  /// A server on the event loops of `group`. `limits` bound each connection, and `counts` their number.
  package init(
    _ service: HTTPService, limits: ConnectionLimits, counts: ConnectionCounts, group: any EventLoopGroup
  ) {
    self.service = service
    self.limits = limits
    self.group = group
    self.counts = counts
    tasks = AnswerTasks(limit: counts.limit)
  }

  /// Listens at `place` for the requests that `admit` accepts. Returns the TCP port, or nil for a Unix socket. Throws
  /// as ``ServerSocket/listen(_:at:)``.
  package func listen(
    at place: ServerSocket.Place, admit: @escaping HTTPService.Admission
  ) async throws(TuneError) -> Int? {
    let listener = try await HTTPListener(
      place, limits: limits, group: group, counts: counts, rejection: service.refuse(.tooManyClients)
    ) { [service, limits, counts, tasks] place in
      ExchangeHandler(service: service, admit: admit, limits: limits, counts: counts, place: place) {
        request, connection in
        tasks.begin { await service.serve(request, on: connection) }
      }
    }
    state.withLock { state in
      state.listeners.append(listener)
      if case .path(let path) = place { state.paths.append(path) }
      if state.answers == nil { state.answers = Task { [tasks] in await tasks.run() } }
    }
    return listener.port
  }

  /// Stops listening, closes all connections, and removes the Unix sockets. Each call returns when all is closed and no
  /// answer is being made.
  package func stop() async {
    let ending = state.withLock { state -> Task<Void, Never> in
      if let ending = state.ending { return ending }
      let (listeners, answers, paths) = (state.listeners, state.answers, state.paths)
      let ending = Task { [counts, tasks] in
        for listener in listeners { await listener.stop() }
        await counts.closeAll()
        tasks.finish()
        await answers?.value
        for path in paths { unlink(path) }
      }
      state.ending = ending
      return ending
    }
    await ending.value
  }
}

/// What an ``HTTPServer`` answers.
package struct HTTPService: Sendable {
  /// Checks the head of a request before its body is received. The client is nil on a Unix socket. Throws when the
  /// request is not allowed.
  package typealias Admission = @Sendable (HTTPRequestHead, ClientAddress?) throws(HTTPFault) -> Admitted

  /// What is known of a request that is allowed.
  package struct Admitted: Sendable {
    /// The maximum number of bytes of its body.
    package var bodyLimit: Int
    /// True when it has shown a secret.
    package var isProved: Bool

    /// A request with these properties.
    package init(bodyLimit: Int, isProved: Bool = false) {
      self.bodyLimit = bodyLimit
      self.isProved = isProved
    }
  }

  /// The header fields of all answers, except those that an answer has itself.
  package var headers: HTTPHeaders
  /// Returns the answer that gives an error.
  package var refuse: @Sendable (HTTPFault) -> HTTPAnswer
  /// Returns the answer to a request.
  package var answer: @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer

  /// A service with these fields.
  package init(
    headers: HTTPHeaders, refuse: @escaping @Sendable (HTTPFault) -> HTTPAnswer,
    answer: @escaping @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer
  ) {
    self.headers = headers
    self.refuse = refuse
    self.answer = answer
  }

  /// Answers `request` on `connection`. Returns when the answer was handed over, and for a stream when it ended.
  func serve(_ request: HTTPRequest, on connection: HTTPConnection) async {
    let answer = await self.answer(request, connection)
    connection.answer(answer)
    guard case .stream(let send) = answer.body, !request.isHead else { return }
    try? await send(connection)  // fails when the client has disconnected
    connection.finish()
  }
}
