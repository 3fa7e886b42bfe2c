import HTTPServer
import NIOHTTP1
import Stations

/// The endpoints (API paths), and the rules of each. `{id}` in a path stands for any one part of a request's path.
package enum Endpoint: String, Sendable, CaseIterable {
  case page = "/"
  case status = "/api/status"
  case stations = "/api/stations"
  case station = "/api/stations/{id}"
  case stationRemove = "/api/stations/{id}/remove"
  case stationOrder = "/api/stations/order"
  case stationExport = "/api/stations/export"
  case stationImport = "/api/stations/import"
  case directorySearch = "/api/directory/search"
  case directoryCheck = "/api/directory/check"
  case directoryPicture = "/api/directory/stations/{id}/picture"
  case stationPicture = "/api/stations/{id}/picture"
  case picture = "/api/picture"
  case pictureFile = "/api/picture/file"
  case queue = "/api/queue"
  case queueAdd = "/api/queue/add"
  case queueRemove = "/api/queue/remove"
  case queueClear = "/api/queue/clear"
  case queueReset = "/api/queue/reset"
  case history = "/api/history"
  case recent = "/api/recent"
  case log = "/api/log"
  case samples = "/api/samples"
  case addresses = "/api/addresses"
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

  /// What an endpoint is for. Its rules follow from that.
  package enum Kind: Sendable {
    /// It shows no state of the radio: the page, which asks for the token, its files, and the health check.
    case file
    /// It receives the token itself.
    case session
    /// It shows something.
    case read
    /// It shows something that players and Prometheus read.
    case listenersRead
    /// It changes something.
    case change
    /// It shows something and changes it.
    case collection
  }

  /// What the endpoint is for.
  package var kind: Kind {
    switch self {
    case .page, .health: .file
    case .session, .sessionEnd: .session
    case .stations: .collection
    case .station, .stationRemove, .stationOrder, .stationImport, .directorySearch, .directoryCheck: .change
    case .stationPicture, .directoryPicture, .picture, .pictureFile, .addresses: .read
    case .stationExport, .queue, .history, .recent, .log, .samples, .events, .spectrum, .document: .read
    case .status, .stream, .metrics: .listenersRead
    case .play, .stop, .pause, .toggle, .next, .previous, .volume: .change
    case .queueAdd, .queueRemove, .queueClear, .queueReset: .change
    }
  }

  /// True for an endpoint that needs no token.
  package var isOpen: Bool { kind == .file || kind == .session }

  /// True for an endpoint that a link on any page may open. The answer contains no state of the radio; the page
  /// requests that separately.
  package var isForLinks: Bool { kind == .file }

  /// True for an endpoint that the listeners' token opens.
  package var isForListeners: Bool { kind == .listenersRead }

  /// True for an endpoint of the Unix socket alone: what it sends is for programs of this machine.
  package var isLocal: Bool { self == .samples }

  /// The challenge for the header `WWW-Authenticate`. Players support only `Basic`; for the other endpoints `Bearer`
  /// keeps a browser from showing its own dialog.
  var challenge: String { self == .stream || self == .metrics ? #"Basic realm="SpringRadio""# : "Bearer" }

  /// True when the query parameters of a request are ignored: links and players add some.
  package var passesParametersOver: Bool { isForLinks || self == .stream }

  /// The maximum number of bytes of a request's body.
  package var bodyLimit: Int { self == .stationImport ? StationImport.maximumBytes : ConnectionLimits.bodyBytes }

  /// The allowed methods, in the order of the header `Allow`. What changes something takes POST.
  package var methods: [HTTPMethod] {
    switch kind {
    case .file, .read, .listenersRead: [.GET, .HEAD]
    case .change, .session: [.POST]
    case .collection: [.GET, .HEAD, .POST]
    }
  }

  /// The allowed methods, as in the header `Allow`.
  package var allowed: String { methods.map(\.rawValue).joined(separator: ", ") }
}
