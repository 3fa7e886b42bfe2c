import RadioModel
import Stations

/// The stored playlists as clients see them: the saved queues, and those that follow from the station list. A saved
/// queue comes before a list of the same name. Calls block on the disk.
struct MPDPlaylists: Sendable {
  let saved: MPDSavedQueues
  let lists: MPDStationLists
  /// When the station list was read, in seconds since 1970.
  let listTime: Double

  /// Returns the names, and when each playlist was saved or read, in seconds since 1970.
  func list() -> [(name: String, modified: Double?)] {
    let queues = saved.list()
    let taken = Set(queues.map(\.name))
    return lists.names.filter { !taken.contains($0) }.map { ($0, listTime) } + queues
  }

  /// Returns the sources in the playlist `name`.
  func load(_ name: String) throws -> [Source] {
    if !saved.contains(name), let stations = lists.stations(in: name) { return stations.map { .station($0) } }
    return try saved.load(name)
  }

  /// Returns the saved queues, for a change of those with `names`. Throws when one of them is a list that cannot be
  /// changed.
  func changing(_ names: String...) throws -> MPDSavedQueues {
    for name in names where !saved.contains(name) && lists.stations(in: name) != nil {
      throw MPDError(.permission, "This playlist follows the station list and cannot be changed")
    }
    return saved
  }
}
