import AudioCore
import RadioModel
import Stations
import Synchronization

/// The saved queues. Throws `MPDError`, and the `TuneError` of a file. One operation at a time accesses the disk, so that an edit (read,
/// change, write) is atomic.
final class MPDSavedQueues: Sendable {
  private let folder: PlaylistFolder
  private let turn = Mutex(())

  init(_ folder: PlaylistFolder) { self.folder = folder }

  /// Returns the names, and when each playlist was saved, in seconds since 1970.
  func list() -> [(name: String, modified: Double?)] {
    turn.withLock { _ in folder.names().map { ($0, folder.modified($0)) } }
  }

  /// True when there is a playlist of this name.
  func contains(_ name: String) -> Bool { folder.modified(name) != nil }

  /// Returns the sources in the playlist `name`.
  func load(_ name: String) throws -> [Source] {
    try turn.withLock { _ in try read(name) }.map(Source.init(playlistStation:))
  }

  /// Saves `sources` as a new playlist.
  func save(_ sources: [Source], as name: String) throws {
    try check(name)
    try turn.withLock { _ in
      guard folder.modified(name) == nil else { throw MPDError(.exists, "Playlist already exists") }
      try folder.save(sources.compactMap(\.playlistStation), as: name, replacing: false)
    }
  }

  /// Applies `change` to the playlist `name`. Creates the playlist when it does not exist and `mayBeNew` is true.
  func edit(_ name: String, mayBeNew: Bool, _ change: (inout [Station]) throws -> Void) throws {
    try check(name)
    try turn.withLock { _ in
      let isNew = folder.modified(name) == nil
      var stations = isNew && mayBeNew ? [] : try read(name)
      try change(&stations)
      guard stations.count <= StationList.maximumStations else {
        throw MPDError(.playlistTooLarge, "Stored playlist is too large")
      }
      try folder.save(stations, as: name, replacing: !isNew)
    }
  }

  /// Removes a playlist.
  func remove(_ name: String) throws {
    try check(name)
    try turn.withLock { _ in
      guard folder.modified(name) != nil else { throw MPDError.noSuchPlaylist }
      try folder.remove(name)
    }
  }

  /// Renames a playlist.
  func rename(_ name: String, to newName: String) throws {
    try check(name)
    try check(newName)
    try turn.withLock { _ in
      guard folder.modified(name) != nil else { throw MPDError.noSuchPlaylist }
      guard folder.modified(newName) == nil else { throw MPDError(.exists, "Playlist exists already") }
      try folder.rename(name, to: newName)
    }
  }

  private func check(_ name: String) throws {
    guard PlaylistFolder.fault(inName: name) == nil else { throw MPDError(.argument, "Bad playlist name") }
  }

  private func read(_ name: String) throws -> [Station] {
    guard folder.modified(name) != nil else { throw MPDError.noSuchPlaylist }
    return try folder.load(name)
  }
}
