import AudioCore
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
  package init(_ path: String) throws(TuneError) {
    self.path = path
    let target = try AtomicFile.target(of: path)
    folder = AtomicFile.folder(of: target)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      draft = nil
      old = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: SystemReason.text(of: errno)) }
      return
    }
    guard !exists || access(target, W_OK) == 0 else {
      throw .cannotCreate(path: path, reason: SystemReason.text(of: errno))
    }
    let made = try FileDraft(for: target, in: folder)
    try made.empty()
    draft = made
    descriptor = made.descriptor
    old = exists ? status : nil
  }

  deinit { if draft == nil { close(descriptor) } }

  /// Writes a whole file, and makes the missing folders on its path. Throws the errors of the other methods.
  package static func write(_ bytes: [UInt8], to path: String) throws(TuneError) {
    try AtomicFile.makeFolder(AtomicFile.folder(of: try AtomicFile.target(of: path)), mode: 0o777)
    let file = try GrowingFile(path)
    try file.append(bytes)
    try file.commit()
  }

  /// Writes `bytes` behind those before. Throws `.cannotWrite`; then the file stays as it was for ever.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(TuneError) {
    do {
      try FileDraft.writeAll(bytes, to: descriptor, path: path)
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Writes `bytes` behind those before. Throws `.cannotWrite`; then the file stays as it was for ever.
  package func append(_ bytes: [UInt8]) throws(TuneError) {
    let written = bytes.withUnsafeBytes { bytes in
      Result { () throws(TuneError) in try append(bytes) }
    }
    try written.get()
  }

  /// Gives the file its name, unless a write failed. A new file gets the mode that the user's mask leaves, another one
  /// keeps owner and mode. Throws `.cannotWrite`.
  package func commit() throws(TuneError) {
    guard let draft, !hasFailed else { return }
    let mask = umask(0o077)
    umask(mask)
    try draft.finish(as: old, newMode: 0o666 & ~mask)
    try draft.putInPlace()
  }
}

/// Bytes in a file without a name, which the system removes when it is closed: more than memory should hold.
package final class NamelessFile {
  /// Number of bytes.
  package private(set) var count = 0

  private let path: String
  private let descriptor: Int32
  private static let pieceBytes = 64 * 1024

  /// Creates a file on the disk of `folder`; messages name `path`. Throws `.cannotCreate`.
  package init(in folder: String, for path: String) throws(TuneError) {
    self.path = path
    var name = Array("\(folder)/.radiod-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: SystemReason.text(of: errno)) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes `bytes` behind those before. Throws `.cannotWrite`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(TuneError) {
    try FileDraft.writeAll(bytes, to: descriptor, path: path)
    count += bytes.count
  }

  /// Passes all bytes to `body`, in order and in pieces. Throws `.cannotWrite`, and the errors of `body`.
  package func read(_ body: (UnsafeRawBufferPointer) throws(TuneError) -> Void) throws(TuneError) {
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    var position = 0
    while position < count {
      let size = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(position)) }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw .cannotWrite(path: path, reason: SystemReason.text(of: size < 0 ? errno : EIO)) }
      let given = piece.withUnsafeBytes { bytes in
        Result { () throws(TuneError) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<size])) }
      }
      try given.get()
      position += size
    }
  }
}
