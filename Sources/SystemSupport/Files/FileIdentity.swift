import Glibc

/// Finds out whether two paths lead to the same file.
package enum FileIdentity {
  /// True when both paths lead to the same existing file: by a link, another name, or another spelling of the path.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    guard let first = stat(of: one), let second = stat(of: other) else { return false }
    return first.isSameFile(as: second)
  }
}
