import Glibc
package import SystemSupport

extension LogIndex {
  /// What was removed.
  package struct Removal: Sendable, Equatable {
    /// The names of the files, below the folder.
    package var names: [String] = []
    /// Why a file stays.
    package var faults: [SystemError] = []

    /// Nothing.
    package init() {}
  }

  /// Removes the files that ended before `time`, in seconds since 1970: only those that a line names, and that have the size
  /// of that line. Each is removed in one step, and the lines stay: a program that is killed here leaves files that the next
  /// one removes.
  package func removeFiles(endedBefore time: Double) -> Removal {
    var removal = Removal()
    entries.removeAll { entry in
      guard entry.end < time else { return false }
      do throws(SystemError) {
        if try remove(entry) { removal.names.append(entry.file) }
      } catch {
        removal.faults.append(error)
      }
      // A file that stays is left alone until the next start.
      return true
    }
    return removal
  }

  /// Returns false for a file that is gone, or is another one by now.
  private func remove(_ entry: Entry) throws(SystemError) -> Bool {
    guard let place = place(ofFile: entry.file) else { return false }
    defer { if place.folder != directory { close(place.folder) } }
    var status = stat()
    guard fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isPlainFile,
      Int(status.st_size) == entry.size, status.st_uid == geteuid()
    else { return false }
    guard unlinkat(place.folder, place.name, 0) == 0 else {
      throw .cannotWrite(path: folder.path([entry.file]), reason: DiskReason.text(of: errno))
    }
    return true
  }
}
