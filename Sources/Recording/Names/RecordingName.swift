/// The name of a recorded file below the folder of recordings: clean names of folders, and that of the file.
package struct RecordingName: Sendable, Hashable {
  /// What the name of a file ends with while it is written.
  static let partEnd = ".part"
  /// The greatest number of files of one name.
  static let maximumNumber = 100_000
  /// What the files of recordings end with.
  private static let fileExtensions: Set<Substring> = [
    "mp3", "mp2", "mp1", "aac", "ogg", "opus", "oga", "spx", "wav", "cue",
  ]

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

  /// The name of the file that is called `part` while it is written, in `folders`; nil for any other file.
  init?(part: String, in folders: [String]) {
    guard part.hasSuffix(Self.partEnd) else { return nil }
    let file = part.dropLast(Self.partEnd.count)
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let fileExtension = file[dot...].dropFirst()
    guard Self.fileExtensions.contains(fileExtension) else { return nil }
    self.init(folders: folders, stem: String(file[..<dot]), fileExtension: String(fileExtension))
  }

  /// Returns the file's name; with a `number` above 1 that number is in it, for a file whose name exists: `Song (2).mp3`.
  package func file(_ number: Int = 1) -> String {
    let end = (number > 1 ? " (\(number))" : "") + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
    return CleanName.shortened(stem, to: CleanName.maximumBytes - end.utf8.count - 1) + end
  }

  /// Returns the path of the file below the folder of recordings.
  package func path(_ number: Int = 1) -> String { (folders + [file(number)]).joined(separator: "/") }
}
