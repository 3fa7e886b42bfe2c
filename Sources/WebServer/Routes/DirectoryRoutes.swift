import AudioCore
import Bytes
import Directory
import HTTPServer
import NIOCore
import Radio
import RadioModel
import Stations

/// The endpoints that search the directory, and check whether a station plays.
struct DirectoryRoutes: Sendable {
  let radio: RadioHost
  let access: WebAccess
  let searches: ClientWork
  let checks: ClientWork

  private static let defaultStations = 50
  /// Longest words and tag of a search, in Unicode scalars. The directory gets as many bytes at most.
  private static let maximumWords = 200
  /// The same for a country and a language.
  private static let maximumName = 60

  /// The endpoints for `radio`; `access` knows the sessions.
  init(radio: RadioHost, access: WebAccess) {
    self.radio = radio
    self.access = access
    searches = ClientWork("searches", limit: 4, time: radio.finder.searchTime)
    checks = ClientWork("checks", limit: 2, time: radio.finder.checkTime)
  }

  /// Returns the stations of the directory that fit the body of `request`. Throws ``HTTPError``.
  func search(_ request: HTTPRequest, on connection: HTTPConnection) async throws -> HTTPAnswer {
    let (search, limit) = try Self.search(request)
    let result: StationSearchResult?
    do {
      result = try await searches.run(for: access.session(request.headers), on: connection) { [radio] in
        try await radio.search(for: search, limit: limit)
      }
    } catch let error as OptionError {
      throw HTTPError(400, error.description)
    } catch let failure as DirectoryError {
      throw HTTPError(503, CleanText.singleLine(failure.description))
    }
    guard let result else { throw HTTPError(503, "the station directory did not answer in time") }
    return .json(result.json(picture: PicturePath.directory))
  }

  /// Returns whether the station that the body of `request` names plays from here. Throws ``HTTPError``.
  func check(_ request: HTTPRequest, on connection: HTTPConnection) async throws -> HTTPAnswer {
    var fields = try RequestFields(request.bodyBytes)
    let id = try fields.text("directoryId", limit: Station.maximumTextBytes)
    let url = try fields.text("url", limit: StreamURL.maximumLength)
    try fields.finish()
    let station: Station
    switch (id, url) {
    case (let id?, nil): station = try radio.finder.station(id)
    case (nil, let url?):
      _ = try StationLookup.address(url, of: "url")
      station = Station(address: StreamURL.normalized(url), name: url)
    default: throw HTTPError(400, "either \"directoryId\" or \"url\"")
    }
    do {
      let check = try await checks.run(for: nil, on: connection) { [radio] in try await radio.check(station) }
      guard let check else { return Self.failure("no sound within \(radio.finder.checkTime.components.seconds) s") }
      return .json(check)
    } catch let error as TuneError {
      return Self.failure(CleanText.singleLine(error.description))
    }
  }

  /// Returns what `request` searches for, and the maximum number of stations.
  private static func search(_ request: HTTPRequest) throws -> (SearchWords, limit: Int) {
    var fields = try RequestFields(request.bodyBytes)
    let words = try text("words", limit: maximumWords, of: &fields)
    let country = try text("country", limit: maximumName, of: &fields)
    let tag = try text("tag", limit: maximumWords, of: &fields)
    let language = try text("language", limit: maximumName, of: &fields)
    let limit = try fields.integer("limit", in: 1...StationSearchResult.maximumStations)
    try fields.finish()
    do throws(OptionError) {
      var search = try SearchWords(words ?? "")
      search.add(tags: tag ?? "")
      search.country = country.map(SearchWords.country(named:)) ?? search.country
      search.language = language
      return (search, limit ?? defaultStations)
    } catch {
      throw HTTPError(400, error.description)
    }
  }

  /// Takes a text as one line of at most `limit` bytes; nil when it is missing or nothing is left. Throws
  /// ``HTTPError``.
  private static func text(_ key: String, limit: Int, of fields: inout RequestFields) throws -> String? {
    guard var line = try fields.removableText(key, limit: limit).map({ CleanText.singleLine($0) }) else { return nil }
    while line.utf8.count > limit { line.unicodeScalars.removeLast() }
    return line.allSatisfy(\.isWhitespace) ? nil : line
  }

  private static func failure(_ reason: String) -> HTTPAnswer { .json(StationCheck.json(failure: reason)) }
}
