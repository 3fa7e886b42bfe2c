import AudioCore
public import JSON

extension Station: JSONConvertible {
  /// The id of the built-in demo station; no station of a list may take it.
  public static let demoID = "demo"
  /// The maximum length of an id, in characters.
  package static let maximumIDLength = 64
  /// The maximum length of a text made from untrusted input, in UTF-8 bytes.
  package static let maximumTextBytes = 1024
  /// The maximum length of a member in a list that is read, in UTF-8 bytes; some members are addresses.
  static let maximumMemberBytes = max(maximumTextBytes, StreamURL.maximumLength)
  /// The maximum number of tags, and of alternates.
  package static let maximumListLength = 64

  /// Reads the station from `value`. `number` is its position in the list, counted from 1, for messages.
  package init(_ value: JSONValue, number: Int) throws(JSONError) {
    guard case .object(let members) = value.content else {
      throw JSONError(line: value.line, reason: "station \(number) is \(value.kindName), not an object")
    }
    var fields = StationFields(members: members, line: value.line, who: "station \(number)")
    id = try fields.required("id")
    fields.who = "station \(number) (\(id.prefix(Self.maximumIDLength)))"
    if let fault = Self.idFault(id) { throw fields.fault("id", fault) }
    name = try fields.required("name")
    url = StreamURL.normalized(try fields.required("url"))
    homepage = try fields.text("homepage")
    image = try fields.text("image")
    tags = try fields.texts("tags")
    country = try fields.text("country")
    language = try fields.text("language")
    encoding = try fields.text("encoding")
    userAgent = try fields.text("userAgent")
    alternates = try fields.texts("alternates").map(StreamURL.normalized)
    favourite = try fields.flag("favourite")
    directoryID = try fields.text("directoryId").map { text throws(JSONError) in
      guard let id = Self.directoryID(text) else { throw fields.fault("directoryId", "is not a UUID") }
      return id
    }
    other = fields.unread
  }

  /// Returns what is wrong with an id, in words that follow "id"; nil for a valid one.
  package static func idFault(_ id: String) -> String? {
    if id.isEmpty || id.count > maximumIDLength { return "must have 1 to \(maximumIDLength) characters" }
    let isPlain = id.utf8.allSatisfy { $0.isLetterOrDigit(or: "-_") && !(0x41...0x5A).contains($0) }
    if !isPlain { return "may hold only a-z, 0-9, - and _" }
    return id == demoID ? "'\(demoID)' is taken by the built-in station" : nil
  }

  /// Returns `text` as an id of the directory, in lower case; nil when it is not a UUID in its usual notation (RFC
  /// 9562, section 4).
  package static func directoryID(_ text: String) -> String? {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
    return groups.joined().allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) } ? text.lowercased() : nil
  }

  /// The station as an object of stations.json: known members in the order of the properties, without absent ones, then
  /// the unknown members.
  public var json: JSONValue {
    JSONValue.object([
      "id": id, "name": name,
      "url": url.isEmpty ? nil : url,  // the built-in station has none
      "homepage": homepage, "image": image, "tags": tags.isEmpty ? nil : tags, "country": country,
      "language": language, "encoding": encoding, "userAgent": userAgent,
      "alternates": alternates.isEmpty ? nil : alternates, "favourite": favourite ? true : nil,
      "directoryId": directoryID,
    ])
    .adding(JSONValue(.object(other)))
  }
}
