import Glibc
import Stations
import SystemSupport

/// Keeps the results of searches in a folder, so that a directory is not asked the same question twice a day. The cache
/// is only a convenience: a file that cannot be read counts as missing.
public struct SearchCache: Sendable {
  /// How long a result is valid, in seconds.
  static let lifetime = 86400
  /// The maximum number of results that are kept.
  static let maximumFiles = 32
  /// The size in bytes up to which a file is read: larger than any answer of a server.
  private static let maximumFileBytes = 5 << 20
  /// The maximum size of all results that are kept, in bytes.
  static let maximumBytes = 16 << 20
  /// The file of the last search, to whose numbers `--from-search` refers.
  private static let lastName = "last.json"
  /// The prefix of all other files' names.
  private static let prefix = "search-"

  let folder: String
  private let now: @Sendable () -> Int

  /// A cache in `folder`, which need not exist.
  public init(folder: String) {
    self.init(folder: folder) { SystemTime.seconds }
  }

  /// A cache with another clock: `now` returns seconds since 1970.
  package init(folder: String, now: @escaping @Sendable () -> Int) {
    self.folder = folder
    self.now = now
  }

  /// The last search that was shown; nil when none is remembered.
  public var last: DirectoryFinding? { read(Self.lastName) }

  /// Returns the result of the search `key`, however old; nil when it is not kept.
  func finding(for key: String) -> DirectoryFinding? {
    guard let finding = read(Self.name(of: key)), finding.key == key else { return nil }
    return finding
  }

  /// Returns the age of `finding` in seconds; nil when the clock was set back since.
  func age(of finding: DirectoryFinding) -> Int? { finding.time <= now() ? now() - finding.time : nil }

  /// Returns true when `finding` is still valid.
  func isFresh(_ finding: DirectoryFinding) -> Bool { age(of: finding).map { $0 < Self.lifetime } ?? false }

  /// Returns a result with the present time.
  func finding(key: String, host: String, stations: [DirectoryStation]) -> DirectoryFinding {
    DirectoryFinding(key: key, host: host, time: now(), stations: stations)
  }

  /// Stores `finding`, and removes results above the limits. Throws `SystemError` when it cannot be written.
  func keep(_ finding: DirectoryFinding) throws(SystemError) {
    try write(finding, as: Self.name(of: finding.key))
    prune()
  }

  /// Stores `finding` as the search that was shown last. Throws `SystemError` when it cannot be written.
  func remember(_ finding: DirectoryFinding) throws(SystemError) { try write(finding, as: Self.lastName) }

  // MARK: - Files

  private static func name(of key: String) -> String { prefix + StableHash.digits(of: key) + ".json" }

  private func write(_ finding: DirectoryFinding, as name: String) throws(SystemError) {
    try AtomicFile.write(finding.encoded, to: "\(folder)/\(name)")
  }

  private func read(_ name: String) -> DirectoryFinding? {
    guard let file = try? ReadableFile("\(folder)/\(name)"), let status = file.status, status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.maximumFileBytes,
      let bytes = try? file.read(0..<Int(status.st_size))
    else { return nil }
    return DirectoryFinding(bytes)
  }

  /// Removes the oldest results until their number and size are within the limits. Always keeps the newest result.
  private func prune() {
    var bytes = 0
    for (number, file) in CacheFolder.files(in: folder, prefixes: [Self.prefix]).enumerated() {
      bytes += file.bytes
      if number > 0, number >= Self.maximumFiles || bytes > Self.maximumBytes { unlink(file.path) }
    }
  }
}
