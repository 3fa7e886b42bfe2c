/// The names of services.
public enum ServiceName {
  /// The maximum length of a name, in bytes of UTF-8 (RFC 6763, 4.1.1).
  public static let maximumBytes = 63

  /// Returns the beginning of `name` that is short enough, cut between characters.
  static func cut(_ name: String) -> String {
    var name = name
    while name.utf8.count > maximumBytes { name.removeLast() }
    return name
  }
}
