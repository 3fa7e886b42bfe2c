import Directory

/// Finds stations that are in no list, and checks whether they play.
public struct StationFinder: Sendable {
  /// The directory of stations; nil when it is turned off.
  public var directory: StationDirectory?
  /// The stations that the last searches found.
  public var found: FoundStations
  /// Checks whether a station plays.
  public var probe: Probe
  /// The time limit of a search: longer than that of the directory itself.
  package var searchTime = Duration.seconds(25)
  /// The time limit of a check.
  package var checkTime = Duration.seconds(15)

  /// A finder that asks `directory`, and checks stations with `opener`.
  public init(directory: StationDirectory?, found: FoundStations = FoundStations(), opener: StreamOpener) {
    self.directory = directory
    self.found = found
    probe = Probe(opener: opener)
  }
}
