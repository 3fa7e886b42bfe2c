/// Removes diacritics from letters.
package enum LetterFolding {
  /// Returns the letter or letters for `letter` without diacritics, in the same case: `é` is `e`, `Æ` is `AE`, `й` is
  /// `и`. Returns nil for letters without diacritics, and for those that are not in the table.
  ///
  /// Characters compare by canonical equivalence, so a base letter with a combining mark finds the composed letter.
  package static func plain(_ letter: Character) -> String? { table[letter] }

  private static let table: [Character: String] = {
    var table: [Character: String] = [
      "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ĳ": "ij", "Ĳ": "IJ", "þ": "th", "Þ": "Th", "ø": "o",
      "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ł": "l", "Ł": "L", "ŀ": "l", "Ŀ": "L", "ħ": "h", "Ħ": "H",
      "ı": "i", "ĸ": "k", "ŋ": "n", "Ŋ": "N", "ŉ": "n", "ſ": "s", "ŧ": "t", "Ŧ": "T",
    ]
    let marks =
      "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\u{31B}\u{323}\u{326}\u{327}\u{328}"
    for base in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZаеиоуі".unicodeScalars {
      for mark in marks.unicodeScalars {
        var composed = String.UnicodeScalarView([base])
        composed.append(mark)
        table[Character(String(composed))] = String(base)
      }
    }
    return table
  }()
}
