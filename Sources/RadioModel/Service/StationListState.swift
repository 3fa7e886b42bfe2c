public import Stations

/// A station list at one moment.
public struct StationListState: Sendable, Equatable {
  /// Grows with each change of the list; 0 before the list is known.
  public var version: Int
  /// The stations in the order of the list.
  public var stations: [Station]
  /// Why the list cannot be changed, or could not be read; nil when it can.
  public var fault: String?

  /// Creates the state of a list.
  public init(version: Int = 0, stations: [Station] = [], fault: String? = nil) {
    self.version = version
    self.stations = stations
    self.fault = fault
  }
}
