/// Passwords.
package enum MPDPassword {
  /// Whether these are the same. How long that takes tells nothing of where they differ.
  package static func equal(_ given: String, _ right: String) -> Bool {
    let (given, right) = (Array(given.utf8), Array(right.utf8))
    var difference = given.count ^ right.count
    for index in given.indices {
      difference |= Int(given[index] ^ (right.isEmpty ? 0 : right[index % right.count]))
    }
    return difference == 0
  }
}

extension MPDPassword {
  /// Wrong passwords after which a connection is closed.
  static let maximumTries = 3
}
