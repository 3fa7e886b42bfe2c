import AudioCore
import RadioModel
import Stations
import Terminal

extension StationChange {
  /// Makes the change in `list`, with the checks of the commands. Returns what was done in a few words.
  ///
  /// An address of which a view shows no password stays as it is when it is edited as shown. Throws `.unknownStation`,
  /// `.invalidRequest` and `.conflict`.
  package func apply(to list: inout StationList) throws(TuneError) -> String {
    switch self {
    case .setFavourite(let id, let isFavourite):
      list.stations[try list.index(ofID: id)].favourite = isFavourite
      return isFavourite ? "\(id) is a favourite" : "\(id) is no favourite"
    case .setTags(let id, let tags):
      var station = list.stations[try list.index(ofID: id)]
      station.tags = Self.clean(tags)
      try list.replace(id, with: station)
      return station.tags.isEmpty ? "\(id) has no tags" : "tags of \(id): \(station.tags.joined(separator: ", "))"
    case .edit(let id, let name, let url):
      var station = list.stations[try list.index(ofID: id)]
      station.name = String(name[...].trimmedBlanks)
      if url != Source.url(station.url).displayName { station.url = url }
      try list.replace(id, with: try station.usable())
      return "edited \(id)"
    case .delete(let id):
      list.stations.remove(at: try list.index(ofID: id))
      return "deleted \(id)"
    case .add(var station):
      station.name = String(station.name[...].trimmedBlanks)
      switch list.add([try station.usable()]).first {
      case .added(let station)?: return "added \(station.id)"
      case .duplicate(_, let known)?: throw .conflict(message: "the list has it already: \(known.id) (\(known.name))")
      case .full?, nil: throw .conflict(message: "the list is full: it has \(StationList.maximumStations) stations")
      }
    }
  }

  /// Returns the tags as clean lines, without empty ones and repetitions.
  private static func clean(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.compactMap { Station.cleanText($0) }.filter { known.insert($0).inserted }
  }
}
