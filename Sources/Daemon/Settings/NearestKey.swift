import Stations

/// What somebody may have meant.
enum NearestKey {
  /// The one of `words` that is within a third of its letters from `word`; case does not count.
  static func nearest(to word: String, among words: [String]) -> String? {
    let wanted = Array(word.lowercased().prefix(64))
    let limit = max(1, wanted.count / 3)
    let rows = words.map { ($0, StationSearchText.editDistance(wanted, Array($0.lowercased()))) }
    return rows.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }
}
