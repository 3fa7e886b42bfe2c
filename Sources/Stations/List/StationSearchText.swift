import AudioCore

extension StationSearchText {
  /// Returns true when the text contains `part`; false for a part of which folding left nothing.
  func has(_ part: StationSearchText) -> Bool { !part.folded.isEmpty && contains(part) }

  /// Returns true when `part`, which is not empty, is a part of the text. Texts in ASCII are compared by their bytes,
  /// which costs a fraction.
  func contains(_ part: StationSearchText) -> Bool {
    guard isASCII, part.isASCII else { return folded.contains(part.folded) }
    let (all, wanted) = (folded.utf8, part.folded.utf8)
    var rest = all[...]
    while rest.count >= wanted.count {
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

/// A text prepared for searching: in lower case, without diacritics, with one blank for each run of blanks and
/// punctuation.
package struct StationSearchText: Hashable {
  /// The folded text: `Drum'n'Bass` is `drum n bass`, `Océan` is `ocean`.
  let folded: String
  /// True when the folded text is in ASCII.
  let isASCII: Bool

  /// Folds `text`.
  init(_ text: String) {
    var folded = ""
    for character in text.lowercased() {
      guard let letters = Self.letters(of: character) else {
        if !folded.isEmpty, !folded.hasSuffix(" ") { folded.append(" ") }
        continue
      }
      folded += letters
    }
    if folded.hasSuffix(" ") { folded.removeLast() }
    self.folded = folded
    isASCII = folded.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns what a character in lower case becomes; nil for one that is neither a letter nor a number.
  package static func letters(of character: Character) -> String? {
    guard character.isLetter || character.isNumber else { return nil }
    return LetterFolding.plain(character) ?? String(character)
  }
}
