public import AudioCore

/// The stations of a list with their names prepared for searches. The preparation costs far more than a search.
public struct StationNames: Sendable {
  /// The maximum number of candidates in an error.
  private static let maximumCandidates = 8
  /// The maximum number of suggestions after a miss.
  private static let maximumSuggestions = 3
  /// The number of characters of a query that are compared.
  private static let maximumQueryLength = 100

  /// The stations.
  public let stations: [Station]
  /// The name of each station.
  private let names: [FoldedText]

  /// Prepares the names of `stations`.
  public init(_ stations: [Station]) {
    self.stations = stations
    var cache = FoldingCache()
    names = stations.map { FoldedText($0.name, cache: &cache) }
  }

  /// Returns the one station that `query` means. Tries, in this order, its id, its name, the beginning of its id, and a
  /// part of its name; case and diacritics do not count. Throws `.invalidRequest` with the candidates when several
  /// stations match, and `.unknownStation` with similar ids when none does.
  public func find(_ query: String) throws(TuneError) -> Station {
    let lowered = String(query.prefix(Self.maximumQueryLength)).lowercased()
    if let exact = stations.first(where: { $0.id == lowered }) { return exact }
    let wanted = FoldedText(lowered)
    guard !wanted.bytes.isEmpty else { throw .unknownStation(query, suggestions: []) }

    let attempts: [(Int) -> Bool] = [
      { names[$0] == wanted }, { stations[$0].id.hasPrefix(lowered) }, { names[$0].contains(wanted) },
    ]
    guard let fitting = attempts.lazy.map({ stations.indices.filter($0) }).first(where: { !$0.isEmpty }) else {
      throw .unknownStation(query, suggestions: suggestions(for: wanted))
    }
    guard fitting.count == 1, let only = fitting.first else {
      throw .invalidRequest(message: Self.ambiguity(query, fitting.map { stations[$0].id }))
    }
    return stations[only]
  }

  /// Returns the sentence for a query that several stations match: those with `ids`.
  static func ambiguity(_ query: String, _ ids: [String]) -> String {
    let candidates = ids.prefix(maximumCandidates).joined(separator: ", ")
    let more = ids.count > maximumCandidates ? ", ..." : ""
    return "'\(query)' matches \(ids.count) stations (\(candidates)\(more)); be more specific"
  }

  /// Returns the ids of stations whose id, name or a word of the name is similar to `wanted`, the nearest first, as far
  /// as typing errors explain the difference.
  private func suggestions(for wanted: FoldedText) -> [String] {
    let wantedLetters = Array(wanted.text)
    let limit = NearestWord.tolerance(for: wantedLetters)
    /// The distances of words that several stations have.
    var known: [Substring: Int?] = [:]
    func distance(_ candidate: Substring, isASCII: Bool) -> Int? {
      // Most candidates are too long or too short, and most are in ASCII: their bytes are cheap to count.
      let bytes = candidate.utf8.count
      if bytes < wantedLetters.count - limit { return nil }
      if isASCII, bytes > wantedLetters.count + limit { return nil }
      if let distance = known[candidate] { return distance }
      let letters = Array(candidate)
      let isAlike = abs(letters.count - wantedLetters.count) <= limit
      let distance = isAlike ? NearestWord.distance(wantedLetters, letters) : nil
      known[candidate] = .some(distance)
      return distance
    }
    var near: [(id: String, distance: Int)] = []
    for (station, name) in zip(stations, names) {
      let distances =
        [distance(station.id[...], isASCII: true)]
        + ([name.text[...]] + name.words).map { distance($0, isASCII: name.isASCII) }
      if let distance = distances.compactMap(\.self).min(), distance <= limit { near.append((station.id, distance)) }
    }
    return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.maximumSuggestions).map(\.element.id)
  }
}
