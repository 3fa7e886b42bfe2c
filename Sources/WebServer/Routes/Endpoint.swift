import NIOHTTP1

/// The endpoints (API paths), and the rules of each.
package enum Endpoint: String, Sendable, CaseIterable {
  case page = "/"
  case script = "/app.js"
  case style = "/app.css"
  case status = "/api/status"
  case stations = "/api/stations"
  case queue = "/api/queue"
  case queueAdd = "/api/queue/add"
  case queueRemove = "/api/queue/remove"
  case queueClear = "/api/queue/clear"
  case queueReset = "/api/queue/reset"
  case history = "/api/history"
  case recent = "/api/recent"
  case log = "/api/log"
  case samples = "/api/samples"
  case events = "/api/events"
  case spectrum = "/api/spectrum"
  case play = "/api/play"
  case stop = "/api/stop"
  case pause = "/api/pause"
  case toggle = "/api/toggle"
  case next = "/api/next"
  case previous = "/api/previous"
  case volume = "/api/volume"
  case stream = "/stream"
  case metrics = "/metrics"
  case health = "/healthz"
  case document = "/openapi.json"
  case session = "/api/session"
  case sessionEnd = "/api/session/end"

  /// True for an endpoint that changes something and takes POST. The others are read with GET.
  package var isChange: Bool {
    switch self {
    case .play, .stop, .pause, .toggle, .next, .previous, .volume, .session, .sessionEnd, .queueAdd, .queueRemove,
      .queueClear,
      .queueReset:
      true
    case .page, .script, .style, .status, .stations, .queue, .history, .recent, .log, .samples, .events, .spectrum,
      .stream, .metrics, .health,
      .document:
      false
    }
  }

  /// True for an endpoint that shows no state of the radio and needs no token: the page, which asks for the token, its
  /// files, the session endpoints, which receive the token, and the health check.
  package var isOpen: Bool {
    switch self {
    case .page, .script, .style, .health, .session, .sessionEnd: true
    case .status, .stations, .queue, .history, .recent, .log, .samples, .events, .spectrum, .play, .stop, .pause,
      .toggle, .next, .previous,
      .volume, .stream, .metrics, .document, .queueAdd, .queueRemove, .queueClear, .queueReset:
      false
    }
  }

  /// True for an endpoint that a link on any page may open. The answer contains no state of the radio; the page
  /// requests that separately.
  package var isForLinks: Bool {
    switch self {
    case .page, .script, .style, .health: true
    case .status, .stations, .queue, .history, .recent, .log, .samples, .events, .spectrum, .play, .stop, .pause,
      .toggle, .next, .previous,
      .volume, .stream, .metrics, .document, .session, .sessionEnd, .queueAdd, .queueRemove, .queueClear, .queueReset:
      false
    }
  }

  /// True for an endpoint that players and Prometheus read, and that the listeners' token opens.
  package var isForListeners: Bool {
    switch self {
    case .stream, .metrics, .status: true
    case .page, .script, .style, .health, .stations, .queue, .history, .recent, .log, .samples, .events, .spectrum,
      .play, .stop, .pause,
      .toggle, .next, .previous, .volume, .document, .session, .sessionEnd, .queueAdd, .queueRemove, .queueClear,
      .queueReset:
      false
    }
  }

  /// True for an endpoint of the Unix socket alone: what it sends is for programs of this machine.
  package var isLocal: Bool { self == .samples }

  /// The challenge for the header `WWW-Authenticate`. Players support only `Basic`; for the other endpoints `Bearer`
  /// keeps a browser from showing its own dialog.
  var challenge: String {
    switch self {
    case .stream, .metrics: #"Basic realm="SpringRadio""#
    case .status, .page, .script, .style, .health, .stations, .queue, .history, .recent, .log, .samples, .events,
      .spectrum, .play, .stop,
      .pause, .toggle, .next, .previous, .volume, .document, .session, .sessionEnd, .queueAdd, .queueRemove,
      .queueClear, .queueReset:
      "Bearer"
    }
  }

  /// True when the query parameters of a request are ignored: links and players add some.
  var passesParametersOver: Bool { isForLinks || self == .stream }

  /// The allowed methods, as in the header `Allow`.
  package var allowed: String { isChange ? "POST" : "GET, HEAD" }

  /// True when the endpoint allows `method`.
  func allows(_ method: HTTPMethod) -> Bool {
    isChange ? method == .POST : method == .GET || method == .HEAD
  }
}
