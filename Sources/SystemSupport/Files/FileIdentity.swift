import Glibc

/// Finds out whether two paths lead to the same file.
package enum FileIdentity {
  /// True when both paths lead to the same existing file: by a link, another name, or another spelling of the path.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
