import AudioCore
import Bytes
import HTTPServer
import JSON
import NIOCore
import NIOHTTP1
import Radio
import RadioModel
import Stations
import SystemSupport

/// The endpoints that return and change the station list.
struct StationRoutes: Sendable {
  let radio: RadioHost
  private let body = StationListBody()

  /// Returns the list, without its content (304) when the client has it. A client at the Unix socket also gets the path
  /// of its file.
  func list(_ request: HTTPRequest) -> HTTPAnswer {
    let list = body.body(radio.stations, path: request.client == nil ? radio.library.path : nil)
    let headers: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "private, no-cache"]
    return list.tag.answer(request, headers: headers, body: list.bytes)
  }

  /// Adds the station that the body of `request` describes, or the result of a search that it names. One that was removed
  /// lately gets everything back that it had. Throws ``HTTPError``.
  func add(_ request: HTTPRequest) async throws -> HTTPAnswer {
    var fields = try RequestFields(request.bodyBytes)
    let version = try fields.listVersion()
    let described = try fields.object("station")
    let found = try fields.text("directoryId", limit: Station.maximumTextBytes)
    try fields.finish()
    let station: Station
    switch (described, found) {
    case (var described?, nil):
      let new = try NewStation(&described)
      if let removed = try removed(new) {
        let (list, added) = try await radio.library.answer(ifVersion: version) { (list) throws(TuneError) in
          try StationChange.append(removed, to: &list)
        }
        return Self.answer(list, added)
      }
      station = try new.station()
    case (nil, let id?): station = try radio.finder.station(id)
    default: throw HTTPError(400, "either \"station\" or \"directoryId\"")
    }
    let (list, added) = try await make(.add(station), ifVersion: version)
    return Self.answer(list, added)
  }

  /// Makes the change that the body of `request`, for `endpoint`, describes; `id` is the station in the path. Throws
  /// ``HTTPError`` and `RequestError`.
  func change(_ endpoint: Endpoint, _ id: String, _ request: HTTPRequest) async throws -> HTTPAnswer {
    let (change, version) = try StationChange.read(endpoint, id: id, request.bodyBytes)
    if case .move(_, let position) = change,
      let fault = StationList(stations: radio.stations.stations).fault(ofPosition: position)
    {
      throw HTTPError(404, fault)
    }
    let (list, station) = try await make(change, ifVersion: version)
    return Self.answer(list, endpoint == .station ? station : nil)
  }

  // MARK: - Parts

  /// Makes `change`, whose station must be in the list. Throws ``HTTPError``.
  private func make(
    _ change: StationChange, ifVersion version: Int?
  ) async throws -> (list: StationListState, value: Station) {
    try await radio.library.answer(ifVersion: version) { (list) throws(TuneError) in
      if let id = change.stationID, !list.stations.contains(where: { $0.id == id }) {
        throw .unknownStation(id, suggestions: [])
      }
      return try change.apply(to: &list)
    }
  }

  /// Returns the station that `new` describes with what it had when it was removed, nil when it was not. Members of the
  /// request replace its own; only those that differ are checked. Throws ``HTTPError``.
  private func removed(_ new: NewStation) throws -> Station? {
    guard let id = new.id, let url = new.edit.url, let station = radio.library.removed(id: id, address: url) else {
      return nil
    }
    return try new.applied(to: station)
  }

  private static func answer(_ list: StationListState, _ station: Station? = nil) -> HTTPAnswer {
    .json(.object(["version": list.version, "station": station?.listedAnswer]))
  }
}

extension StationLibrary {
  /// Changes the list for a request. Throws ``HTTPError``.
  func answer<Value: Sendable>(
    ifVersion version: Int?, _ body: @escaping @Sendable (inout StationList) throws(TuneError) -> Value
  ) async throws -> (list: StationListState, value: Value) {
    do {
      return try await change(ifVersion: version, body)
    } catch {
      throw HTTPError(ofChange: error)
    }
  }
}

extension HTTPError {
  /// The answer to a change of the station list that failed with `error`. The status is 503 only when the same request
  /// may succeed soon.
  init(ofChange error: any Error) {
    switch error {
    case StationLibrary.ChangeError.outdated: self.init(409, "\(error)")
    case StationLibrary.ChangeError.unchangeable: self.init(403, "\(error)")
    case StationLibrary.ChangeError.busy: self.init(503, "\(error)", header: ("retry-after", "2"))
    case TuneError.list(.unknownStation(let id, _)):
      self.init(404, "the list has no station '\(CleanText.singleLine(id, limit: 64))'")
    case TuneError.list(.conflict(let message)): self.init(409, CleanText.singleLine(message))
    case TuneError.list(.badStationList), TuneError.system(.cannotRead):
      // The user has to repair the file first.
      self.init(409, CleanText.singleLine("\(error)", limit: nil))
    case TuneError.system(.cannotCreate(_, let reason)), TuneError.system(.cannotWrite(_, let reason)):
      let status = AtomicFile.isBusy(reason) ? 503 : 507
      self.init(status, CleanText.singleLine("\(error)", limit: nil))
    case TuneError.invalidRequest(let message): self.init(400, CleanText.singleLine(message))
    case TuneError.network: self.init(400, CleanText.singleLine("\(error)"))
    case let error as SystemError: self.init(ofChange: TuneError.system(error))
    case is CancellationError: self.init(503, "radiod is ending; nothing was changed")
    default: self.init(503, CleanText.singleLine("\(error)", limit: nil))
    }
  }
}
