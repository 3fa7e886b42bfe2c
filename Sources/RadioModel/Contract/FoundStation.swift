import AudioCore
package import JSON
public import Stations

/// A station that a search in the directory found.
public struct FoundStation: Sendable, Equatable {
  /// The station as an entry of a list, with an empty id.
  public var station: Station
  /// The codec in the directory's terms, such as `MP3`; nil when it is not known.
  public var codec: String?
  /// The bit rate in kbit/s; nil when it is not known.
  public var kilobits: Int?
  /// True when the stream is HLS.
  public var isHLS = false
  /// True when the station answered the directory's last check.
  public var isWorking = true
  /// The number of votes for it.
  public var votes: Int
  /// The number of plays within a day.
  public var clicks = 0
  /// The spoken languages, as English words separated by commas.
  public var languages: String?
  /// The id of the same station in the radio's list; nil when the list does not have it.
  public var listedID: String?

  /// Creates a found station.
  public init(station: Station, codec: String? = nil, kilobits: Int? = nil, votes: Int = 0) {
    self.station = station
    self.codec = codec
    self.kilobits = kilobits
    self.votes = votes
  }

  /// The station as an element of the answer of ``Endpoint/directorySearch``. Its addresses have no credentials.
  /// `picture` is the path of its picture.
  package func json(picture: String) -> JSONValue {
    var entry = StationEdit(of: station.withoutCredentials)
    (entry.language, entry.favourite) = (languages, nil)
    let found = JSONValue.object([
      "codec": codec, "kilobits": kilobits, "isHLS": isHLS, "isWorking": isWorking, "votes": votes, "clicks": clicks,
      "listedAs": listedID, "picture": picture,
    ])
    return .object(["directoryId": station.directoryID]).adding(entry.json).adding(found)
  }

  /// Reads such an element, with clean texts; nil when `json` is not one, or has an address that cannot be played.
  package init?(json: JSONValue) {
    func text(_ key: String) -> String? { json[key]?.text.flatMap { Station.cleanText($0) } }
    func count(_ key: String) -> Int? { json[key]?.integer(Int.self).map { max(0, $0) } }
    guard let name = text("name"), let url = text("url"), StreamURL.fault(url) == nil else { return nil }
    station = Station(
      id: "", name: name, url: url, homepage: text("homepage"), image: text("image"),
      tags: StationChange.clean(json["tags"]?.elements?.compactMap(\.text) ?? []), country: text("country"),
      language: text("language"), directoryID: text("directoryId").flatMap { Station.directoryID($0) })
    codec = text("codec")
    kilobits = count("kilobits")
    isHLS = json["isHLS"]?.flag ?? false
    isWorking = json["isWorking"]?.flag ?? true
    votes = count("votes") ?? 0
    clicks = count("clicks") ?? 0
    languages = station.language
    listedID = text("listedAs")
  }
}
