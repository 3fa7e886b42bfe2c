/// The members of one station's object: read one by one, each checked; what was not asked for is left in `unread`.
struct StationFields {
  /// Members that nobody asked for yet, in their order.
  private(set) var unread: [JSONMember]
  /// Where the object began.
  private let line: Int
  /// The station, for messages: `station 3 (fip)`.
  var who: String

  /// The members of an object that began on `line`.
  init(members: [JSONMember], line: Int, who: String) {
    unread = members
    self.line = line
    self.who = who
  }

  private var faultLine: Int?

  /// A fault of the member `key`, on the line where it was last read.
  func fault(_ key: String, _ what: String) -> JSONFault {
    JSONFault(line: faultLine ?? line, reason: "\(key) of \(who) \(what)")
  }

  private mutating func take(_ key: String) -> JSONValue? {
    guard let index = unread.firstIndex(where: { $0.key == key }) else { return nil }
    let value = unread.remove(at: index).value
    faultLine = value.line
    if case .null = value.content { return nil }
    return value
  }

  private func checked(_ value: JSONValue, _ key: String) throws(JSONFault) -> String {
    guard case .string(let text) = value.content else { throw fault(key, "is \(value.kindName), not a string") }
    if ["url", "alternates"].contains(key) {
      if let what = StreamAddress.fault(text) { throw fault(key, what) }
    } else if text.unicodeScalars.contains(where: \.isUnprintable) {
      throw fault(key, "holds a control character")
    } else if text.utf8.count > Station.maximumMemberBytes {
      throw fault(key, "is too long")
    }
    return text
  }

  /// A string that must be there and not be empty.
  mutating func required(_ key: String) throws(JSONFault) -> String {
    guard let value = take(key) else { throw JSONFault(line: line, reason: "\(who) has no \(key)") }
    let text = try checked(value, key)
    guard text.contains(where: { !$0.isWhitespace }) else { throw fault(key, "is empty") }
    return text
  }

  /// A string that may be missing; an empty one counts as missing.
  mutating func text(_ key: String) throws(JSONFault) -> String? {
    guard let value = take(key) else { return nil }
    let text = try checked(value, key)
    return text.isEmpty ? nil : text
  }

  /// An array of strings that may be missing.
  mutating func texts(_ key: String) throws(JSONFault) -> [String] {
    guard let value = take(key) else { return [] }
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

  /// A true or false that may be missing, which counts as false.
  mutating func flag(_ key: String) throws(JSONFault) -> Bool {
    guard let value = take(key) else { return false }
    guard case .bool(let flag) = value.content else { throw fault(key, "is \(value.kindName), not true or false") }
    return flag
  }
}
