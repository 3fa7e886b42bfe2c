import AudioCore
import Glibc
import Stations

/// Keeps what searches found, in a folder of its own, so that a directory is not asked the same twice a day. It is a convenience:
/// what cannot be read counts as not there.
public struct SearchCache: Sendable {
  /// How long an answer is good, in seconds.
  static let lifetime = 86400
  /// Most answers that are kept.
  static let maximumFiles = 32
  /// Largest answer that is read: longer than any that a server may give.
  private static let maximumFileBytes = 5 << 20
  /// Most bytes of answers that are kept.
  static let maximumBytes = 16 << 20
  /// The last search: what `--from-search` counts by.
  private static let lastName = "last.json"
  /// How the names of all other files begin.
  private static let prefix = "search-"

  private let folder: String
  private let now: @Sendable () -> Int

  /// A cache in `folder`, which need not exist.
  public init(folder: String) {
    self.init(folder: folder) { Int(Glibc.time(nil)) }
  }

  /// The same by a clock of one's own, which tells seconds since 1970.
  package init(folder: String, now: @escaping @Sendable () -> Int) {
    self.folder = folder
    self.now = now
  }

  /// The last search that was shown; nil when none is remembered.
  public var last: DirectoryFinding? { read(Self.lastName) }

  /// What the search `key` found, however long ago.
  func finding(for key: String) -> DirectoryFinding? {
    guard let finding = read(Self.name(of: key)), finding.key == key else { return nil }
    return finding
  }

  /// Seconds since `finding` was found; nil when the clock was set back since.
  func age(of finding: DirectoryFinding) -> Int? { finding.time <= now() ? now() - finding.time : nil }

  /// Whether `finding` is still good.
  func isFresh(_ finding: DirectoryFinding) -> Bool { age(of: finding).map { $0 < Self.lifetime } ?? false }

  /// What was found now.
  func finding(key: String, host: String, stations: [DirectoryStation]) -> DirectoryFinding {
    DirectoryFinding(key: key, host: host, time: now(), stations: stations)
  }

  /// Keeps `finding`, and drops what is too much. Throws `TuneError` when it cannot be written.
  func keep(_ finding: DirectoryFinding) throws(TuneError) {
    try write(finding, as: Self.name(of: finding.key))
    prune()
  }

  /// Notes that `finding` was shown last. Throws `TuneError` when it cannot be written.
  func remember(_ finding: DirectoryFinding) throws(TuneError) { try write(finding, as: Self.lastName) }

  // MARK: - Files

  private static func name(of key: String) -> String { prefix + StableHash.digits(of: key) + ".json" }

  private func write(_ finding: DirectoryFinding, as name: String) throws(TuneError) {
    try AtomicFile.write(finding.encoded, to: "\(folder)/\(name)")
  }

  private func read(_ name: String) -> DirectoryFinding? {
    let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.maximumFileBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let piece = bytes[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if piece < 0, errno == EINTR { continue }
      guard piece > 0 else { return nil }
      count += piece
    }
    return DirectoryFinding(bytes)
  }

  /// Removes the oldest answers until no more are there than may be; the newest stays in any case.
  private func prune() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var files: [(path: String, time: timespec, bytes: Int)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard name.hasPrefix(Self.prefix), lstat("\(folder)/\(name)", &status) == 0 else { continue }
      files.append(("\(folder)/\(name)", status.st_mtim, Int(status.st_size)))
    }
    files.sort { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }
    var bytes = 0
    for (number, file) in files.enumerated() {
      bytes += file.bytes
      if number > 0, number >= Self.maximumFiles || bytes > Self.maximumBytes { unlink(file.path) }
    }
  }
}
