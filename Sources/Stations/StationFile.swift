import AudioCore
import Glibc

/// A station list's file on disk.
struct StationFile {
  /// Where it is.
  let path: String

  /// How long a pipe in the file's place may keep silent, in milliseconds.
  private static let pipePatience: Int32 = 5000
  /// Most symbolic links in a row, as the kernel has it.
  private static let maximumLinks = 40

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
        if poll(&pipe, 1, Self.pipePatience) != 0 { continue }
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
    let target = try self.target()
    let folder = Self.folder(of: target)
    try Self.makeFolder(folder)
    let draft = try FileDraft(for: target, in: folder)
    var status = stat()
    let exists = stat(target, &status) == 0
    try check(exists)
    try draft.write(bytes, as: exists ? status : nil)
    try draft.putInPlace()
  }

  /// Where a symbolic link at `path` leads in the end; `path` itself when it is none.
  private func target() throws(TuneError) -> String {
    var target = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    for _ in 0..<Self.maximumLinks {
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0 else { return target }
      guard let link = String(validating: buffer[..<count], as: UTF8.self) else {
        throw .cannotCreate(path: path, reason: "it is a link to a name that is not UTF-8")
      }
      target = link.hasPrefix("/") ? link : Self.folder(of: target) + "/" + link
    }
    throw .cannotCreate(path: path, reason: String(cString: strerror(ELOOP)))
  }

  private static func makeFolder(_ folder: String) throws(TuneError) {
    guard access(folder, F_OK) != 0 else { return }
    try makeFolder(Self.folder(of: folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .cannotCreate(path: folder, reason: lastError) }
  }

  /// The folder that holds `path`: `/` for the root itself, `.` for a bare name.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
