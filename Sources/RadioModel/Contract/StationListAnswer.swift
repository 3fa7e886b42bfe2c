import Bytes
package import JSON
public import Stations

/// The answer of ``Endpoint/stations``: the station list of a daemon.
public struct StationListAnswer: Sendable, Equatable {
  /// The version of the list; nil from a daemon of an older version, which makes no changes.
  public var version: Int?
  /// Why the list cannot be changed, or could not be read.
  public var fault: String?
  /// The path of the file with the list, on the daemon's machine; nil when it is not to be changed.
  public var path: String?
  /// The stations, whose addresses have no passwords.
  public var stations: [Station]

  /// An answer with these values.
  package init(version: Int, fault: String?, path: String?, stations: [Station]) {
    self.version = version
    self.fault = fault
    self.path = path
    self.stations = stations
  }

  /// The answer. `picture` returns the path of a station's picture.
  package func json(picture: (Station) -> String?) -> JSONValue {
    .object([
      "version": version, "fault": fault, "path": path, "stations": stations.map { $0.answer(picture: picture($0)) },
    ])
  }

  /// Reads an answer, with clean texts; nil when `json` has no stations.
  package init?(json: JSONValue) {
    guard let stations = Station.list(ofAnswer: json) else { return nil }
    version = json["version"]?.integer()
    fault = json["fault"]?.text.map { CleanText.singleLine($0) }
    path = json["path"]?.text
    self.stations = stations
  }
}
