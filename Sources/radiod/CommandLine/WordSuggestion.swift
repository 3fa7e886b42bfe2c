import Stations

/// Finds the word that a misspelled word probably means.
enum WordSuggestion {
  /// Returns the word of `candidates` nearest to `word`: the shortest that begins with it, else the one with the fewest
  /// typing errors, at most a third of its letters (or 1, if that is more). Returns nil when none is near. Leading
  /// dashes and case are ignored.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let wanted = plain(word)
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    if wanted.count >= 2, let longer = candidates.filter({ plain($0).starts(with: wanted) }).min(by: isShorter) {
      return longer
    }
    let limit = max(1, wanted.count / 3)
    let near = candidates.compactMap { candidate -> (word: String, distance: Int)? in
      let letters = plain(candidate)
      guard abs(letters.count - wanted.count) <= limit, letters.count > 1, wanted.count > 1 else { return nil }
      let distance = StationSearchText.editDistance(wanted, letters)
      return distance <= limit ? (candidate, distance) : nil
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// The maximum length of a word that is compared.
  private static let maximumLength = 40

  private static func plain(_ word: String) -> [Character] { Array(word.drop { $0 == "-" }.lowercased()) }
  private static func isShorter(_ one: String, _ other: String) -> Bool { one.count < other.count }
}
