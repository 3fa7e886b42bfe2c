import Glibc
package import SystemSupport

/// The folder of recordings. Folders in it are made when they are needed, for everyone less the user's mask.
package struct RecordingFolder: Sendable, Equatable {
  /// The folder of what is not a whole title: the first, the last, what was cut off, and what has gaps.
  package static let incomplete = "incomplete"

  private static let name = "SpringRadio"
  private static let defaultMusic = "Music"
  /// The maximum size of the file with the user's folders, in bytes.
  private static let maximumUserFolders = 64 << 10

  /// The path, without a slash at its end.
  package let path: String

  /// The folder at `path`, which need not exist.
  package init(_ path: String) {
    let end = path.lastIndex { $0 != "/" }.map(path.index(after:)) ?? path.startIndex
    self.path = end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Returns the folder where the settings name none: `recordings` beside the state of the system's service, else
  /// `SpringRadio` in the user's folder of music. Throws `.cannotCreate` for a user without a home.
  package static func standard(_ folders: Folders) throws(SystemError) -> RecordingFolder {
    if folders.isSystem { return RecordingFolder(folders.state + "/recordings") }
    guard let home = folders.home else {
      throw .cannotCreate(path: "the folder of recordings", reason: "this user has no home; set 'recordings'")
    }
    let file = folders.userFolders.flatMap { try? ReadableFile.bytes(of: $0, limit: maximumUserFolders) } ?? []
    let music = UserFolders.music(in: String(decoding: file, as: UTF8.self), home: home) ?? "\(home)/\(defaultMusic)"
    return RecordingFolder(RecordingFolder(music).path([name]))
  }

  /// Throws `.cannotWrite` when so little space is left on the disk that no recording may go on. The folder must exist.
  package func checkRoom() throws(SystemError) {
    guard let space = DiskSpace(of: path), space.isTooLittle else { return }
    throw .cannotWrite(
      path: path,
      reason:
        "only \(Self.size(space.free)) are free, and recordings leave \(Self.size(space.minimum)) free; free some space, "
        + "or choose another folder")
  }

  /// Makes the folder, and checks that files can be written in it. Throws `.cannotCreate` and `.cannotWrite`.
  package func checkUse() throws(SystemError) {
    try make()
    guard access(path, W_OK | X_OK) == 0 else {
      throw .cannotWrite(path: path, reason: DiskReason.text(of: errno))
    }
    try checkRoom()
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }

  /// Makes the folder and those named `folders` in it, each inside the one before. Throws `.cannotCreate`.
  package func make(_ folders: [String] = []) throws(SystemError) {
    try Self.make(path)
    var inner = path
    for folder in folders {
      inner += "/" + folder
      try Self.make(inner)
    }
  }

  /// Returns the path of a file or folder in this one.
  func path(_ parts: [String]) -> String { ([path == "/" ? "" : path] + parts).joined(separator: "/") }

  /// Returns a descriptor of the folder `folders`, which is made. Throws `.cannotCreate`.
  func open(_ folders: [String]) throws(SystemError) -> Int32 {
    try make(folders)
    let path = path(folders)
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .cannotCreate(path: path, reason: DiskReason.text(of: errno)) }
    return folder
  }

  private static func make(_ folder: String) throws(SystemError) {
    guard mkdir(folder, 0o777) != 0, errno != EEXIST else { return }
    var code = errno
    if code == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      try make(String(folder[..<slash]))
      if mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
      code = errno
    }
    // A read-only disk is not the reason where the folder is there.
    if access(folder, F_OK) == 0 { return }
    throw .cannotCreate(path: folder, reason: DiskReason.text(of: code))
  }
}
