import Bytes
import RadioModel

/// The titles of which the sound is kept, to be found among the titles heard.
struct HeldTitles: Equatable, Sendable {
  /// The titles by their texts, in order. The same text may come several times.
  private let titles: [String: [TimeShift.Title]]
  /// The id and the name of the station that is heard.
  private let station: String?
  private let name: String

  /// The longest time by which a title may be heard before its sound was received, in seconds: two readings of the clock
  /// are compared, which may have been set meanwhile.
  private static let tolerance = 2.0

  /// The titles of `timeShift` that were received; `status` says from which station.
  init(_ timeShift: TimeShift, of status: RadioStatus) {
    titles = Dictionary(grouping: timeShift.titles) { CleanText.singleLine($0.title) }
    station = status.station
    name = status.name
  }

  /// True when there are none.
  var isEmpty: Bool { titles.isEmpty }

  /// Returns the kept title that `entry` says was heard; nil when its sound is not kept.
  func title(of entry: HistoryEntry) -> TimeShift.Title? {
    guard let same = titles[entry.title], entry.station.map({ $0 == station }) ?? (entry.name == name) else {
      return nil
    }
    return same.last { $0.receivedAt <= entry.time + Self.tolerance }
  }
}
