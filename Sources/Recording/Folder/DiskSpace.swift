import Glibc

/// The space on the disk of a folder.
package struct DiskSpace: Sendable, Equatable {
  /// What recordings leave free, in bytes.
  static let kept = 500_000_000
  /// The same as a part of a small disk.
  static let keptPart = 0.05

  /// The bytes that this user can still write.
  package let free: Int
  /// The size of the disk in bytes; 0 when it is not known.
  package let total: Int

  /// Creates the space of a disk.
  package init(free: Int, total: Int) {
    self.free = free
    self.total = total
  }

  /// Returns the space on the disk of the file or folder at `path`; nil when the system does not say it.
  package init?(of path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let block = UInt64(max(status.f_frsize, 1))
    free = Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: block).partialValue)
    total = Int(clamping: UInt64(status.f_blocks).multipliedReportingOverflow(by: block).partialValue)
  }

  /// What must stay free, in bytes.
  package var minimum: Int { min(Self.kept, Int(Double(total) * Self.keptPart)) }
  /// True when no recording may go on.
  package var isTooLittle: Bool { free < minimum }
}
