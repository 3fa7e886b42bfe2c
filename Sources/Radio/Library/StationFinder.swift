import Bytes
public import Directory
package import RadioModel
package import Stations

/// Finds stations that are in no list, and checks whether they play.
public struct StationFinder: Sendable {
  /// Returns the directory of stations. Throws one sentence where there is none.
  package var directory: @Sendable () throws -> StationDirectory
  /// The stations that the last searches found.
  public var found: FoundStations
  /// Checks whether a station plays.
  public var probe: Probe
  /// The time limit of a search: longer than that of the directory itself.
  package var searchTime = Duration.seconds(25)
  /// The time limit of a check.
  package var checkTime = Duration.seconds(15)

  /// A finder that asks `directory`, which is nil where a setting turns it off, and checks stations with `opener`.
  public init(directory: StationDirectory?, found: FoundStations = FoundStations(), opener: StreamOpener) {
    self.init(found: found, opener: opener) { () throws(ServiceError) in
      guard let directory else {
        throw ServiceError(.forbidden, "the station directory is turned off by the setting 'directory'")
      }
      return directory
    }
  }

  /// A finder that asks what `directory` returns at each search, and checks stations with `opener`.
  public init(
    found: FoundStations = FoundStations(), opener: StreamOpener,
    directory: @escaping @Sendable () throws -> StationDirectory
  ) {
    self.directory = directory
    self.found = found
    probe = Probe(opener: opener)
  }

  /// Returns the station that a search found as `id`, as an entry of a list with an empty id. Throws ``ServiceError``.
  package func station(_ id: String) throws(ServiceError) -> Station {
    guard let station = found.station(id) else {
      throw ServiceError(
        .notFound, "'\(CleanText.singleLine(id, limit: 64))' is in no result of a search here: search again")
    }
    return station.station(id: "")
  }
}
