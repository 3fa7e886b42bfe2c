import AudioCore
import JSON
import Stations

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
    let station = station.withoutCredentials
    return .object([
      "directoryId": station.directoryID.map(JSONValue.text), "name": .text(station.name), "url": .text(station.url),
      "homepage": station.homepage.map(JSONValue.text), "image": station.image.map(JSONValue.text),
      "tags": .array(station.tags.map(JSONValue.text)), "country": station.country.map(JSONValue.text),
      "language": languages.map(JSONValue.text), "codec": codec.map(JSONValue.text),
      "kilobits": kilobits.map { .number($0) }, "isHLS": .flag(isHLS), "isWorking": .flag(isWorking),
      "votes": .number(votes), "clicks": .number(clicks), "listedAs": listedID.map(JSONValue.text),
      "picture": .text(picture),
    ])
  }

  /// Reads such an element, with clean texts; nil when `json` is none, or has an address that cannot be played.
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

/// The result of a search in the directory.
public struct StationSearchResult: Sendable, Equatable {
  /// The stations, the most played first.
  public var stations: [FoundStation]
  /// When the directory was asked, in seconds since 1970.
  public var time: Double
  /// How old the result is, in seconds; nil when that is not known.
  public var age: Int?
  /// True when the result is from an earlier search.
  public var isCached: Bool
  /// Why the directory gave no answer, so that the result is from an earlier search; nil otherwise.
  public var fault: String?

  /// Creates a result.
  public init(
    stations: [FoundStation], time: Double = 0, age: Int? = 0, isCached: Bool = false, fault: String? = nil
  ) {
    self.stations = stations
    self.time = time
    self.age = age
    self.isCached = isCached
    self.fault = fault
  }

  /// One sentence that says that the result is old, and why; nil when it is not.
  public var note: String? { fault.map { Self.note($0, age: age) } }

  /// Returns one sentence that says that a result is `age` seconds old, and why: `fault`. Nil is an unknown age.
  public static func note(_ fault: String, age: Int?) -> String { "\(fault); this was found \(words(forAge: age))" }

  private static func words(forAge seconds: Int?) -> String {
    guard let seconds else { return "earlier" }
    if seconds < 120 { return "a moment ago" }
    let (count, unit) =
      seconds < 7200
      ? (seconds / 60, "minute") : seconds < 172_800 ? (seconds / 3600, "hour") : (seconds / 86400, "day")
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }

  /// The answer of ``Endpoint/directorySearch``. `picture` returns the path of a station's picture.
  package func json(picture: (Station) -> String) -> JSONValue {
    .object([
      "stations": .array(stations.map { $0.json(picture: picture($0.station)) }),
      "searchedAt": .text(AudioCore.ClockText.iso8601(time)), "age": age.map { .number($0) },
      "isCached": .flag(isCached),
      "fault": fault.map(JSONValue.text),
    ])
  }

  /// Reads such an answer, with clean texts; nil when `json` has no stations.
  package init?(json: JSONValue) {
    guard let elements = json["stations"]?.elements else { return nil }
    stations = elements.prefix(Self.maximumStations).compactMap(FoundStation.init(json:))
    time = 0
    age = json["age"]?.integer(Int.self)
    isCached = json["isCached"]?.flag ?? false
    fault = json["fault"]?.text.map { CleanText.singleLine($0) }
  }

  /// The maximum number of stations.
  package static let maximumStations = 100
}
