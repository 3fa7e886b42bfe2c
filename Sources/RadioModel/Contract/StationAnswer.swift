package import JSON
package import Stations

extension Station {
  /// The station as an object of answers. Its addresses have no credentials. `picture` is the path of its picture; nil
  /// where it has none.
  package func answer(picture: String?) -> JSONValue {
    .object(["id": id]).adding(StationEdit(of: withoutCredentials).json)
      .adding(.object(["directoryId": directoryID, "picture": picture]))
  }

  /// Reads such an object, the one with `number` in its list from 1; nil when `answer` is not one.
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
