import AudioCore
import JSON
import Stations

extension RadioClient {
  /// Makes `change` in the daemon's station list. Returns what was done, in a few words.
  ///
  /// Throws ``DaemonError/badRequest(reason:)`` for a change that daemons do not make: of an id or an encoding.
  public func change(_ change: StationChange) async throws -> String {
    let (path, body) = try Self.request(of: change)
    let answer = try await post(path, body)
    switch change {
    case .delete(let id), .move(let id, _): return change.report(of: Station(id: id, name: "", url: ""))
    case .add, .edit, .setFavourite, .setTags:
      guard let value = answer["station"], let station = try? Station(value, number: 1) else {
        throw notOurs("its answer has no station")
      }
      return change.report(of: station)
    }
  }

  /// Returns the path and the body of the request for `change`.
  private static func request(of change: StationChange) throws(DaemonError) -> (path: String, body: JSONValue) {
    switch change {
    case .add(let station): return ("/api/stations", .object(["station": json(station)]))
    case .delete(let id): return (path(of: id) + "/remove", .object([:]))
    case .move(let id, let position):
      return ("/api/stations/order", .object(["id": .text(id), "position": .number(position)]))
    case .setFavourite(let id, let isFavourite): return (path(of: id), .object(["favourite": .flag(isFavourite)]))
    case .setTags(let id, let tags):
      return (path(of: id), .object(["tags": .array(StationChange.clean(tags).map(JSONValue.text))]))
    case .edit(let id, let edit):
      guard edit.id == nil, edit.encoding == nil else {
        throw .badRequest(reason: "radiod serve changes no ids and no encodings of stations for its clients")
      }
      return (path(of: id), json(edit))
    }
  }

  /// Returns the path of the station `id`. Its first character is escaped: the id may be the name of another path.
  private static func path(of id: String) -> String {
    var escaped: [UInt8] = []
    if let first = id.utf8.first { PercentEncoding.append(first, to: &escaped) }
    return "/api/stations/" + String(decoding: escaped, as: UTF8.self) + id.dropFirst()
  }

  private static func json(_ edit: StationEdit) -> JSONValue {
    .object([
      "name": edit.name.map(JSONValue.text), "url": edit.url.map(JSONValue.text),
      "homepage": edit.homepage.map(JSONValue.text), "image": edit.image.map(JSONValue.text),
      "tags": edit.tags.map { .array($0.map(JSONValue.text)) }, "country": edit.country.map(JSONValue.text),
      "language": edit.language.map(JSONValue.text), "favourite": edit.favourite.map(JSONValue.flag),
    ])
  }

  private static func json(_ station: Station) -> JSONValue {
    .object([
      "name": .text(station.name), "url": .text(station.url), "homepage": station.homepage.map(JSONValue.text),
      "image": station.image.map(JSONValue.text), "tags": .array(station.tags.map(JSONValue.text)),
      "country": station.country.map(JSONValue.text), "language": station.language.map(JSONValue.text),
      "favourite": .flag(station.favourite), "directoryId": station.directoryID.map(JSONValue.text),
      "alternates": .array(station.alternates.map(JSONValue.text)),
    ])
  }
}
