import AudioCore

/// How the log of a station is written.
package struct LogSettings: Sendable {
  /// The folder of the log: files, `log.jsonl`, and `incomplete` for what was cut off.
  package var folder: RecordingFolder
  /// The pieces of the day that are files.
  package var division: LogDivision
  /// How long files are kept after their end; nil: for ever.
  package var deleteAfter: Duration?
  /// The local time.
  package var clock = LocalClock.system

  /// The log of the station `name` in `folder`, which gets a folder with that name.
  package init(of name: String, in folder: RecordingFolder, division: LogDivision, deleteAfter: Duration? = nil) {
    let clean = CleanName.name(CleanName.value(name))
    self.folder = RecordingFolder(folder.path([clean.isEmpty ? "station" : clean]))
    self.division = division
    self.deleteAfter = deleteAfter
  }
}
