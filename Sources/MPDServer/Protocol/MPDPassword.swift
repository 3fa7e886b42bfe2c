/// Compares passwords.
package enum MPDPassword {
  /// True when the two are the same. The time that this takes does not reveal where they differ.
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
  /// The number of wrong passwords after which a connection is closed.
  static let maximumTries = 3
}
