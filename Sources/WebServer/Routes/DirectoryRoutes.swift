import AudioCore
import Directory
import HTTPServer
import JSON
import NIOCore
import Radio
import RadioModel
import Stations

/// The endpoints that search the directory, and check whether a station plays.
struct DirectoryRoutes: Sendable {
  let finder: StationFinder
  let library: StationLibrary
  let access: WebAccess
  let searches: ClientWork
  let checks: ClientWork

  private static let mostStations = 100
  private static let usualStations = 50
  /// Longest words and tag of a search, in Unicode scalars. The directory gets as many bytes at most.
  private static let maximumWords = 200
  /// The same for a country and a language.
  private static let maximumName = 60

  /// The endpoints with `finder` for the list of `library`; `access` knows the sessions.
  init(finder: StationFinder, library: StationLibrary, access: WebAccess) {
    self.finder = finder
    self.library = library
    self.access = access
    searches = ClientWork("searches", limit: 4, time: finder.searchTime)
    checks = ClientWork("checks", limit: 2, time: finder.checkTime)
  }

  /// Returns the stations of the directory that fit the body of `request`. Throws ``HTTPFault``.
  func search(_ request: HTTPRequest, on connection: HTTPConnection) async throws -> HTTPAnswer {
    let query = try Self.query(request)
    guard let directory = finder.directory else {
      throw HTTPFault(403, "the station directory is turned off by the setting 'directory'")
    }
    let outcome: StationDirectory.Outcome?
    do {
      outcome = try await searches.run(for: access.session(request.headers), on: connection) {
        try await directory.search(query, refresh: false, isLast: false)
      }
    } catch let failure as DirectoryFailure {
      throw HTTPFault(503, CleanText.singleLine(failure.description))
    }
    guard let outcome else { throw HTTPFault(503, "the station directory did not answer in time") }
    finder.found.note(outcome.finding.stations)
    return .json(ByteBuffer(json: Self.json(outcome, listed: ListedStations(library.snapshot.stations))))
  }

  /// Returns whether the station that the body of `request` names plays from here. Throws ``HTTPFault``.
  func check(_ request: HTTPRequest, on connection: HTTPConnection) async throws -> HTTPAnswer {
    var fields = try RequestFields(request.bodyBytes)
    let id = try fields.text("directoryId", limit: Station.maximumTextBytes)
    let url = try fields.text("url", limit: StreamURL.maximumLength)
    try fields.finish()
    let station: Station
    switch (id, url) {
    case (let id?, nil): station = try finder.station(id)
    case (nil, let url?):
      _ = try StationLookup.address(url, of: "url")
      station = Station(address: StreamURL.normalized(url), name: url)
    default: throw HTTPFault(400, "either \"directoryId\" or \"url\"")
    }
    do {
      let report = try await checks.run(for: nil, on: connection) { [probe = finder.probe] in
        try await probe.run(station)
      }
      guard let report else { return Self.failure("no sound within \(finder.checkTime.components.seconds) s") }
      return .json(ByteBuffer(json: Self.json(report)))
    } catch let error as TuneError {
      return Self.failure(CleanText.singleLine(error.description))
    }
  }

  private static func query(_ request: HTTPRequest) throws -> DirectoryQuery {
    var fields = try RequestFields(request.bodyBytes)
    let words = try text("words", limit: maximumWords, of: &fields)
    let country = try text("country", limit: maximumName, of: &fields)
    let tag = try text("tag", limit: maximumWords, of: &fields)
    let language = try text("language", limit: maximumName, of: &fields)
    let limit = try fields.integer("limit", in: 1...mostStations)
    try fields.finish()
    do throws(OptionError) {
      return try DirectoryQuery(
        words: [words ?? ""], country: country, tags: [tag ?? ""], language: language,
        limit: limit ?? usualStations)
    } catch {
      throw HTTPFault(400, error.description)
    }
  }

  /// Takes a text as one line of at most `limit` bytes; nil when it is missing or nothing is left. Throws
  /// ``HTTPFault``.
  private static func text(_ key: String, limit: Int, of fields: inout RequestFields) throws -> String? {
    guard var line = try fields.removableText(key, limit: limit).map({ CleanText.singleLine($0) }) else { return nil }
    while line.utf8.count > limit { line.unicodeScalars.removeLast() }
    return line.allSatisfy(\.isWhitespace) ? nil : line
  }

  private static func json(_ outcome: StationDirectory.Outcome, listed: ListedStations) -> JSONValue {
    let stations = outcome.finding.stations.map { station -> JSONValue in
      .object([
        "directoryId": .text(station.id), "name": .text(station.name), "url": shown(station.url),
        "homepage": station.homepage.map(shown), "image": station.image.map(shown),
        "tags": .array(station.tags.map(JSONValue.text)), "country": station.country.map(JSONValue.text),
        "language": station.language.map(JSONValue.text), "codec": station.codec.map(JSONValue.text),
        "kilobits": station.kilobits.map { .number($0) }, "isHLS": .flag(station.isHLS),
        "isWorking": .flag(station.isWorking), "votes": .number(station.votes), "clicks": .number(station.clicks),
        "listedAs": listed.id(of: station).map(JSONValue.text),
        "picture": .text(PicturePath.directory(station)),
      ])
    }
    return .object([
      "stations": .array(stations), "searchedAt": .text(ClockText.iso8601(Double(outcome.finding.time))),
      "isCached": .flag(outcome.isCached),
      "fault": outcome.failure.map { .text(CleanText.singleLine($0.description)) },
    ])
  }

  private static func json(_ report: Probe.Report) -> JSONValue {
    .object([
      "plays": .flag(true), "codec": (report.codec?.rawValue).map(JSONValue.text),
      "kilobits": report.bitRate.map { .number(($0 + 500) / 1000) },
      "sampleRate": (report.format?.sampleRate).map { .number($0) },
      "channels": (report.format?.channels).map { .number($0) },
      "name": report.head?.name.flatMap { Station.cleanText($0) }.map(JSONValue.text),
    ])
  }

  private static func failure(_ reason: String) -> HTTPAnswer {
    .json(ByteBuffer(json: .object(["plays": .flag(false), "reason": .text(reason)])))
  }

  private static func shown(_ address: String) -> JSONValue { .text(StreamURL.withoutCredentials(address)) }
}

extension StationFinder {
  /// Returns the station that a search found as `id`, as an entry of a list with an empty id. Throws ``HTTPFault``.
  func station(_ id: String) throws -> Station {
    guard let station = found.station(id) else {
      throw HTTPFault(404, "'\(CleanText.singleLine(id, limit: 64))' is in no result of a search here: search again")
    }
    return station.station(id: "")
  }
}

/// Finds stations of the directory in a list.
private struct ListedStations {
  private var ids: [String: String] = [:]

  init(_ stations: [Station]) {
    for station in stations.reversed() {
      ids[StreamURL.identity(station.url)] = station.id
      if let directoryID = station.directoryID { ids[directoryID] = station.id }
    }
  }

  /// Returns the id in the list; nil when the list does not have the station.
  func id(of station: DirectoryStation) -> String? { ids[station.id] ?? ids[StreamURL.identity(station.url)] }
}
