import Glibc

/// A file that is written piece by piece, and takes its name only when it is whole: until then, and after a failure, a
/// file of that name has its old content. A pipe or a device gets each piece at once.
package final class GrowingFile {
  /// The path as it was requested.
  package let path: String
  /// The folder of the file.
  package let folder: String

  private let draft: FileDraft?
  private let descriptor: Int32
  /// The owner and mode of the file to replace; nil when there is none.
  private let old: stat?
  private var hasFailed = false

  /// Begins the file at `path`. Follows a symbolic link, also one without a target yet. Throws `.cannotCreate`, and
  /// `.cannotWrite` when another program is writing the file.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    let target = try AtomicFile.target(of: path)
    folder = AtomicFile.folder(of: target)
    old = stat(of: target)
    if let old, !old.isPlainFile {
      draft = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: SystemReason.text(of: errno)) }
      return
    }
    guard old == nil || access(target, W_OK) == 0 else {
      throw .cannotCreate(path: path, reason: SystemReason.text(of: errno))
    }
    let made = try FileDraft(for: target, in: folder)
    try made.empty()
    draft = made
    descriptor = made.descriptor
  }

  deinit { if draft == nil { close(descriptor) } }

  /// Writes a whole file, and makes the missing folders on its path. Throws the errors of the other methods.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try AtomicFile.makeFolder(AtomicFile.folder(of: try AtomicFile.target(of: path)), mode: 0o777)
    let file = try GrowingFile(path)
    try file.append(bytes)
    try file.commit()
  }

  /// Writes `bytes` behind those before. Throws `.cannotWrite`; then the file stays as it was for ever.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    do {
      try FileDraft.writeAll(bytes, to: descriptor, path: path)
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Writes `bytes` behind those before. Throws `.cannotWrite`; then the file stays as it was for ever.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in try append(UnsafeRawBufferPointer(bytes)) }
  }

  /// Gives the file its name, unless a write failed. A new file gets the mode that the user's mask leaves, another one
  /// keeps owner and mode. Throws `.cannotWrite`.
  package func commit() throws(SystemError) {
    guard let draft, !hasFailed else { return }
    let mask = umask(0o077)
    umask(mask)
    try draft.finish(as: old, newMode: 0o666 & ~mask)
    try draft.putInPlace()
  }
}
