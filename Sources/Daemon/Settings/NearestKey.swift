import Stations

/// Finds the key that a misspelled word probably means.
enum NearestKey {
  /// Returns the nearest of `words` to `word`, ignoring case; nil when the edit distance exceeds a third of its letters
  /// (or 1, if that is more).
  static func nearest(to word: String, among words: [String]) -> String? {
    let wanted = Array(word.lowercased().prefix(64))
    let limit = max(1, wanted.count / 3)
    let rows = words.map { ($0, StationSearchText.editDistance(wanted, Array($0.lowercased()))) }
    return rows.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }
}
