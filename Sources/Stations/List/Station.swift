import JSON

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
