import AudioCore
import Bytes
import JSON

/// The members of one station's object. They are read and checked one by one; the rest stays in `unread`.
struct StationFields {
  /// The members that were not read yet, in their order.
  private(set) var unread: [JSONMember]
  /// The line on which the object begins.
  private let line: Int
  /// The station, for messages: `station 3 (fip)`.
  var who: String

  /// The members of an object that begins on `line`.
  init(members: [JSONMember], line: Int, who: String) {
    unread = members
    self.line = line
    self.who = who
  }

  private var faultLine: Int?

  /// Returns an error about the member `key`, with the line of the value that was read last.
  func fault(_ key: String, _ what: String) -> JSONError {
    JSONError(line: faultLine ?? line, reason: "\(key) of \(who) \(what)")
  }

  private mutating func removeValue(_ key: String) -> JSONValue? {
    guard let index = unread.firstIndex(where: { $0.key == key }) else { return nil }
    let value = unread.remove(at: index).value
    faultLine = value.line
    if case .null = value.content { return nil }
    return value
  }

  private func checked(_ value: JSONValue, _ key: String) throws(JSONError) -> String {
    guard case .string(let text) = value.content else { throw fault(key, "is \(value.kindName), not a string") }
    if ["url", "alternates"].contains(key) {
      if let what = StreamURL.fault(text) { throw fault(key, what) }
    } else if text.unicodeScalars.contains(where: \.isUnprintable) {
      throw fault(key, "holds a control character")
    } else if text.utf8.count > Station.maximumMemberBytes {
      throw fault(key, "is too long")
    }
    return text
  }

  /// Reads a string that must exist and must not be blank.
  mutating func required(_ key: String) throws(JSONError) -> String {
    guard let value = removeValue(key) else { throw JSONError(line: line, reason: "\(who) has no \(key)") }
    let text = try checked(value, key)
    guard text.contains(where: { !$0.isWhitespace }) else { throw fault(key, "is empty") }
    return text
  }

  /// Reads an optional string; an empty one counts as missing.
  mutating func text(_ key: String) throws(JSONError) -> String? {
    guard let value = removeValue(key) else { return nil }
    let text = try checked(value, key)
    return text.isEmpty ? nil : text
  }

  /// Reads an optional array of strings.
  mutating func texts(_ key: String) throws(JSONError) -> [String] {
    guard let value = removeValue(key) else { return [] }
    guard case .array(let elements) = value.content else {
      throw fault(key, "is \(value.kindName), not an array of strings")
    }
    guard elements.count <= Station.maximumListLength else {
      throw fault(key, "has more than \(Station.maximumListLength) entries")
    }
    var texts: [String] = []
    for element in elements {
      faultLine = element.line
      texts.append(try checked(element, key))
    }
    return texts
  }

  /// Reads an optional true or false; a missing one counts as false.
  mutating func flag(_ key: String) throws(JSONError) -> Bool {
    guard let value = removeValue(key) else { return false }
    guard case .bool(let flag) = value.content else { throw fault(key, "is \(value.kindName), not true or false") }
    return flag
  }
}
