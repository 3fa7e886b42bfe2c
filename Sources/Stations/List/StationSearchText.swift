import AudioCore

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
      folded += LetterFolding.plain(character) ?? String(character)
    }
    if folded.hasSuffix(" ") { folded.removeLast() }
    self.folded = folded
  }
}
