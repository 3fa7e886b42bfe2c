import Glibc

/// Lists the files that a cache keeps in a folder.
package enum CacheFolder {
  /// A file of a cache.
  package struct File: Equatable, Sendable {
    /// The path: that of the folder, and the file's name.
    package let path: String
    /// The size in bytes.
    package let bytes: Int
  }

  /// Returns the files in `folder` whose names begin with one of `prefixes`, the one that was changed last first. A
  /// folder that cannot be read has none.
  package static func files(in folder: String, prefixes: [String]) -> [File] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var files: [(file: File, time: timespec)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = "\(folder)/\(name)"
      guard prefixes.contains(where: { name.hasPrefix($0) }), let status = stat(ofEntry: path) else { continue }
      files.append((File(path: path, bytes: Int(status.st_size)), status.st_mtim))
    }
    files.sort { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }
    return files.map(\.file)
  }
}
