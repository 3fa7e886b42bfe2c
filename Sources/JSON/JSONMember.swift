/// A key and its value in a JSON object.
public struct JSONMember: Sendable, Hashable {
  /// The key, unescaped.
  public var key: String
  /// Its value.
  public var value: JSONValue

  /// A member of an object.
  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}
