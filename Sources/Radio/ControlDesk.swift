import AudioCore
import Stations

/// What ``Tuner/run()`` remembers between commands: which source is tuned in, and where in the list that is.
package struct ControlDesk {
  private let stations: [Station]
  private var index: Int?

  /// The source that was tuned in last; `toggle` rejoins it.
  package private(set) var source: Source?
  /// Counts tunings: reports of an older one are stale.
  package private(set) var generation = 0
  /// True while the source that was asked for first is tuned in: its end is the program's end.
  package private(set) var isOnFirstSource = true
  /// What was heard of the source before it was joined anew.
  package var heard: Duration = .zero
  /// Why the network side gave up, while its last sound is still heard.
  package var failure: TuneError?

  /// A desk for a list of stations, with nothing tuned in yet.
  package init(stations: [Station]) {
    self.stations = stations
  }

  /// Notes that `source` is tuned in now; returns its generation.
  package mutating func tune(to newSource: Source) -> Int {
    if let source, source != newSource { isOnFirstSource = false }
    source = newSource
    if case .station(let station) = newSource { index = stations.firstIndex { $0.id == station.id } ?? index }
    generationEnded()
    return generation
  }

  /// Whatever the current tuning still reports is stale from now on.
  package mutating func generationEnded() {
    generation += 1
    failure = nil
  }

  /// The station `step` places after the current one in the list, which has no end; nil when it is empty.
  package func neighbour(by step: Int) -> Station? {
    guard !stations.isEmpty else { return nil }
    let start = index ?? (step > 0 ? -1 : stations.count)
    return stations[((start + step) % stations.count + stations.count) % stations.count]
  }
}
