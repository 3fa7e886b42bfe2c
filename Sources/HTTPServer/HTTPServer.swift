import Glibc
package import NIOCore
import NIOHTTP1
package import ServerSupport
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
  ) async throws(ServerError) -> Int? {
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
