public import AudioCore

/// A change of a station list.
public enum StationChange: Sendable, Equatable {
  /// Mark the station with this id as a favourite, or remove the mark.
  case setFavourite(id: String, Bool)
  /// Add a station at the end. An empty id is replaced by one made from the name.
  case add(Station)
  /// Give the station with this id new values.
  case edit(id: String, StationEdit)
  /// Replace the tags of the station with this id. They are cleaned first.
  case setTags(id: String, [String])
  /// Move the station with this id to a position, counted from 1; the others keep their order.
  case move(id: String, position: Int)
  /// Remove the station with this id.
  case delete(id: String)

  /// Makes the change in `list`, with the checks of the commands. Returns the station as it is in the list then; of a
  /// removed one as it was.
  ///
  /// Throws `.unknownStation`, `.invalidRequest` and `.conflict`.
  @discardableResult
  public func apply(to list: inout StationList) throws(TuneError) -> Station {
    switch self {
    case .setFavourite(let id, let isFavourite):
      let place = try list.index(ofID: id)
      list.stations[place].favourite = isFavourite
      return list.stations[place]
    case .setTags(let id, let tags):
      var edit = StationEdit()
      edit.tags = Self.clean(tags)
      return try Self.edit(id: id, edit).apply(to: &list)
    case .edit(let id, let edit):
      let station = try edit.applied(to: list.stations[try list.index(ofID: id)])
      try list.replace(id, with: station)
      return station
    case .move(let id, let position):
      let place = try list.index(ofID: id)
      if let fault = list.fault(ofPosition: position) { throw .invalidRequest(message: fault) }
      let station = list.stations.remove(at: place)
      list.stations.insert(station, at: position - 1)
      return station
    case .delete(let id): return list.stations.remove(at: try list.index(ofID: id))
    case .add(var station):
      station.name = String(station.name[...].trimmedBlanks)
      return try Self.append(try station.usable(), to: &list)
    }
  }

  /// Adds `station`, whose members are not checked, to the end of `list`. Returns it as it is there. Throws `.conflict`
  /// when the list has it already or is full.
  package static func append(_ station: Station, to list: inout StationList) throws(TuneError) -> Station {
    switch list.add([station]).first {
    case .added(let station)?: return station
    case .duplicate(_, let known)?: throw .conflict(message: "the list has it already: \(known.id) (\(known.name))")
    case .full?, nil: throw .conflict(message: "the list is full: it has \(StationList.maximumStations) stations")
    }
  }

  /// Returns `tags` as clean lines, without empty ones.
  package static func clean(_ tags: [String]) -> [String] { tags.compactMap { Station.cleanText($0) } }

  /// Returns what the change did, in a few words with the station's name; `station` is the result of ``apply(to:)``.
  public func report(of station: Station) -> String {
    switch self {
    case .setFavourite(_, let isFavourite): "\(station.name) is \(isFavourite ? "" : "not ")a favourite"
    case .setTags:
      station.tags.isEmpty
        ? "\(station.name) has no tags" : "tags of \(station.name): \(station.tags.joined(separator: ", "))"
    case .edit: "edited \(station.name)"
    case .move(_, let position): "\(station.name): number \(position) in the list"
    case .delete: "deleted \(station.name)"
    case .add: "added \(station.name)"
    }
  }
}
