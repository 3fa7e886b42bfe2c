import AudioCore
package import JSON
package import Stations

/// The body of a request for ``Endpoint/play``: what to play.
package enum PlayTarget: Sendable, Equatable, JSONConvertible {
  /// What was played last.
  case resume
  /// The station with this id, or whose id or name has these words.
  case station(String)
  /// The stream at this address.
  case url(String)
  /// The entry of the queue with this number.
  case entry(Int)
  /// The station of a search's result with this id.
  case found(String)

  /// The maximum length of an id and of the words for a station, in Unicode scalars.
  package static let maximumNameLength = 256

  /// The target for `station`: one without an id is in no list, and may be the result of a search.
  package init(_ station: Station) {
    self =
      if !station.id.isEmpty {
        .station(station.id)
      } else if let id = station.directoryID {
        .found(id)
      } else {
        .url(station.url)
      }
  }

  /// The body.
  package var json: JSONValue {
    switch self {
    case .resume: .object([:])
    case .station(let words): .object(["station": words])
    case .url(let url): .object(["url": url])
    case .entry(let number): .object(["entry": number])
    case .found(let id): .object(["directoryId": id])
    }
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    let station = try fields.text("station", characters: Self.maximumNameLength)
    let url = try fields.text("url", limit: StreamURL.maximumLength)
    let entry = try fields.integer("entry", in: 1...Int(Int32.max))
    let found = try fields.text("directoryId", characters: Self.maximumNameLength)
    try fields.finish()
    switch (station, url, entry, found) {
    case (nil, nil, nil, nil): self = .resume
    case (let words?, nil, nil, nil): self = .station(words)
    case (nil, let url?, nil, nil): self = .url(url)
    case (nil, nil, let number?, nil): self = .entry(number)
    case (nil, nil, nil, let id?): self = .found(id)
    default: throw RequestError("only one of \"station\", \"url\", \"entry\" and \"directoryId\" can be played")
    }
  }
}
