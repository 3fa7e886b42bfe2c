import AudioCore
import Glibc

/// A station list's file on disk.
struct StationFile {
  /// Where it is.
  let path: String

  /// True when something is there, readable or not.
  var exists: Bool { access(path, F_OK) == 0 }

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
      guard count >= 0 else { throw .badStationList(path: path, reason: Self.lastError) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Puts `bytes` in the file's place in one step.
  func replace(with bytes: [UInt8]) throws(TuneError) {
    let target = Self.resolved(path)
    let folder = Self.folder(of: target)
    try Self.makeFolder(folder)
    var template = Array((folder + "/.stations.json.XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .cannotCreate(path: target, reason: Self.lastError) }
    var isInPlace = false
    defer {
      if !isInPlace { unlink(template) }
    }
    let failure = Self.write(bytes, to: descriptor)
    let closed = close(descriptor)
    if let failure { throw .cannotWrite(path: target, reason: failure) }
    guard closed == 0, rename(template, target) == 0 else { throw .cannotWrite(path: target, reason: Self.lastError) }
    isInPlace = true
    Self.sync(folder: folder)
  }

  /// Writes all of `bytes` and syncs them to the disk; the reason when that fails.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    guard fchmod(descriptor, 0o600) == 0 else { return lastError }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return lastError }
      rest = rest.dropFirst(count)
    }
    return fsync(descriptor) == 0 ? nil : lastError
  }

  /// Makes the renamed name itself lasting. Some file systems cannot sync folders: that is no failure.
  private static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
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

  /// What a symbolic link at `path` leads to; `path` itself when it is none or leads nowhere.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
