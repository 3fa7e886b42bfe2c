import AudioCore

/// The endpoints of the daemon's HTTP interface: the path of each, and what it is for. `{id}` in a path stands for any
/// one part of a request's path, and `{n}` for a number from 0 on.
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
  case timeShift = "/api/timeshift"
  case keep = "/api/keep"
  case recordings = "/api/recordings"
  case recordingStop = "/api/recordings/{id}/stop"
  case recordingFile = "/api/recordings/{id}/files/{n}"
  case log = "/api/log"
  case samples = "/api/samples"
  case figures = "/api/figures"
  case addresses = "/api/addresses"
  case events = "/api/events"
  case spectrum = "/api/spectrum"
  case play = "/api/play"
  case stop = "/api/stop"
  case pause = "/api/pause"
  case toggle = "/api/toggle"
  case next = "/api/next"
  case previous = "/api/previous"
  case seek = "/api/seek"
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
    case .stations, .recordings: .collection
    case .station, .stationRemove, .stationOrder, .stationImport, .directorySearch, .directoryCheck: .change
    case .stationPicture, .directoryPicture, .picture, .pictureFile, .addresses: .read
    case .stationExport, .queue, .history, .recent, .timeShift, .log, .figures: .read
    case .recordingFile, .samples, .events, .spectrum, .document: .read
    case .status, .stream, .metrics: .listenersRead
    case .play, .stop, .pause, .toggle, .next, .previous, .seek, .volume: .change
    case .queueAdd, .queueRemove, .queueClear, .queueReset, .keep, .recordingStop: .change
    }
  }

  /// The path of a request. `id` takes the place of `{id}`, with percent escapes, and `number` that of `{n}`. `query`
  /// follows, such as `limit=10`.
  package func path(id: String? = nil, number: Int? = nil, query: String? = nil) -> String {
    var path = number.map { rawValue.replacing("{n}", with: String($0)) } ?? rawValue
    if let id, let place = path.firstRange(of: "{id}") {
      let escaped = PercentEncoding.encoded(id, keeping: "-_")
      path.replaceSubrange(place, with: escaped)
      // The id may be the name of another path.
      if Self(rawValue: path) != nil, let first = escaped.utf8.first {
        path = rawValue.replacing("{id}", with: "%" + first.hexadecimal.uppercased() + escaped.dropFirst())
      }
    }
    return query.map { "\(path)?\($0)" } ?? path
  }
}
