import AudioCore
import Bytes
import Downloader
public import JSON
public import Stations

/// A station as a directory lists it. All texts are clean single lines. All addresses are http or https and usable.
public struct DirectoryStation: Sendable, Hashable, JSONConvertible {
  /// Its id in the directory (`stationuuid`): a UUID in lower case.
  public let id: String
  /// Its name as people know it, 1…200 characters.
  public let name: String
  /// Address of the stream, or of a playlist that names it, as a user entered it.
  public let url: String
  /// The address to which `url` led when the directory checked it last; nil when it is the same.
  public let resolvedURL: String?
  /// Address of the station's page.
  public let homepage: String?
  /// Address of its logo.
  public let image: String?
  /// Genres and similar labels, at most 32.
  public let tags: [String]
  /// Its country: two capital letters by ISO 3166-1.
  public let country: String?
  /// The spoken languages, as English words separated by commas.
  public let language: String?
  /// The first of the languages: two or three letters by ISO 639.
  public let languageCode: String?
  /// Codec of the stream in the directory's terms, such as `MP3` and `AAC+`.
  public let codec: String?
  /// Bit rate of the stream in kbit/s, as the directory lists it.
  public let kilobits: Int?
  /// True when the stream is HLS.
  public let isHLS: Bool
  /// True when the station answered the directory's last check.
  public let isWorking: Bool
  /// The number of votes for it.
  public let votes: Int
  /// The number of plays within a day.
  public let clicks: Int
}

extension DirectoryStation {
  /// Longest name, in characters.
  private static let maximumNameLength = 200
  /// Longest of the other texts, in characters.
  private static let maximumTextLength = 64
  /// The maximum number of tags.
  private static let maximumTags = 32
  /// The plausible bit rates, in kbit/s.
  private static let kilobitRange = 1..<100_000

  /// Creates a station from an object of the directory. Returns nil without an id, a name or a usable address. Ignores
  /// unknown members; a member of the wrong type counts as missing.
  package init?(_ value: JSONValue) {
    guard let members = value.members else { return nil }
    let fields = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    func text(_ key: String, limit: Int = Self.maximumTextLength) -> String? {
      fields[key]?.text.flatMap { Station.cleanText($0, limit: limit) }
    }
    func address(_ key: String) -> String? { fields[key]?.text.flatMap(Self.address) }
    /// Splits by scalars, not by characters: a comma followed by a combining mark is one character.
    func list(_ key: String) -> [String] {
      fields[key]?.text?.unicodeScalars.split(separator: ",", maxSplits: 1000).map { String($0) } ?? []
    }
    let addresses = [address("url"), address("url_resolved")].compactMap(\.self)
    guard let id = fields["stationuuid"]?.text.flatMap(Station.directoryID), let url = addresses.first,
      let name = text("name", limit: Self.maximumNameLength)
    else { return nil }
    self.id = id
    self.name = name
    self.url = url
    resolvedURL = addresses.last == url ? nil : addresses.last
    homepage = address("homepage")
    image = address("favicon")
    var tags: [String] = []
    for tag in list("tags") where tags.count < Self.maximumTags {
      if let tag = Station.cleanText(tag, limit: Self.maximumTextLength), !tags.contains(tag) { tags.append(tag) }
    }
    self.tags = tags
    country = text("countrycode").flatMap { StationEdit.isCountry($0) ? $0.uppercased() : nil }
    language = text("language")
    languageCode = list("languagecodes").first.map { $0.lowercased() }.flatMap {
      StationEdit.isCode($0, letters: 2...3) ? $0 : nil
    }
    codec = text("codec").flatMap { $0 == "UNKNOWN" ? nil : $0 }
    kilobits = Self.number(fields["bitrate"]).flatMap { Self.kilobitRange.contains($0) ? $0 : nil }
    isHLS = Self.number(fields["hls"]) == 1
    isWorking = Self.number(fields["lastcheckok"]) != 0
    votes = max(0, Self.number(fields["votes"]) ?? 0)
    clicks = max(0, Self.number(fields["clickcount"]) ?? 0)
  }

  /// The station in the directory's JSON format.
  package var json: JSONValue {
    .object([
      "stationuuid": id, "name": name, "url": url, "url_resolved": resolvedURL, "homepage": homepage, "favicon": image,
      "tags": tags.isEmpty ? nil : tags.joined(separator: ","), "countrycode": country, "language": language,
      "languagecodes": languageCode, "codec": codec, "bitrate": kilobits, "hls": isHLS ? 1 : 0,
      "lastcheckok": isWorking ? 1 : 0, "votes": votes, "clickcount": clicks,
    ])
  }

  /// Returns an address that can be used; nil for others.
  private static func address(_ text: String) -> String? {
    let address = CleanText.singleLine(text, limit: nil)
    guard StreamURL.fault(address) == nil, (try? StreamURL(address)) != nil else { return nil }
    return StreamURL.normalized(address)
  }

  /// Returns a whole number, also one in a string, as older servers write it; true is 1 and false is 0.
  private static func number(_ value: JSONValue?) -> Int? {
    switch value?.content {
    case .number(let digits)?, .string(let digits)?: Int(digits)
    case .bool(let flag)?: flag ? 1 : 0
    case .null?, .array?, .object?, nil: nil
    }
  }

  /// False when the text of an address shows that it belongs to this machine or to a private network.
  var isPublic: Bool { [url, resolvedURL].compactMap(\.self).allSatisfy(StreamURL.isPublic) }

  /// Returns the station as an entry of a station list, with the id `id`. The address that the directory resolved
  /// becomes an alternate, because the address that a user entered stays valid longer.
  public func station(id: String) -> Station {
    Station(
      id: id, name: name, url: url, homepage: homepage, image: image, tags: tags, country: country,
      language: languageCode, alternates: resolvedURL.map { [$0] } ?? [], directoryID: self.id)
  }
}
