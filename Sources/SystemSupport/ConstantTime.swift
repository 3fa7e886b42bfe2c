/// Comparison of secrets.
package enum ConstantTime {
  /// True when `given` is `secret`. The time that this takes depends only on the length of `given`: it does not reveal
  /// where the two differ, nor the length of `secret`.
  package static func isEqual(_ given: String, _ secret: String) -> Bool {
    let (given, secret) = (Array(given.utf8), Array(secret.utf8))
    var difference = given.count ^ secret.count
    for index in given.indices {
      difference |= Int(given[index] ^ (secret.isEmpty ? 0 : secret[index % secret.count]))
    }
    return difference == 0
  }
}
