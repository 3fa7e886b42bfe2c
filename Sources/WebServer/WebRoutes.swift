import Logging
import NIOCore
import Radio
import Stations

/// Answers requests: one switch over what can be asked for.
struct WebRoutes: Sendable {
  let status: StatusRoutes
  let play: PlayRoutes
  let events: EventRoutes
  let spectrum: SpectrumRoutes
  let stream: StreamRoutes
  let metrics: MetricsRoutes
  let session: SessionRoutes
  let logger: Logger

  /// Answers `request` on `connection`; returns when the answer was handed over, a stream's when it ended.
  func serve(_ request: WebRequest, on connection: WebConnection) async {
    let answer = await answer(request, on: connection)
    connection.answer(answer)
    guard case .stream(let send) = answer.body, !request.isHead else { return }
    try? await send(connection)  // it fails when the client has left
    connection.finish()
  }

  private func answer(_ request: WebRequest, on connection: WebConnection) async -> WebAnswer {
    do {
      return try await route(request, on: connection)
    } catch let fault as WebFault {
      return fault.answer
    } catch {
      logger.error("an answer failed: \(error)")
      return WebFault(500, "something went wrong here").answer
    }
  }

  /// The method was checked by ``RequestGuard``: ``Endpoint/isChange`` says which one an endpoint takes.
  private func route(_ request: WebRequest, on connection: WebConnection) async throws -> WebAnswer {
    switch request.endpoint {
    case .page: PageFiles.page
    case .script: PageFiles.script
    case .style: PageFiles.style
    case .document: PageFiles.document
    case .status: status.status()
    case .stations: status.stations()
    case .queue: status.queue()
    case .history: try status.titles(request)
    case .events: events.follow(request)
    case .spectrum: try await spectrum.look(request)
    case .stream: try stream.listen(request)
    case .metrics: metrics.numbers()
    case .health: try await metrics.health(connection)
    case .play: try await play.play(request, connection)
    case .stop: try await play.obey(.stop, request, connection)
    case .pause: try await play.obey(.pause, request, connection)
    case .toggle: try await play.obey(.toggle, request, connection)
    case .next: try await play.obey(.next, request, connection)
    case .previous: try await play.obey(.previous, request, connection)
    case .volume: try await play.setVolume(request, connection)
    case .session: try session.begin(request)
    case .sessionEnd: try session.end(request)
    }
  }
}
