import AudioCore
import Bytes
public import JSON

/// One station of the list: its address, and what is known about it.
public struct Station: Sendable, Hashable {
  /// Its short name in commands: lower-case letters, digits, `-` and `_`, 1…64 characters, unique in a list.
  public var id: String
  /// Its name as people know it.
  public var name: String
  /// Address of the stream, or of a playlist that names it: http or https.
  public var url: String
  /// Address of the station's page.
  public var homepage: String?
  /// Address of its logo.
  public var image: String?
  /// Genres and similar labels.
  public var tags: [String]
  /// Its country: two letters by ISO 3166-1.
  public var country: String?
  /// The spoken language: two or three letters by ISO 639.
  public var language: String?
  /// Charset of its titles when they are not UTF-8, such as `windows-1251`.
  public var encoding: String?
  /// The `User-Agent` to send to this station instead of ours.
  public var userAgent: String?
  /// Addresses to try in turn when `url` does not answer.
  public var alternates: [String]
  /// True when the listener marked it as a favourite.
  public var favourite: Bool
  /// Its id in the directory of radio-browser.info (`stationuuid`), when it was found there: a UUID in lower case.
  public var directoryID: String?
  /// Unknown members of the file's object; they are written back unchanged.
  public var other: [JSONMember]

  /// A station; only the first three are required.
  public init(
    id: String, name: String, url: String, homepage: String? = nil, image: String? = nil, tags: [String] = [],
    country: String? = nil, language: String? = nil, encoding: String? = nil, userAgent: String? = nil,
    alternates: [String] = [], favourite: Bool = false, directoryID: String? = nil, other: [JSONMember] = []
  ) {
    self.id = id
    self.name = name
    self.url = url
    self.homepage = homepage
    self.image = image
    self.tags = tags
    self.country = country
    self.language = language
    self.encoding = encoding
    self.userAgent = userAgent
    self.alternates = alternates
    self.favourite = favourite
    self.directoryID = directoryID
    self.other = other
  }
}

extension Station {
  /// The station without credentials in its addresses, for others to see.
  public var withoutCredentials: Station {
    var station = self
    station.url = StreamURL.withoutCredentials(url)
    station.homepage = homepage.map(StreamURL.withoutCredentials)
    station.image = image.map(StreamURL.withoutCredentials)
    station.alternates = alternates.map(StreamURL.withoutCredentials)
    return station
  }

  /// A station for a stream of which only the address is known. `name` is the name to show. The id is made from the
  /// address and is always the same.
  public init(address: String, name: String) {
    self.init(id: Self.id(ofAddress: address), name: name, url: address)
  }

  /// True for a station that ``init(address:name:)`` made, also after it was written to a file and read again.
  public var isBareAddress: Bool { id == Self.id(ofAddress: url) }

  /// Returns `address-` and 16 hexadecimal digits.
  private static func id(ofAddress address: String) -> String { "address-" + StableHash.digits(of: address) }

  /// The maximum number of scalars of a text that are read: an entry's group may be as long as its file, and each entry
  /// of the group has it.
  private static let maximumScalars = 4096

  /// Returns untrusted text in a form fit for a member of a station: one clean line of at most `limit` characters and
  /// 1024 bytes. Returns nil when nothing is left.
  package static func cleanText(_ text: String, limit: Int = CleanText.maximumLength) -> String? {
    var line = CleanText.singleLine(String(text.unicodeScalars.prefix(maximumScalars)), limit: limit)
    while line.utf8.count > maximumTextBytes { line.removeLast() }
    if line.last == " " { line.removeLast() }
    return line.isEmpty ? nil : line
  }

  /// The reason why the station cannot be in a list, in words such as "address has a blank in it" or "‘radio’ is not an
  /// http(s) address"; nil when it can. The id is not checked.
  public var fault: String? { namedFault?.sentence }

  /// The same as a clause: "the address has a blank in it".
  package var faultClause: String? { namedFault?.clause }

  private var namedFault: NamedFault? {
    if name.allSatisfy(\.isWhitespace) { return NamedFault(noun: "name", predicate: "is empty") }
    if let fault = StreamURL.namedFault(url) { return fault }
    for address in alternates {
      if let fault = StreamURL.namedFault(address, noun: "alternate") { return fault }
    }
    let texts: [(String, String?)] = [
      ("name", name), ("homepage", homepage), ("image", image), ("country", country), ("language", language),
      ("encoding", encoding), ("userAgent", userAgent),
    ]
    for (what, text) in texts + tags.map({ ("tag", $0) }) {
      guard let text else { continue }
      if text.unicodeScalars.contains(where: \.isUnprintable) {
        return NamedFault(noun: what, predicate: "holds a control character")
      }
      if text.utf8.count > Self.maximumMemberBytes {
        return NamedFault(
          noun: what, predicate: "is longer than \(Self.maximumMemberBytes) bytes")
      }
    }
    guard max(tags.count, alternates.count) > Self.maximumListLength else { return nil }
    return NamedFault(noun: "number of tags or alternates", predicate: "is larger than \(Self.maximumListLength)")
  }

  /// The maximum length of an id made from a name, in characters: it leaves space for a number at the end.
  private static let maximumMadeIDLength = 56
  /// The id for a name of which nothing can be spelled in Latin letters.
  private static let namelessID = "station"

  /// Returns the id that `name` suggests: its words in a-z and 0-9, joined by `-`. Removes diacritics, transliterates
  /// Cyrillic and Greek, and omits other scripts: `Česká Jazz & Soul` is `ceska-jazz-soul`, `Маяк` is `mayak`. The id
  /// has a valid form, but a list may have it already, and it may be the reserved ``demoID``.
  public static func id(forName name: String) -> String {
    var id = ""
    for word in FoldedText(name, limit: maximumTextBytes).words {
      let letters = word.reduce(into: "") { $0 += $1.isASCII ? String($1) : LatinLetters.spelling(of: $1) ?? "" }
      guard !letters.isEmpty else { continue }
      let longer = id.isEmpty ? letters : id + "-" + letters
      guard longer.utf8.count <= maximumMadeIDLength else {
        if id.isEmpty { id = String(longer.prefix(maximumMadeIDLength)) }
        break
      }
      id = longer
    }
    return id.isEmpty ? namelessID : id
  }
}
