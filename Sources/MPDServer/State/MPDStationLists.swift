package import Stations

/// Playlists that follow from the station list: the favourites, and the stations of each common tag. Clients can only
/// read them.
package struct MPDStationLists: Sendable {
  /// The name of the playlist of favourites.
  package static let favourites = "Favourites"
  /// A tag of fewer stations has no playlist.
  package static let minimumStations = 3
  /// The largest number of tags with a playlist, the most common ones.
  package static let maximumTags = 200

  private let stations: [Station]

  /// The playlists that follow from `stations`.
  package init(_ stations: [Station]) { self.stations = stations }

  /// The names: the favourites first, then the tags in alphabetical order.
  package var names: [String] {
    var counts: [String: Int] = [:]
    for station in stations {
      for tag in Set(station.tags) { counts[tag, default: 0] += 1 }
    }
    let tags = counts.filter { $0.value >= Self.minimumStations && Self.canBeTag($0.key) }
    let common = tags.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maximumTags)
    return (stations.contains(where: \.favourite) ? [Self.favourites] : []) + common.map(\.key).sorted()
  }

  /// Returns the stations of the playlist `name`, in the order of the list; nil when there is no such playlist.
  package func stations(in name: String) -> [Station]? {
    if name == Self.favourites {
      let found = stations.filter(\.favourite)
      return found.isEmpty ? nil : found
    }
    guard Self.canBeTag(name) else { return nil }
    let found = stations.filter { $0.tags.contains(name) }
    return found.count < Self.minimumStations ? nil : found
  }

  private static func canBeTag(_ name: String) -> Bool {
    name != favourites && PlaylistFolder.fault(inName: name) == nil
  }
}
