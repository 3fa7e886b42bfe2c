import AudioCore
import Glibc

/// A station list's file on disk.
struct StationFile {
  /// Where it is.
  let path: String

  /// How long a pipe in the file's place may keep silent, in milliseconds.
  var pipeTimeout: Int32 = 5000

  /// True when its folder has that name, readable or not; it may be a link that leads nowhere. What cannot be found out
  /// counts as there: it is not passed over in silence.
  var isThere: Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Its bytes, one more than a list may have at most. Throws `.cannotRead` when there is no such file, `.badStationList`
  /// when it cannot be read.
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

  /// Puts `bytes` in the file's place in one step, while no other program of ours does, after `check` has found nothing
  /// against it. A file that was there keeps its owner and its mode; a new one is private (0600).
  ///
  /// A symbolic link is followed, also one that leads nowhere yet; missing folders are made. Throws what `check` throws,
  /// `.cannotCreate` and `.cannotWrite`.
  func replace(with bytes: [UInt8], after check: (_ exists: Bool) throws(TuneError) -> Void) throws(TuneError) {
    try replace { (exists) throws(TuneError) in
      try check(exists)
      return bytes
    }
  }

  /// The same with what `contents` makes, under the lock, of what is there; nil leaves it as it is.
  func replace(with contents: (_ exists: Bool) throws(TuneError) -> [UInt8]?) throws(TuneError) {
    try AtomicFile.replace(path, keepsOwner: true, with: contents)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
