import Stations

/// What a directory answers to a search: a JSON array of stations.
package enum DirectoryAnswer {
  /// Longest answer, in bytes: several times that of the longest search.
  package static let maximumBytes = 4 << 20
  /// Longest entry of a station in it, in bytes.
  static let maximumStationBytes = 32 << 10

  /// The stations that an answer holds, `limit` at most, each once; those that make no sense are left out.
  ///
  /// Nil when it is no answer: no array, an array without its end, or one in which nothing makes sense.
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
