import Logging
import NIOCore
import RadioModel
import Stations

/// Answers requests: routes each endpoint to its handler.
struct WebRoutes: Sendable {
  let status: StatusRoutes
  let play: PlayRoutes
  let events: EventRoutes
  let spectrum: SpectrumRoutes
  let stream: StreamRoutes
  let metrics: MetricsRoutes
  let session: SessionRoutes
  let queue: QueueRoutes
  let logger: Logger

  /// Answers `request` on `connection`. Returns when the answer was handed over, and for a stream when it ended.
  func serve(_ request: WebRequest, on connection: WebConnection) async {
    let answer = await answer(request)
    connection.answer(answer)
    guard case .stream(let send) = answer.body, !request.isHead else { return }
    try? await send(connection)  // fails when the client has disconnected
    connection.finish()
  }

  private func answer(_ request: WebRequest) async -> WebAnswer {
    do {
      return try await route(request)
    } catch let fault as WebFault {
      return fault.answer
    } catch {
      logger.error("an answer failed: \(error)")
      return WebFault(500, "internal error").answer
    }
  }

  /// Answers without a check of the method: ``RequestGuard`` has checked it by ``Endpoint/isChange``.
  private func route(_ request: WebRequest) async throws -> WebAnswer {
    if !request.endpoint.passesParametersOver, ![.history, .spectrum].contains(request.endpoint) {
      try RequestQuery(request).finish()
    }
    switch request.endpoint {
    case .page: return PageFiles.page
    case .script: return PageFiles.script
    case .style: return PageFiles.style
    case .document: return PageFiles.document
    case .status: return status.status()
    case .stations: return status.stations()
    case .queue: return queue.list()
    case .history: return try status.titles(request)
    case .events: return events.follow(request)
    case .spectrum: return try await spectrum.look(request)
    case .stream: return try stream.listen(request)
    case .metrics: return metrics.numbers()
    case .health: return try await metrics.health()
    case .play: return try await play.play(request)
    case .stop: return try await play.obey(.stop, request)
    case .pause: return try await play.obey(.pause, request)
    case .toggle: return try await play.obey(.toggle, request)
    case .next: return try await play.obey(.next, request)
    case .previous: return try await play.obey(.previous, request)
    case .volume: return try await play.setVolume(request)
    case .queueAdd: return try await queue.add(request)
    case .queueRemove: return try await queue.remove(request)
    case .queueClear: return try await queue.clear(request)
    case .queueReset: return try queue.reset(request)
    case .session: return try session.begin(request)
    case .sessionEnd: return try session.end(request)
    }
  }
}
