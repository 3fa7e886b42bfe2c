import Glibc

/// Bytes in a file without a name, which the system removes when it is closed: more than memory should hold.
package final class NamelessFile {
  /// Number of bytes.
  package private(set) var count = 0

  private let path: String
  private let descriptor: Int32
  private static let pieceBytes = 64 * 1024

  /// Creates a file on the disk of `folder`; messages name `path`. Throws `.cannotCreate`.
  package init(in folder: String, for path: String) throws(SystemError) {
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
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try FileDraft.writeAll(bytes, to: descriptor, path: path)
    count += bytes.count
  }

  /// Passes all bytes to `body`, in order and in pieces. Throws `.cannotWrite`, and the errors of `body`.
  package func read(_ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void) throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    var position = 0
    while position < count {
      let size = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(position)) }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw .cannotWrite(path: path, reason: SystemReason.text(of: size < 0 ? errno : EIO)) }
      try piece.withUnsafeBufferPointer { (bytes) throws(SystemError) in
        try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<size]))
      }
      position += size
    }
  }
}
