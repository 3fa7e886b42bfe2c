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
        "version": .number(Self.schemaVersion), "search": .text(key), "host": .text(host), "time": .number(time),
        "stations": .array(stations.map(\.json)),
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

/// The answer of a directory to a search: a JSON array of stations.
package enum DirectoryAnswer {
  /// The maximum length of an answer in bytes: several times the length of the answer to the largest search.
  package static let maximumBytes = 4 << 20
  /// The maximum length of one station's entry in bytes.
  static let maximumStationBytes = 32 << 10

  /// Returns the stations in an answer, at most `limit`, each once. Skips invalid entries, and looks only at the first
  /// ``DirectoryQuery/maximumLimit`` entries.
  ///
  /// Returns nil when `bytes` are no answer: no array, an array without an end, or an array in which no entry is valid.
  package static func stations(in bytes: [UInt8], limit: Int) -> [DirectoryStation]? {
    guard
      let elements = JSONElements.cut(bytes, first: DirectoryQuery.maximumLimit, maximumBytes: maximumStationBytes)
    else { return nil }
    var known: Set<String> = []
    var stations: [DirectoryStation] = []
    for element in elements {
      guard let value = try? JSONReader.read(Array(element)), let station = DirectoryStation(value),
        known.insert(station.id).inserted
      else { continue }
      stations.append(station)
      if stations.count == limit { break }
    }
    return stations.isEmpty && !elements.isEmpty ? nil : stations
  }
}
