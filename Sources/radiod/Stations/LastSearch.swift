import AudioCore
import Directory
import Stations

/// The stations that `radiod stations search` showed last, by their numbers.
struct LastSearch {
  private let stations: [DirectoryStation]

  /// Reads the last search. Throws `.invalidRequest` when there is none.
  init() throws(TuneError) {
    guard let last = DirectorySettings.cache.last else {
      throw .invalidRequest(message: "no previous search; run 'radiod stations search' first")
    }
    stations = last.stations
  }

  /// Returns the station with the number `number`, counted from 1, with the id `id`. Throws `.invalidRequest` when it
  /// does not exist.
  func station(_ number: Int, id: String) throws(TuneError) -> Station {
    guard number >= 1, number <= stations.count else {
      let range = stations.isEmpty ? "the last search found none" : "the last search has 1 to \(stations.count)"
      throw .invalidRequest(message: "there is no station \(number): \(range)")
    }
    return stations[number - 1].station(id: id)
  }
}
