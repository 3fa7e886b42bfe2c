import RadioModel

/// Where recordings are written, and how they are called.
package struct RecordingSettings: Sendable {
  /// The folder of recordings.
  package var folder: RecordingFolder
  /// The names of files.
  package var names: FileNames
  /// Returns whether a title of a station is a song.
  package var isSong: @Sendable (_ title: String, _ station: String) -> Bool

  /// Settings with these values. What is a song ``SongRule`` decides, unless a test does.
  package init(
    folder: RecordingFolder, names: FileNames = .standard,
    isSong: @escaping @Sendable (_ title: String, _ station: String) -> Bool = { title, station in
      if case .song = SongRule.verdict(on: title, stations: [station]) { true } else { false }
    }
  ) {
    self.folder = folder
    self.names = names
    self.isSong = isSong
  }
}
