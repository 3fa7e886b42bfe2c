import HTTPServer
import AudioCore
import JSON
import NIOCore
import Radio
import RadioModel
import Stations

/// The endpoints that return the status, the station list, the title history and the stations played last.
struct StatusRoutes {
  let tuner: Tuner
  let known: KnownToServer

  /// The number of titles when a request does not give a limit.
  private static let usualTitles = 100
  private static let maximumTitles = 10_000

  /// Returns the status of the radio.
  func status() -> HTTPAnswer { .json(ByteBuffer(json: tuner.status.json)) }

  /// Returns the station list. A client at the Unix socket also gets the path of the file, which it may change.
  func stations(_ request: HTTPRequest) -> HTTPAnswer {
    let path = request.client == nil ? known.listPath() : nil
    return .json(Self.stations(tuner.snapshot.stations, path: path))
  }

  /// Returns the stations that were played last, the latest first.
  func recent() -> HTTPAnswer { .json(Self.stations(known.recent.stations, path: nil)) }

  /// Returns the newest titles, as many as `request` asks for, the newest first. Throws ``HTTPFault``.
  func titles(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let limit = try query.integer("limit", in: 1...Self.maximumTitles) ?? Self.usualTitles
    try query.finish()
    return .json(Self.titles(known.history.recent(limit)))
  }

  private static func stations(_ stations: [Station], path: String?) -> ByteBuffer {
    let objects = stations.map { station -> JSONValue in
      .object([
        "id": .text(station.id), "name": .text(station.name), "url": .text(shown(station.url)),
        "homepage": station.homepage.map(JSONValue.text), "image": station.image.map(JSONValue.text),
        "tags": .array(station.tags.map(JSONValue.text)), "country": station.country.map(JSONValue.text),
        "language": station.language.map(JSONValue.text), "favourite": .flag(station.favourite),
        "directoryId": station.directoryID.map(JSONValue.text),
      ])
    }
    return ByteBuffer(json: .object(["path": path.map(JSONValue.text), "stations": .array(objects)]))
  }

  private static func titles(_ entries: [TitleHistory.Entry]) -> ByteBuffer {
    let objects = entries.reversed().map { entry -> JSONValue in
      .object([
        "time": .number(entry.time), "title": .text(entry.title), "station": entry.station.map(JSONValue.text),
        "name": .text(entry.name),
      ])
    }
    return ByteBuffer(json: .object(["titles": .array(objects)]))
  }

  /// Returns `address` without credentials.
  private static func shown(_ address: String) -> String { Source.url(address).displayName }
}

extension ByteBuffer {
  /// `json` as one line of text.
  init(json: JSONValue) { self.init(bytes: JSONWriter.line(json)) }
}
