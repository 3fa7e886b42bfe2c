import AudioCore
import NIOCore
import Radio
import Stations

/// What the radio is doing, what it could play, and what it played.
struct StatusRoutes {
  let tuner: Tuner
  let history: TitleHistory

  /// Titles that are told when it is not said how many.
  private static let usualTitles = 100
  private static let maximumTitles = 10_000

  /// What the radio is doing.
  func status() -> WebAnswer { .json(tuner.statusBody) }

  /// The station list.
  func stations() -> WebAnswer { .json(Self.stations(tuner.snapshot.stations)) }

  /// As many of the newest titles as `request` wants. Throws ``WebFault``.
  func titles(_ request: WebRequest) throws -> WebAnswer {
    var query = try RequestQuery(request)
    let limit = try query.integer("limit", in: 1...Self.maximumTitles) ?? Self.usualTitles
    try query.finish()
    return .json(Self.titles(history.recent(limit)))
  }

  private static func stations(_ stations: [Station]) -> ByteBuffer {
    let objects = stations.map { station -> JSONValue in
      .object([
        "id": .text(station.id), "name": .text(station.name), "url": .text(shown(station.url)),
        "homepage": station.homepage.map(JSONValue.text), "image": station.image.map(JSONValue.text),
        "tags": .array(station.tags.map(JSONValue.text)), "country": station.country.map(JSONValue.text),
        "language": station.language.map(JSONValue.text), "favourite": .flag(station.favourite),
      ])
    }
    return ByteBuffer(json: .object(["stations": .array(objects)]))
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

  /// `address` without credentials.
  private static func shown(_ address: String) -> String { Source.url(address).displayName }
}

extension Tuner {
  /// What the radio is doing, as answers and events tell it.
  var statusBody: ByteBuffer {
    // The number first: the snapshot may be newer than it says, never older.
    let number = eventNumber
    return ByteBuffer(json: RadioStatus(snapshot, event: number).json)
  }
}

extension ByteBuffer {
  /// `json` in one line.
  init(json: JSONValue) { self.init(bytes: JSONWriter.line(json)) }
}
