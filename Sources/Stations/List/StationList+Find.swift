import AudioCore

extension StationList {
  /// The maximum number of candidates in an error.
  private static let maximumCandidates = 8
  /// The maximum number of suggestions after a miss.
  private static let maximumSuggestions = 3
  /// The number of characters of a query that are compared.
  private static let maximumQueryLength = 100

  /// Returns the one station that `query` means. Tries, in this order, its id, its name, the beginning of its id, and a
  /// part of its name; case and diacritics do not count. Throws `.usage` with the candidates when several stations
  /// match, and `.unknownStation` with similar ids when none does.
  public func find(_ query: String) throws(TuneError) -> Station {
    let lowered = String(query.prefix(Self.maximumQueryLength)).lowercased()
    if let exact = stations.first(where: { $0.id == lowered }) { return exact }
    let wanted = StationSearchText(lowered)
    guard !wanted.folded.isEmpty else { throw .unknownStation(query, suggestions: []) }

    let named = stations.map { (station: $0, name: StationSearchText($0.name)) }
    let attempts = [
      named.filter { $0.name == wanted },
      named.filter { $0.station.id.hasPrefix(lowered) },
      named.filter { $0.name.folded.contains(wanted.folded) },
    ]
    guard let fitting = attempts.first(where: { !$0.isEmpty }) else {
      throw .unknownStation(query, suggestions: suggestions(for: wanted, among: named))
    }
    guard fitting.count == 1, let only = fitting.first else {
      throw .usage(message: Self.ambiguity(query, fitting.map(\.station.id)))
    }
    return only.station
  }

  private static func ambiguity(_ query: String, _ ids: [String]) -> String {
    let candidates = ids.prefix(maximumCandidates).joined(separator: ", ")
    let more = ids.count > maximumCandidates ? ", ..." : ""
    return "'\(query)' matches \(ids.count) stations (\(candidates)\(more)); be more specific"
  }

  /// Returns the ids of stations whose id, name or a word of the name is similar to `wanted`, the nearest first, as far
  /// as typing errors explain the difference.
  private func suggestions(
    for wanted: StationSearchText, among named: [(station: Station, name: StationSearchText)]
  ) -> [String] {
    let wantedLetters = Array(wanted.folded)
    let limit = NearestWord.tolerance(for: wantedLetters)
    var near: [(id: String, distance: Int)] = []
    for (station, name) in named {
      let words = name.folded.split(separator: " ").map(String.init)
      let distances = ([station.id, name.folded] + words).compactMap { candidate -> Int? in
        let letters = Array(candidate)
        guard abs(letters.count - wantedLetters.count) <= limit else { return nil }
        return NearestWord.distance(wantedLetters, letters)
      }
      if let distance = distances.min(), distance <= limit { near.append((station.id, distance)) }
    }
    return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.maximumSuggestions).map(\.element.id)
  }
}
