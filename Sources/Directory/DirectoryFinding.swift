import JSON

/// The result of a search, and the time of the answer.
public struct DirectoryFinding: Sendable, Hashable {
  /// The version of the file's schema that is supported.
  private static let schemaVersion = 1

  /// The address of the search, preceded by the server unless that is one of the usual ones.
  package let key: String
  /// The host that answered.
  public let host: String
  /// The time of the answer, in seconds since 1970 (UTC).
  public let time: Int
  /// The stations found, in the directory's order.
  public let stations: [DirectoryStation]

  /// The result of a search.
  package init(key: String, host: String, time: Int, stations: [DirectoryStation]) {
    self.key = key
    self.host = host
    self.time = time
    self.stations = stations
  }

  /// The result as the text of a file.
  package var encoded: [UInt8] {
    JSONWriter.line(
      .object([
        "version": Self.schemaVersion, "search": key, "host": host, "time": time, "stations": stations,
      ]))
  }

  /// Reads a result that ``encoded`` wrote; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes), value["version"]?.integer() == Self.schemaVersion,
      let key = value["search"]?.text, let host = value["host"]?.text, let time = value["time"]?.integer(Int.self),
      time >= 0,
      let elements = value["stations"]?.elements, elements.count <= DirectoryQuery.maximumLimit
    else { return nil }
    let stations = elements.compactMap(DirectoryStation.init)
    guard stations.count == elements.count else { return nil }  // users select by number: none may be missing
    self.init(key: key, host: host, time: time, stations: stations)
  }
}
