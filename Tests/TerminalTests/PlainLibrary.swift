import RadioModel
import Stations
import Synchronization
import Terminal

/// A library that records what is asked of it, and answers at once or when a test says so.
final class PlainLibrary: ViewedLibrary {
  struct State: Sendable {
    var stations: [Station] = [
      Station(id: "groove", name: "Groove Salad", url: "http://g.example/1", tags: ["ambient"], favourite: true),
      Station(id: "jazz", name: "Jazz FM", url: "http://j.example/1", tags: ["jazz", "swing"], country: "GB"),
      Station(id: "jazz24", name: "Jazz24", url: "http://k.example/1", tags: ["jazz"]),
      Station(id: "radio-1", name: "Радио 1", url: "http://r.example/1"),
    ]
    var changes: [StationChange] = []
    var searches: [String] = []
    var found = [
      FoundStation(
        station: Station(id: "", name: "Found One", url: "http://f.example/1", country: "FR"), codec: "MP3",
        kilobits: 128, votes: 9),
      FoundStation(station: Station(id: "", name: "Found\u{1B}[2J Two", url: "http://f.example/2")),
    ]
    var answersAtOnce = true
    var held: [@Sendable () -> Void] = []
    var titles: [HistoryEntry] = []
    var records: [LogRecord] = []
  }

  let state = Mutex(State())

  var stations: ViewedStations { state.withLock { ViewedStations(version: 1, stations: $0.stations) } }
  var recent: [Station] { [] }
  var titles: ViewedTitles { state.withLock { ViewedTitles(version: 1, entries: $0.titles) } }
  var performance: PerformanceFigures? { nil }
  var changes: [StationChange] { state.withLock { $0.changes } }

  func log(after number: Int) -> LogExtract {
    state.withLock { LogExtract(records: $0.records, warnings: 3, errors: 1) }
  }

  func change(_ change: StationChange, done: @escaping @Sendable (StationChangeOutcome) -> Void) {
    state.withLock { $0.changes.append(change) }
    answer { done(.done("the list was changed")) }
  }

  func search(_ words: String, done: @escaping @Sendable (StationSearchOutcome) -> Void) {
    let found = state.withLock { state in
      state.searches.append(words)
      return state.found
    }
    answer { done(.found(found, note: nil)) }
  }

  /// Gives the answers that were held.
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for answer in held { answer() }
  }

  private func answer(_ answer: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.answersAtOnce { state.held.append(answer) }
      return state.answersAtOnce
    }
    if isNow { answer() }
  }
}
