package import JSON
package import Stations

extension StationChange {
  /// The endpoint, the id in its path, and the body of a request that makes a daemon make the change. `version` is the
  /// version of the list that the change is for; nil for any. Nil for a change that daemons do not make: of an id or an
  /// encoding.
  package func request(ifVersion version: Int?) -> (endpoint: Endpoint, id: String?, body: JSONValue)? {
    let condition = JSONValue.object(["ifVersion": version])
    var edit = StationEdit()
    switch self {
    case .add(let station): return (.stations, nil, .object(["station": station.requestJSON]).adding(condition))
    case .delete(let id): return (.stationRemove, id, condition)
    case .move(let id, let position):
      return (.stationOrder, nil, .object(["id": id, "position": position]).adding(condition))
    case .setFavourite(_, let isFavourite): edit.favourite = isFavourite
    case .setTags(_, let tags): edit.tags = Self.clean(tags)
    case .edit(_, let new): edit = new
    }
    guard edit.id == nil, edit.encoding == nil else { return nil }
    return (.station, stationID, edit.json.adding(condition))
  }

  /// Reads a request to edit, remove or move a station: its `body`, and the `id` in the path of its `endpoint`. Returns
  /// the change, and the version of the list that it is for; nil for any. Throws ``RequestError``.
  package static func read(
    _ endpoint: Endpoint, id: String, _ body: [UInt8]
  ) throws(RequestError) -> (change: StationChange, version: Int?) {
    var fields = try RequestFields(body)
    let version = try fields.listVersion()
    let change: StationChange?
    switch endpoint {
    case .stationRemove: change = .delete(id: id)
    case .stationOrder:
      let id = try fields.text("id", limit: Station.maximumTextBytes)
      let position = try fields.integer("position", in: 1...StationList.maximumStations)
      change = if let id, let position { .move(id: id, position: position) } else { nil }
    default: change = .edit(id: id, try StationEdit(&fields))
    }
    try fields.finish()
    guard let change else { throw RequestError("\"id\" or \"position\" is missing") }
    return (change, version)
  }

  /// The body of a request that adds the station that a search found as `id`.
  package static func additionBody(found id: String, ifVersion version: Int?) -> JSONValue {
    .object(["directoryId": id, "ifVersion": version])
  }

  /// The id of the station that is changed; nil for one that is added.
  package var stationID: String? {
    switch self {
    case .add: nil
    case .delete(let id), .move(let id, _), .setFavourite(let id, _), .setTags(let id, _), .edit(let id, _): id
    }
  }
}
