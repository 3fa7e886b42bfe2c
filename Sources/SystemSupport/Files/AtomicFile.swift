package import Glibc

/// Writes whole files atomically: at any time a file has its old or its new content, whatever happens meanwhile.
package enum AtomicFile {
  /// The maximum number of symbolic links in a row, as in the kernel.
  private static let maximumLinks = 40

  /// The reason of an error while another program writes the same file.
  static let busyReason = "another program is writing it"

  /// True when `reason`, of an error of this type, passes by itself: another program writes the file.
  package static func isBusy(_ reason: String) -> Bool { reason == busyReason }

  /// Replaces the file at `path` with `bytes`, which are on the disk when the method returns. The file is private
  /// (0600); with `keepsOwner` an existing file keeps its owner and its mode.
  ///
  /// Follows a symbolic link, also one without a target yet, and creates missing folders (0700). Throws `.cannotCreate`
  /// and `.cannotWrite`; then the file is unchanged.
  package static func write(_ bytes: [UInt8], to path: String, keepsOwner: Bool = false) throws(SystemError) {
    try replace(path, keepsOwner: keepsOwner) { (_) throws(SystemError) in bytes }
  }

  /// Does the same for a file that is meant for other programs: a new one may be read by all (0644, less the user's
  /// mask), and an existing one keeps its owner and its mode. Its folder must exist. With `isPrivate` only the owner may
  /// read the file.
  package static func writeShared(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(SystemError) {
    let target = try target(of: path)
    let folder = folder(of: target)
    guard access(folder, F_OK) == 0 else {
      throw .cannotCreate(path: path, reason: "there is no folder \(folder)")
    }
    let mask = umask(0)
    umask(mask)
    try replace(path, keepsOwner: true, newMode: 0o644 & ~mask, isPrivate: isPrivate) { (_) throws(SystemError) in
      bytes
    }
  }

  /// Replaces the file at `path` with the result of `contents`; nil leaves everything unchanged. While `contents` runs,
  /// no other program of ours writes the file, so that the result can depend on its present content. With `keepsOwner`
  /// an existing file keeps its owner and its mode; a new one has `newMode`. With `isPrivate` both lose the permissions
  /// of everyone but the owner. Also throws the errors of `contents`.
  package static func replace(
    _ path: String, keepsOwner: Bool, newMode: mode_t = 0o600, isPrivate: Bool = false,
    with contents: (_ exists: Bool) throws(SystemError) -> [UInt8]?
  ) throws(SystemError) {
    let target = try target(of: path)
    let folder = folder(of: target)
    try makeFolder(folder)
    let draft = try FileDraft(for: target, in: folder)
    guard let bytes = try contents(stat(of: target) != nil) else { return }
    var old = stat(of: target)  // `contents` may have renamed the file
    if let old, !old.isPlainFile { throw .cannotCreate(path: path, reason: "it is not a plain file") }
    if isPrivate { old?.st_mode &= ~0o077 }
    try draft.write(bytes, as: keepsOwner ? old : nil, newMode: isPrivate ? newMode & ~0o077 : newMode)
    try draft.putInPlace()
  }

  /// Creates a folder, for its owner only unless `mode` says otherwise (less the user's mask), and its missing parent
  /// folders. Throws `.cannotCreate`.
  package static func makeFolder(_ folder: String, mode: mode_t = 0o700) throws(SystemError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    try makeFolder(Self.folder(of: folder), mode: mode)
    guard mkdir(folder, mode) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: folder, reason: SystemReason.text(of: errno))
    }
  }

  /// Returns the final target of the symbolic link at `path`, or `path` itself when it is not a link.
  static func target(of path: String) throws(SystemError) -> String {
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

  /// Returns the folder that holds `path`: `/` for the root itself, `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
