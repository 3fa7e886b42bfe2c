import Stations

/// What a search found, and when.
public struct DirectoryFinding: Sendable, Hashable {
  /// The version of the file's schema that is understood.
  private static let schemaVersion = 1

  /// What was asked: the search's address, with its server when that is not one of the usual.
  package let key: String
  /// The host that answered.
  public let host: String
  /// When it did, in seconds since 1970 (UTC).
  public let time: Int
  /// What was found, in the directory's order.
  public let stations: [DirectoryStation]

  /// What a search found.
  package init(key: String, host: String, time: Int, stations: [DirectoryStation]) {
    self.key = key
    self.host = host
    self.time = time
    self.stations = stations
  }

  /// The finding as the text of a file.
  package var encoded: [UInt8] {
    JSONWriter.line(
      .object([
        "version": .number(Self.schemaVersion), "search": .text(key), "host": .text(host), "time": .number(time),
        "stations": .array(stations.map(\.json)),
      ]))
  }

  /// The finding that ``encoded`` wrote; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes), value["version"]?.integer() == Self.schemaVersion,
      let key = value["search"]?.text, let host = value["host"]?.text, let time = value["time"]?.integer(Int.self),
      time >= 0,
      let elements = value["stations"]?.elements, elements.count <= DirectoryQuery.maximumLimit
    else { return nil }
    let stations = elements.compactMap(DirectoryStation.init)
    guard stations.count == elements.count else { return nil }  // their numbers are what they are told by
    self.init(key: key, host: host, time: time, stations: stations)
  }
}
