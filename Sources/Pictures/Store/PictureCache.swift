import AudioCore
import Glibc
import Stations
package import SystemSupport

/// Keeps the files of pictures in a folder, as they were fetched. The cache is only a convenience: a file that cannot
/// be read, or that belongs to another address, counts as missing. What it returns is as little trusted as what a
/// server sends.
public struct PictureCache: Sendable {
  /// A file that is kept.
  package struct Entry: Equatable, Sendable {
    /// The file, as it was fetched.
    package let bytes: [UInt8]
    /// True when it is so old that it should be fetched again.
    package let isOld: Bool
  }

  /// The largest size of all files together, in bytes.
  public static let maximumBytes = 50 << 20
  /// The largest number of files.
  static let maximumFiles = 2048
  /// How long a picture is shown without being fetched again, in seconds.
  package static let lifetime = 30 * 86400
  /// The prefix of the files' names, behind a dot for drafts.
  private static let prefix = "picture-"
  /// The first word of each file.
  private static let mark = "springradio-picture-1"
  /// The longest first line.
  private static let maximumLineBytes = StreamURL.maximumLength + 64

  private let folder: String
  private let maximumBytes: Int
  private let now: @Sendable () -> Int

  /// A cache in `folder`, which need not exist.
  public init(folder: String) {
    self.init(folder: folder, maximumBytes: Self.maximumBytes) { SystemTime.seconds }
  }

  /// A cache with another limit and clock: `now` returns seconds since 1970.
  package init(folder: String, maximumBytes: Int, now: @escaping @Sendable () -> Int) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.now = now
  }

  /// Returns the file that is kept for `address`, which then counts as used; nil when there is none.
  package func entry(for address: String) -> Entry? {
    let path = path(of: address)
    guard let file = try? ReadableFile(path), let status = file.status, status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFREG,
      (0...Self.maximumLineBytes + PictureHeader.maximumBytes).contains(Int(status.st_size)),
      let bytes = try? file.read(0..<Int(status.st_size)),
      let lineEnd = bytes.prefix(Self.maximumLineBytes).firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    // The address is last: it has no line break, but may have blanks.
    let words = bytes[..<lineEnd].split(separator: UInt8(ascii: " "), maxSplits: 2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count == 3, words[0] == Self.mark, let time = Int(words[1]), words[2] == address else { return nil }
    Self.markUsed(path)
    let age = now() - time
    return Entry(bytes: Array(bytes[(lineEnd + 1)...]), isOld: !(0..<Self.lifetime).contains(age))
  }

  /// Keeps the file of a picture, and removes the files that were not used for the longest time, as far as the limits
  /// demand. Throws `SystemError` when it cannot be written.
  package func keep(_ bytes: [UInt8], for address: String) throws(SystemError) {
    try AtomicFile.write(Array("\(Self.mark) \(now()) \(address)\n".utf8) + bytes, to: path(of: address))
    Self.markUsed(path(of: address))
    prune()
  }

  private func path(of address: String) -> String { "\(folder)/\(Self.prefix)\(StableHash.digits(of: address))" }

  /// Sets the file's time of modification, by which the oldest file is found. The file system's own times are the same
  /// for all changes within some milliseconds.
  private static func markUsed(_ path: String) {
    let time = SystemTime.read(CLOCK_REALTIME)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Removes files until their number and size are within the limits.
  private func prune() {
    var bytes = 0
    for (number, file) in CacheFolder.files(in: folder, prefixes: [Self.prefix, "." + Self.prefix]).enumerated() {
      if number < Self.maximumFiles, bytes + file.bytes <= maximumBytes {
        bytes += file.bytes
      } else {
        unlink(file.path)
      }
    }
  }
}
