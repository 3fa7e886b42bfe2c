/// A text prepared for searching: in lower case, without diacritics, with one blank for each run of blanks and
/// punctuation.
package struct StationSearchText: Hashable {
  /// The folded text: `Drum'n'Bass` is `drum n bass`, `Océan` is `ocean`.
  let folded: String

  /// Folds `text`.
  init(_ text: String) {
    var folded = ""
    for character in text.lowercased() {
      guard character.isLetter || character.isNumber else {
        if !folded.isEmpty, !folded.hasSuffix(" ") { folded.append(" ") }
        continue
      }
      folded += Self.plain[character] ?? String(character)
    }
    if folded.hasSuffix(" ") { folded.removeLast() }
    self.folded = folded
  }

  /// Maps letters with diacritics to those without. Characters compare by canonical equivalence, so a base letter with
  /// a combining mark finds the composed letter.
  private static let plain: [Character: String] = {
    var plain: [Character: String] = [
      "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŋ": "n",
    ]
    let marks =
      "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\u{31B}\u{323}\u{326}\u{327}\u{328}"
    for base in "abcdefghijklmnopqrstuvwxyzаеиоуі".unicodeScalars {
      for mark in marks.unicodeScalars {
        var composed = String.UnicodeScalarView([base])
        composed.append(mark)
        plain[Character(String(composed))] = String(base)
      }
    }
    return plain
  }()

  /// Returns the number of single-character insertions, deletions, replacements and swaps of neighbours that lead from
  /// `left` to `right` (optimal string alignment).
  package static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
