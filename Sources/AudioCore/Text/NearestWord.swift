/// Finds the word that a misspelled word probably means.
package enum NearestWord {
  /// The maximum length of a word that is compared, in characters.
  private static let maximumLength = 40

  /// Returns the word of `candidates` nearest to `word`: the shortest that begins with it, else the one with the fewest
  /// typing errors, at most ``tolerance(for:)``. Returns nil when none is near. Leading dashes and case are ignored.
  package static func find(_ word: String, among candidates: [String]) -> String? {
    let wanted = plain(word)
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    if wanted.count >= 2, let longer = candidates.filter({ plain($0).starts(with: wanted) }).min(by: isShorter) {
      return longer
    }
    let limit = tolerance(for: wanted)
    let near = candidates.compactMap { candidate -> (word: String, distance: Int)? in
      let letters = plain(candidate)
      guard abs(letters.count - wanted.count) <= limit, letters.count > 1, wanted.count > 1 else { return nil }
      let distance = Self.distance(wanted, letters)
      return distance <= limit ? (candidate, distance) : nil
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  private static func plain(_ word: String) -> [Character] { Array(word.drop { $0 == "-" }.lowercased()) }
  private static func isShorter(_ one: String, _ other: String) -> Bool { one.count < other.count }

  /// The number of typing errors in `letters` that still show the word: a third of its letters, but at least 1.
  package static func tolerance(for letters: [Character]) -> Int { max(1, letters.count / 3) }

  /// Returns the number of single-character insertions, deletions, replacements and swaps of neighbours that lead from
  /// `left` to `right` (optimal string alignment).
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let same = left[row] == right[column]
        var best = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
