import JSON

/// The answer of a directory to a search: a JSON array of stations.
package enum DirectoryAnswer {
  /// The maximum length of an answer in bytes: several times the length of the answer to the largest search.
  package static let maximumBytes = 4 << 20
  /// The maximum length of one station's entry in bytes.
  static let maximumStationBytes = 32 << 10

  /// Returns the stations in an answer, at most `limit`, each once. Skips invalid entries, and looks only at the first
  /// ``DirectoryQuery/maximumLimit`` entries.
  ///
  /// Returns nil when `bytes` are not an answer: no array, an array without an end, or an array in which no entry is
  /// valid.
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
