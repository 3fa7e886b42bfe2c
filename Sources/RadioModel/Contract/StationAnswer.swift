import AudioCore
import JSON
import Stations

extension Station {
  /// The station as an object of answers. Its addresses have no credentials. `picture` is the path of its picture; nil
  /// where it has none.
  package func answer(picture: String?) -> JSONValue {
    let station = withoutCredentials
    return .object([
      "id": .text(station.id), "name": .text(station.name), "url": .text(station.url),
      "homepage": station.homepage.map(JSONValue.text), "image": station.image.map(JSONValue.text),
      "tags": .array(station.tags.map(JSONValue.text)), "country": station.country.map(JSONValue.text),
      "language": station.language.map(JSONValue.text), "favourite": .flag(station.favourite),
      "directoryId": station.directoryID.map(JSONValue.text), "picture": picture.map(JSONValue.text),
    ])
  }

  /// Reads such an object, the one with `number` in its list from 1; nil when `answer` is none.
  package init?(answer: JSONValue, number: Int = 1) {
    guard var station = try? Station(answer, number: number) else { return nil }
    station.other = []  // members of the answer, such as the picture
    self = station
  }

  /// Reads the stations of the member `stations` of `answer`; nil when there is none.
  package static func list(ofAnswer answer: JSONValue) -> [Station]? {
    answer["stations"]?.elements?.prefix(StationList.maximumStations).enumerated()
      .compactMap { offset, element in Station(answer: element, number: offset + 1) }
  }
}

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
      "version": version.map { .number($0) }, "fault": fault.map(JSONValue.text), "path": path.map(JSONValue.text),
      "stations": .array(stations.map { $0.answer(picture: picture($0)) }),
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
