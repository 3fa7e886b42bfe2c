import AudioCore

/// A builder of a JSON object. The members keep the order in which they were added; a nil value is left out.
struct JSONObject {
  private var members: [String] = []

  /// The object on one line.
  var text: String { "{" + members.joined(separator: ",") + "}" }

  mutating func add(_ key: String, _ value: String?) {
    if let value { addRaw(key, Self.quoted(value)) }
  }

  mutating func add(_ key: String, _ value: [String]) {
    addRaw(key, "[" + value.map(Self.quoted).joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ value: Int?) {
    if let value { addRaw(key, String(value)) }
  }

  mutating func add(_ key: String, _ value: Double?) {
    if let value { addRaw(key, String(value)) }
  }

  mutating func add(_ key: String, _ value: Bool) { addRaw(key, value ? "true" : "false") }

  mutating func add(_ key: String, _ value: JSONObject) { addRaw(key, value.text) }

  /// Adds a value that is already JSON.
  mutating func add(_ key: String, json: [UInt8]) { addRaw(key, String(decoding: json, as: UTF8.self)) }

  private mutating func addRaw(_ key: String, _ text: String) { members.append(Self.quoted(key) + ":" + text) }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
