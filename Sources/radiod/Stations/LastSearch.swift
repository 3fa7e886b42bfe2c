import AudioCore
import Directory
import Stations

/// What `radiod stations search` showed last, by the numbers it was shown with.
struct LastSearch {
  private let stations: [DirectoryStation]

  /// Throws `.usage` when nothing is remembered.
  init() throws(TuneError) {
    guard let last = DirectorySettings.cache.last else {
      throw .usage(message: "no previous search; run 'radiod stations search' first")
    }
    stations = last.stations
  }

  /// The station with the number `number`, counted from 1, as `id`. Throws `.usage` when there is none.
  func station(_ number: Int, id: String) throws(TuneError) -> Station {
    guard number >= 1, number <= stations.count else {
      let range = stations.isEmpty ? "the last search found none" : "the last search has 1 to \(stations.count)"
      throw .usage(message: "there is no station \(number): \(range)")
    }
    return stations[number - 1].station(id: id)
  }
}
