import AudioCore
import Glibc
import SystemSupport

/// A station list's file on disk.
struct StationFile {
  /// The path of the file.
  let path: String

  /// The timeout for data from a pipe in the file's place, in milliseconds.
  var pipeTimeout: Int32 = 5000

  /// True when the folder has an entry of this name, readable or not, or a link without a target. When the check fails
  /// it is true as well, so that the file is not skipped silently.
  var isThere: Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Returns the bytes of the file. A file that is larger than a list may be is read up to 64 KiB beyond
  /// ``StationList/maximumBytes``, so that the caller notices its size. Throws `.cannotRead` when there is no such
  /// file, `.badStationList` when it cannot be read.
  func read() throws(TuneError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 && errno == ENOENT { throw .cannotRead(path: path, reason: Self.lastError) }
    guard descriptor >= 0 else { throw .badStationList(path: path, reason: Self.lastError) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= StationList.maximumBytes {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&pipe, 1, pipeTimeout) != 0 { continue }
        throw .badStationList(path: path, reason: "nothing comes from this pipe")
      }
      guard count >= 0 else { throw .badStationList(path: path, reason: Self.lastError) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Replaces the file with `bytes` in one step if `check` does not throw; no other program of ours writes the file
  /// meanwhile. An existing file keeps its owner and its mode; a new one is private (0600).
  ///
  /// Follows a symbolic link, also one without a target yet, and creates missing folders. Throws the errors of `check`,
  /// `.cannotCreate` and `.cannotWrite`.
  func replace(with bytes: [UInt8], after check: (_ exists: Bool) throws(TuneError) -> Void) throws(TuneError) {
    try replace { (exists) throws(TuneError) in
      try check(exists)
      return bytes
    }
  }

  /// Replaces the file with the result of `contents`, which runs under the lock; nil leaves the file unchanged.
  func replace(with contents: (_ exists: Bool) throws(TuneError) -> [UInt8]?) throws(TuneError) {
    try AtomicFile.replace(path, keepsOwner: true, with: contents)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
