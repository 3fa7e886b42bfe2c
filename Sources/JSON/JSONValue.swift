/// One value of a JSON text, with the line on which it begins. Numbers keep their digits and objects the order of their
/// members, so that unknown members can be written back unchanged.
public struct JSONValue: Sendable, Hashable {
  /// The kinds of JSON values.
  public enum Content: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it was written: its digits are not interpreted.
    case number(String)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object: its members in the order of the text, each key once.
    case object([JSONMember])
  }

  /// The value itself.
  public var content: Content
  /// The line of the text on which the value begins, counted from 1; 0 for a value that was not read. Two values that
  /// differ only in their lines are equal.
  public var line: Int

  /// A value that begins on `line`.
  public init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// Equal when the contents are equal, whatever the lines.
  public static func == (left: JSONValue, right: JSONValue) -> Bool { left.content == right.content }

  /// Hashes the content alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// The kind of the value, for messages: `a string`.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// MARK: Reading values
extension JSONValue {
  /// The members of an object; nil for other values.
  package var members: [JSONMember]? { if case .object(let members) = content { members } else { nil } }

  /// The elements of an array; nil for other values.
  package var elements: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }

  /// The member `key` of an object; nil for other values, or when the object has no such member.
  package subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  /// The text of a string; nil for other values.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  /// The value of a number; nil for other values.
  package var double: Double? { if case .number(let digits) = content { Double(digits) } else { nil } }

  /// Returns the value of a whole number that fits into `Number`; nil for other values.
  package func integer<Number: FixedWidthInteger>(_: Number.Type = Int.self) -> Number? {
    if case .number(let digits) = content { Number(digits) } else { nil }
  }

  /// The value of true or false; nil for other values.
  package var flag: Bool? { if case .bool(let flag) = content { flag } else { nil } }
}
