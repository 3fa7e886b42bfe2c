import Glibc
package import SystemSupport

extension RecordingFolder {
  /// What was done with files that no program finished.
  package struct Leftovers: Sendable, Equatable {
    /// The new names of the files, below the folder.
    package var names: [String] = []
    /// Why a file or folder stays as it is.
    package var faults: [SystemError] = []

    /// None.
    package init() {}
  }

  /// The maximum number of files and folders that are looked at: the folder may be one with other things in it.
  private static let maximumEntries = 50_000
  /// A file without sound that is as new, in seconds, may be one that another program just creates.
  private static let newSeconds = 10

  /// Gives the files that no program writes any more a name in `incomplete`: their program was killed. Deletes nothing.
  /// A missing folder has none.
  package func adoptLeftovers() -> Leftovers {
    var result = Leftovers()
    var entries = 0
    adopt(in: [], entries: &entries, result: &result)
    return result
  }

  private func adopt(in folders: [String], entries: inout Int, result: inout Leftovers) {
    guard let stream = opendir(path(folders)) else {
      if errno != ENOENT {
        result.faults.append(.cannotRead(path: path(folders), reason: SystemReason.text(of: errno)))
      }
      return
    }
    var inner: [String] = []
    var leftovers: [(name: RecordingName, part: String)] = []
    while entries < Self.maximumEntries, let entry = readdir(stream) {
      entries += 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name, !name.hasPrefix(".") else { continue }  // no name of ours begins with a dot
      if let recording = RecordingName(part: name, in: folders) {
        leftovers.append((recording, name))
      } else if folders.count < NamePattern.maximumFolders, let status = stat(ofEntry: path(folders + [name])),
        status.st_mode & S_IFMT == S_IFDIR
      {
        inner.append(name)
      }
    }
    let descriptor = dirfd(stream)
    for leftover in leftovers {
      do throws(SystemError) {
        if let name = try adopt(leftover.part, of: leftover.name, in: descriptor) { result.names.append(name) }
      } catch {
        result.faults.append(error)
      }
    }
    closedir(stream)
    for name in inner { adopt(in: folders + [name], entries: &entries, result: &result) }
  }

  /// Returns the new name of the file `part`; nil when it stays as it is: a program writes it, or it is not ours.
  private func adopt(_ part: String, of name: RecordingName, in folder: Int32) throws(SystemError) -> String? {
    let file = openat(folder, part, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Where files cannot be locked, nothing shows whether it is written.
    guard flock(file, LOCK_EX | LOCK_NB) == 0, let status = stat(of: file), status.isPlainFile,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    if status.st_nlink > 1 {
      // A program was killed between the two steps of a rename.
      var final = stat()
      guard fstatat(folder, name.file(), &final, AT_SYMLINK_NOFOLLOW) == 0, final.isSameFile(as: status) else {
        return nil
      }
      unlinkat(folder, part, 0)
      return nil
    }
    guard status.st_size > 0 || status.st_ctim.tv_sec + Self.newSeconds < SystemTime.seconds else { return nil }
    fchmod(file, RecordingFile.finishedMode)
    return try putAside((folder, part), of: name) { ExclusiveRename.inOneStep($0, to: $1) }
  }

  /// Renames the file `part` of the recording `name` into `incomplete`, by `rename` or, where that cannot be done, in
  /// steps. Returns the new name below this folder. Throws `.cannotCreate` and `.cannotWrite`; then nothing is changed.
  func putAside(
    _ part: ExclusiveRename.Place, of name: RecordingName,
    by rename: (ExclusiveRename.Place, ExclusiveRename.Place) -> Int32
  ) throws(SystemError) -> String {
    var failure: SystemError?
    // A folder of a station may be on another disk, and a full disk may have no space for one more folder.
    for folders in [[Self.incomplete] + name.folders, name.folders + [Self.incomplete], [Self.incomplete]] {
      do throws(SystemError) {
        let folder = try open(folders)
        defer { close(folder) }
        let (number, code) = Self.put(part, as: name, from: 1, in: folder, by: rename)
        let names = folders + [name.file(number)]
        guard code != 0 else { return names.joined(separator: "/") }
        throw .cannotWrite(path: path(names), reason: DiskReason.text(of: code))
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .cannotWrite(path: path(name.folders + [part.name]), reason: DiskReason.text(of: EIO))
  }

  /// Renames the file `part` to the first free name of `name` in the folder with this descriptor, beginning with
  /// `number`. Returns the number of the name, and 0 or the error number.
  static func put(
    _ part: ExclusiveRename.Place, as name: RecordingName, from number: Int, in folder: Int32,
    by rename: (ExclusiveRename.Place, ExclusiveRename.Place) -> Int32
  ) -> (number: Int, code: Int32) {
    var number = number
    while true {
      let target = (folder: folder, name: name.file(number))
      var code = rename(part, target)
      if code == ENOSYS || code == EINVAL { code = ExclusiveRename.inSteps(part, to: target) }
      guard code == EEXIST, number < RecordingName.maximumNumber else { return (number, code) }
      number += 1
    }
  }
}
