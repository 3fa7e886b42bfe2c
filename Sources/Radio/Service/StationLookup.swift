import AudioCore
import Bytes
package import RadioModel
package import Stations
import Synchronization

/// Finds the station or stream that a request names.
package struct StationLookup: Sendable {
  let tuner: Tuner
  /// Knows the stations that searches found.
  let finder: StationFinder
  /// Starts the built-in station, which is in no list.
  let demo: @Sendable () async throws -> Station
  private let names = KnownNames()

  /// Returns the station for `name`: the built-in station, or the one that ``StationNames/find(_:)`` finds by its id,
  /// its name, the beginning of its id or a part of its name. Throws ``ServiceError``.
  package func station(_ name: String) async throws -> Station {
    // Searches leave control characters out: an id with one could mean a part of another station's name.
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw ServiceError(.invalid, "the name of a station has control characters in it")
    }
    if name.lowercased() == Station.demoID {
      guard let station = try? await demo() else {
        throw ServiceError(.unavailable, "the built-in station cannot be started")
      }
      return station
    }
    do {
      return try names.names(of: tuner.snapshot.stations).find(name)
    } catch .list(.unknownStation(_, let suggestions)) {
      let shown = CleanText.singleLine(name, limit: 64)
      let rest = suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
      throw ServiceError(.notFound, "no station is called '\(shown)'\(rest)")
    } catch {
      throw ServiceError(.invalid, CleanText.singleLine(error.description))
    }
  }

  /// Returns the station that the directory calls `id`: that of the list, else the result of a search, which gets an id
  /// that no station of the list has. Throws ``ServiceError``.
  package func station(found id: String) throws -> Station {
    let lowered = id.lowercased()
    if let listed = tuner.snapshot.stations.first(where: { $0.directoryID == lowered }) { return listed }
    var station = try finder.station(id)
    station.id = "directory-" + lowered
    return station
  }

  /// Returns the source for the address `url`, the value of the field `key`. Throws ``ServiceError`` unless it is an
  /// http or https address.
  package static func address(_ url: String, of key: String) throws -> Source {
    if let fault = StreamURL.fault(url) { throw ServiceError(.invalid, "\"\(key)\" \(fault)") }
    guard isAddress(url) else { throw ServiceError(.invalid, "\"\(key)\" is not an http or https address") }
    return .url(StreamURL.normalized(url))
  }

  /// True when `text` begins like an http or https address.
  static func isAddress(_ text: String) -> Bool {
    let bytes = text.lowercased().utf8
    return bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8)
  }

  /// Returns the source for `words`: a station by its name or its listed address, or a stream at another address. `key`
  /// is the field with the words. Throws ``ServiceError``.
  package func source(_ words: String, of key: String) async throws -> Source {
    guard Self.isAddress(words) else { return .station(try await station(words)) }
    let source = try Self.address(words, of: key)
    let listed = tuner.snapshot.stations.first { Source.station($0).address == source.address }
    return listed.map { .station($0) } ?? source
  }
}

/// The names of the station list, prepared once for each version of the list.
private final class KnownNames: Sendable {
  private let last = Mutex(StationNames([]))

  /// Returns the prepared names of `stations`.
  func names(of stations: [Station]) -> StationNames {
    last.withLock { last in
      // Costs nothing while the list is the same array.
      if last.stations != stations { last = StationNames(stations) }
      return last
    }
  }
}
