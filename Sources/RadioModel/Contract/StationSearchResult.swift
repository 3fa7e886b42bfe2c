import AudioCore
import Bytes
package import JSON
public import Stations

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
  /// Where the words were found, or looked for in vain at last; nil for a search without words.
  public var foundIn: SearchWords.Place?
  /// One sentence about what was searched and found, such as `12 stations have ‘jazz’ in their names`.
  public var report: String

  /// Creates a result.
  public init(
    stations: [FoundStation], time: Double = 0, age: Int? = 0, isCached: Bool = false, fault: String? = nil,
    foundIn: SearchWords.Place? = nil, report: String? = nil
  ) {
    self.stations = stations
    self.time = time
    self.age = age
    self.isCached = isCached
    self.fault = fault
    self.foundIn = foundIn
    self.report = report ?? Self.countReport(stations.count)
  }

  /// The report where the answer has none, as from daemons of older versions.
  private static func countReport(_ count: Int) -> String {
    count == 0 ? "the directory has no station that fits" : NumberText.count(count, "station")
  }

  /// One sentence that says that the result is old, and why; nil when it is not.
  public var note: String? { fault.map { Self.ageNote($0, age: age) } }

  /// Returns one sentence that says that a result is `age` seconds old, and why: `fault`. Nil is an unknown age.
  public static func ageNote(_ fault: String, age: Int?) -> String { "\(fault); this was found \(words(forAge: age))" }

  private static func words(forAge seconds: Int?) -> String {
    guard let seconds else { return "earlier" }
    if seconds < 120 { return "a moment ago" }
    let (count, unit) =
      seconds < 7200
      ? (seconds / 60, "minute") : seconds < 172_800 ? (seconds / 3600, "hour") : (seconds / 86400, "day")
    return NumberText.count(count, unit) + " ago"
  }

  /// The answer of ``Endpoint/directorySearch``. `picture` returns the path of a station's picture.
  package func json(picture: (Station) -> String) -> JSONValue {
    .object([
      "stations": stations.map { $0.json(picture: picture($0.station)) },
      "searchedAt": ClockText.iso8601(time), "age": age, "isCached": isCached, "fault": fault,
      "foundIn": foundIn?.rawValue, "report": report,
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
    foundIn = json["foundIn"]?.text.flatMap(SearchWords.Place.init)
    report = json["report"]?.text.map { CleanText.singleLine($0) } ?? Self.countReport(stations.count)
  }

  /// The maximum number of stations.
  package static let maximumStations = 100
}
