import Stations

extension JSONValue {
  /// The value of an object's member; nil when there is none.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value of a string; nil for any other type.
  var text: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The elements of an array; empty for any other type.
  var elements: [JSONValue] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  /// True only for `true`.
  var isTrue: Bool { content == .bool(true) }

  /// True when the help shows this command or argument.
  var isShown: Bool { self["shouldDisplay"].map(\.isTrue) ?? true }
}
