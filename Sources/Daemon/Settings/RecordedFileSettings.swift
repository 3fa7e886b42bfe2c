import AudioCore
package import Recording
package import SystemSupport

/// Where recordings are written, and how they are called.
package struct RecordedFileSettings: Sendable, Equatable {
  /// The names of files.
  package let names: FileNames
  private let path: String?

  /// Reads the settings `recordings` and `recordingNames` among `values`; `home` is the folder for `~`. Throws a failure
  /// that names the setting.
  init(_ values: [SettingValue], home: String?) throws(DaemonStartError) {
    do throws(OptionError) {
      names = try values.text(.recordingNames).map { text throws(OptionError) in try FileNames(text) } ?? .standard
    } catch {
      throw values[.recordingNames].fault(": \(error.description)")
    }
    guard let text = values.text(.recordings) else {
      path = nil
      return
    }
    let expanded = if let home, text == "~" || text.hasPrefix("~/") { home + text.dropFirst() } else { text }
    guard expanded.hasPrefix("/") else {
      throw values[.recordings].fault(" must be the whole path of a folder, or begin with ~/")
    }
    path = expanded
  }

  /// Returns the folder of recordings: that of the settings, else the usual one among `folders`. It need not exist.
  /// Throws `.cannotCreate` for a user without a home.
  package func folder(in folders: Folders) throws(SystemError) -> RecordingFolder {
    if let path { return RecordingFolder(path) }
    return try RecordingFolder.standard(folders)
  }
}
