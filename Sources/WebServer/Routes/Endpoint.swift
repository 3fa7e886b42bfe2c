import NIOHTTP1

/// What can be asked for: the paths, and what may be done with each.
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

  /// True for what changes the radio, and is asked for with POST; the others are read with GET.
  package var isChange: Bool {
    switch self {
    case .play, .stop, .pause, .toggle, .next, .previous, .volume, .session, .sessionEnd, .queueAdd, .queueRemove,
      .queueClear,
      .queueReset:
      true
    case .page, .script, .style, .status, .stations, .queue, .history, .events, .spectrum, .stream, .metrics, .health,
      .document:
      false
    }
  }

  /// True for what shows nothing of the radio, and is given without a token: the page, which asks for the token, what
  /// the token
  /// is sent to, and whether the radio is well.
  package var isOpen: Bool {
    switch self {
    case .page, .script, .style, .health, .session, .sessionEnd: true
    case .status, .stations, .queue, .history, .events, .spectrum, .play, .stop, .pause, .toggle, .next, .previous,
      .volume, .stream, .metrics, .document, .queueAdd, .queueRemove, .queueClear, .queueReset:
      false
    }
  }

  /// True for what a link on any page may open: it shows nothing that its own requests do not ask for.
  package var isForLinks: Bool {
    switch self {
    case .page, .script, .style, .health: true
    case .status, .stations, .queue, .history, .events, .spectrum, .play, .stop, .pause, .toggle, .next, .previous,
      .volume, .stream, .metrics, .document, .session, .sessionEnd, .queueAdd, .queueRemove, .queueClear, .queueReset:
      false
    }
  }

  /// True for what players and Prometheus read, and the listeners' token opens.
  package var isForListeners: Bool {
    switch self {
    case .stream, .metrics, .status: true
    case .page, .script, .style, .health, .stations, .queue, .history, .events, .spectrum, .play, .stop, .pause,
      .toggle, .next, .previous, .volume, .document, .session, .sessionEnd, .queueAdd, .queueRemove, .queueClear,
      .queueReset:
      false
    }
  }

  /// How a client is asked for a secret, as the header `WWW-Authenticate` has it: players know `Basic` alone, and a
  /// browser would show
  /// its own dialog for it.
  var challenge: String {
    switch self {
    case .stream, .metrics: #"Basic realm="SpringRadio""#
    case .status, .page, .script, .style, .health, .stations, .queue, .history, .events, .spectrum, .play, .stop,
      .pause, .toggle, .next, .previous, .volume, .document, .session, .sessionEnd, .queueAdd, .queueRemove,
      .queueClear, .queueReset:
      "Bearer"
    }
  }

  /// Whether parameters of its address are passed over, whatever they are: links and players add some.
  var passesParametersOver: Bool { isForLinks || self == .stream }

  /// The methods, as the header `Allow` has them.
  package var allowed: String { isChange ? "POST" : "GET, HEAD" }

  /// Whether it may be asked for with `method`.
  func allows(_ method: HTTPMethod) -> Bool {
    isChange ? method == .POST : method == .GET || method == .HEAD
  }
}
