import AudioCore

extension StationList {
  /// Most candidates an error lists.
  private static let maximumCandidates = 8
  /// Most suggestions after a miss.
  private static let maximumSuggestions = 3
  /// Characters of a query that count.
  private static let maximumQueryLength = 100

  /// The one station that `query` means: its id, its name, the beginning of its id, or a part of its name, the first of
  /// these that fits; case and diacritics do not count. Throws `.usage` with the candidates when several fit, and
  /// `.unknownStation` with ids that come near when none does.
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

  /// Ids whose id, name or a word of the name is within a third of its letters from `wanted`, the nearest first.
  private func suggestions(
    for wanted: StationSearchText, among named: [(station: Station, name: StationSearchText)]
  ) -> [String] {
    let wantedLetters = Array(wanted.folded)
    let limit = max(1, wantedLetters.count / 3)
    var near: [(id: String, distance: Int)] = []
    for (station, name) in named {
      let words = name.folded.split(separator: " ").map(String.init)
      let distances = ([station.id, name.folded] + words).compactMap { candidate -> Int? in
        let letters = Array(candidate)
        guard abs(letters.count - wantedLetters.count) <= limit else { return nil }
        return StationSearchText.editDistance(wantedLetters, letters)
      }
      if let distance = distances.min(), distance <= limit { near.append((station.id, distance)) }
    }
    return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.maximumSuggestions).map(\.element.id)
  }
}
