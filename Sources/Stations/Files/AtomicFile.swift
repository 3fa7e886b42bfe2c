import AudioCore
import Glibc

/// Writes whole files: whatever happens meanwhile, the file is as it was or as it shall be, and never between.
package enum AtomicFile {
  /// Most symbolic links in a row, as the kernel has it.
  private static let maximumLinks = 40

  /// Puts `bytes` in the place of the file at `path`, private (0600), and has them on the disk when it returns. With `keepsOwner` a
  /// file that was there keeps its owner and its mode.
  ///
  /// A symbolic link is followed, also one that leads nowhere yet; missing folders are made (0700). Throws `.cannotCreate` and
  /// `.cannotWrite`; then the file is as it was.
  package static func write(_ bytes: [UInt8], to path: String, keepsOwner: Bool = false) throws(TuneError) {
    try replace(path, keepsOwner: keepsOwner) { (_) throws(TuneError) in bytes }
  }

  /// The same with what `contents` gives while no other program of ours writes there, so that it can be made of what the file holds; nil
  /// leaves all as it was. With `keepsOwner` a file that was there keeps its owner and its mode. Throws also what `contents` throws.
  static func replace(
    _ path: String, keepsOwner: Bool, with contents: (_ exists: Bool) throws(TuneError) -> [UInt8]?
  ) throws(TuneError) {
    let target = try target(of: path)
    let folder = folder(of: target)
    try makeFolder(folder)
    let draft = try FileDraft(for: target, in: folder)
    var status = stat()
    let exists = stat(target, &status) == 0
    guard let bytes = try contents(exists) else { return }
    if exists, status.st_mode & S_IFMT != S_IFREG { throw .cannotCreate(path: path, reason: "it is no plain file") }
    try draft.write(bytes, as: exists && keepsOwner ? status : nil)
    try draft.putInPlace()
  }

  /// Makes a folder for its owner alone (0700), and those above it, where they are missing. Throws `.cannotCreate`.
  package static func makeFolder(_ folder: String) throws(TuneError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    try makeFolder(Self.folder(of: folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: folder, reason: SystemReason.text(of: errno))
    }
  }

  /// Where a symbolic link at `path` leads in the end; `path` itself when it is none.
  private static func target(of path: String) throws(TuneError) -> String {
    var target = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    for _ in 0..<maximumLinks {
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0 else { return target }
      guard let link = String(validating: buffer[..<count], as: UTF8.self) else {
        throw .cannotCreate(path: path, reason: "it is a link to a name that is not UTF-8")
      }
      target = link.hasPrefix("/") ? link : folder(of: target) + "/" + link
    }
    throw .cannotCreate(path: path, reason: SystemReason.text(of: ELOOP))
  }

  /// The folder that holds `path`: `/` for the root itself, `.` for a bare name.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
