/// The name of a recorded file below the folder of recordings: clean names of folders, and that of the file.
package struct RecordingName: Sendable, Hashable {
  /// The folders, the outer one first.
  package let folders: [String]
  /// What the file's name ends with, without the dot: `mp3`.
  package let fileExtension: String
  private let stem: String

  /// A name of clean parts.
  init(folders: [String], stem: String, fileExtension: String) {
    self.folders = folders
    self.stem = stem
    self.fileExtension = fileExtension
  }

  /// Returns the file's name; with a `number` above 1 that number is in it, for a file whose name exists: `Song (2).mp3`.
  package func file(_ number: Int = 1) -> String {
    let end = (number > 1 ? " (\(number))" : "") + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
    return CleanName.shortened(stem, to: CleanName.maximumBytes - end.utf8.count - 1) + end
  }

  /// Returns the path of the file below the folder of recordings.
  package func path(_ number: Int = 1) -> String { (folders + [file(number)]).joined(separator: "/") }
}
