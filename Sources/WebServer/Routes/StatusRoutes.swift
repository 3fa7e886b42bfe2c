import HTTPServer
import AudioCore
import JSON
import NIOCore
import Radio
import RadioModel
import Stations

/// The endpoints that return the status, the title history and the stations played last.
struct StatusRoutes {
  let tuner: Tuner
  let known: KnownToServer

  /// The number of titles when a request does not give a limit.
  private static let usualTitles = 100
  private static let maximumTitles = 10_000

  /// Returns the status of the radio.
  func status() -> HTTPAnswer { .json(ByteBuffer(json: tuner.status.json)) }

  /// Returns the stations that were played last, the latest first.
  func recent() -> HTTPAnswer {
    let stations = known.recent.stations.map { StationObject.json($0, picture: nil) }
    return .json(ByteBuffer(json: .object(["stations": .array(stations)])))
  }

  /// Returns the newest titles, as many as `request` asks for, the newest first. Throws ``HTTPFault``.
  func titles(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let limit = try query.integer("limit", in: 1...Self.maximumTitles) ?? Self.usualTitles
    try query.finish()
    return .json(Self.titles(known.history.recent(limit)))
  }

  private static func titles(_ entries: [TitleHistory.Entry]) -> ByteBuffer {
    let objects = entries.reversed().map { entry -> JSONValue in
      .object([
        "time": .number(entry.time), "clock": .text(ClockText.iso8601(entry.time)), "title": .text(entry.title),
        "station": entry.station.map(JSONValue.text),
        "name": .text(entry.name),
      ])
    }
    return ByteBuffer(json: .object(["titles": .array(objects)]))
  }
}

extension ByteBuffer {
  /// `json` as one line of text.
  init(json: JSONValue) { self.init(bytes: JSONWriter.line(json)) }
}
