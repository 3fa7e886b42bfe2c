import AudioCore
import JSON
import RadioModel
import Stations

extension RadioClient {
  /// Makes `change` in the daemon's station list. Returns what was done, in a few words.
  ///
  /// Throws ``DaemonError/badRequest(reason:)`` for a change that daemons do not make: of an id or an encoding.
  public func change(_ change: StationChange) async throws -> String {
    let answer = try await request(change)
    switch change {
    case .delete(let id), .move(let id, _): return change.report(of: Station(id: id, name: "", url: ""))
    case .add, .edit, .setFavourite, .setTags:
      guard let station = answer["station"].flatMap({ Station(answer: $0) }) else {
        throw notOurs("its answer has no station")
      }
      return change.report(of: station)
    }
  }

  private func request(_ change: StationChange) async throws -> JSONValue {
    switch change {
    case .add(let station): return try await post(.stations, .object(["station": station.requestJSON]))
    case .delete(let id): return try await post(.stationRemove, id: id, .object([:]))
    case .move(let id, let position):
      return try await post(.stationOrder, .object(["id": .text(id), "position": .number(position)]))
    case .setFavourite(let id, let isFavourite):
      var edit = StationEdit()
      edit.favourite = isFavourite
      return try await post(.station, id: id, edit.json)
    case .setTags(let id, let tags):
      var edit = StationEdit()
      edit.tags = StationChange.clean(tags)
      return try await post(.station, id: id, edit.json)
    case .edit(let id, let edit):
      guard edit.id == nil, edit.encoding == nil else {
        throw DaemonError.badRequest(reason: "radiod serve changes no ids and no encodings of stations for its clients")
      }
      return try await post(.station, id: id, edit.json)
    }
  }
}
