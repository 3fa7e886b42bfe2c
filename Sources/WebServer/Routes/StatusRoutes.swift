import HTTPServer
import JSON
import NIOCore
import Radio

/// The endpoints that return the status, the title history, the stations played last, and what the radio needs.
struct StatusRoutes {
  let radio: RadioHost

  /// The number of titles when a request does not give a limit.
  private static let usualTitles = 100
  private static let maximumTitles = 10_000

  /// Returns the status of the radio.
  func status() -> HTTPAnswer { .json(ByteBuffer(json: radio.status.json)) }

  /// Returns the stations that were played last, the latest first.
  func recent() -> HTTPAnswer {
    let stations = radio.recent.map { $0.answer(picture: nil) }
    return .json(ByteBuffer(json: .object(["stations": .array(stations)])))
  }

  /// Returns what the radio needs of the machine.
  func figures() -> HTTPAnswer { .json(ByteBuffer(json: radio.figures?.json ?? .object([:]))) }

  /// Returns the newest titles, as many as `request` asks for, the newest first. Throws ``HTTPFault``.
  func titles(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let limit = try query.integer("limit", in: 1...Self.maximumTitles) ?? Self.usualTitles
    try query.finish()
    let titles = radio.history.recent(limit).reversed().map(\.json)
    return .json(ByteBuffer(json: .object(["titles": .array(titles)])))
  }
}

extension ByteBuffer {
  /// `json` as one line of text.
  init(json: JSONValue) { self.init(bytes: JSONWriter.line(json)) }
}
