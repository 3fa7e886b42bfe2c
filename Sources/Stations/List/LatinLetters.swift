/// Transliterates Cyrillic and Greek letters to Latin letters, as simply as station names need it.
enum LatinLetters {
  /// Returns the spelling of `letter` in a-z; nil for letters of other scripts. `letter` is in lower case and without
  /// diacritics, apart from those in the table. Letters without a sound have an empty spelling.
  static func spelling(of letter: Character) -> String? { table[letter] }

  private static let table: [Character: String] = {
    let rows = [
      // Russian, and the additional letters of Bulgarian, Ukrainian, Belarusian, Serbian and Macedonian.
      "а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch",
      "ы y э e ю yu я ya є ye і i ґ g ђ dj ѓ gj ј j љ lj њ nj ћ c ќ k џ dz ѕ dz",
      // Greek, letter by letter (ISO 843, without its diacritics).
      "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o",
      "ά a έ e ή i ί i ό o ύ y ώ o ϊ i ϋ y ΐ i ΰ y",
    ]
    var table: [Character: String] = ["ъ": "", "ь": ""]
    for row in rows {
      let words = row.split(separator: " ")
      for pair in stride(from: 0, to: words.count - 1, by: 2) {
        table[Character(String(words[pair]))] = String(words[pair + 1])
      }
    }
    return table
  }()
}
