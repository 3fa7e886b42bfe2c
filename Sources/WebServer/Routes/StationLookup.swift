import AudioCore
import Radio
import Stations

/// Finds what a request names.
struct StationLookup {
  let tuner: Tuner
  /// Starts the built-in station, which is of no list.
  let demo: @Sendable () async throws -> Station

  /// Most bytes of what may name a station.
  static let maximumNameBytes = 256

  /// The station that is called `name`: its id, its name or a part of that. Throws ``WebFault``.
  func station(_ name: String) async throws -> Station {
    if name.lowercased() == Station.demoID {
      guard let station = try? await demo() else { throw WebFault(503, "the built-in station cannot be started") }
      return station
    }
    do {
      return try StationList(stations: tuner.snapshot.stations).find(name)
    } catch .unknownStation(_, let suggestions) {
      let shown = CleanText.singleLine(name, limit: 64)
      let rest = suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
      throw WebFault(404, "no station is called '\(shown)'\(rest)")
    } catch {
      throw WebFault(400, CleanText.singleLine(error.description))
    }
  }

  /// The address `url`, which the member `key` has. Throws ``WebFault`` when it is none of http or https.
  static func address(_ url: String, of key: String) throws -> Source {
    if let fault = StreamAddress.fault(url) { throw WebFault(400, "\"\(key)\" \(fault)") }
    guard isAddress(url) else { throw WebFault(400, "\"\(key)\" is no http or https address") }
    return .url(StreamAddress.normalized(url))
  }

  /// Whether `text` begins like an address.
  static func isAddress(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  /// What `words` mean: a station of the list, by its words or its address, or another address. Throws ``WebFault``.
  func source(_ words: String, of key: String) async throws -> Source {
    guard Self.isAddress(words) else { return .station(try await station(words)) }
    let source = try Self.address(words, of: key)
    let listed = tuner.snapshot.stations.first { Source.station($0).address == source.address }
    return listed.map { .station($0) } ?? source
  }
}
