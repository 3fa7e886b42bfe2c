import AudioCore

extension StationList {
  /// Returns the one station that `query` means, see ``StationNames/find(_:)``.
  public func find(_ query: String) throws(TuneError) -> Station { try StationNames(stations).find(query) }
}

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
  private let names: [StationSearchText]

  /// Prepares the names of `stations`.
  public init(_ stations: [Station]) {
    self.stations = stations
    names = stations.map { StationSearchText($0.name) }
  }

  /// Returns the one station that `query` means. Tries, in this order, its id, its name, the beginning of its id, and a
  /// part of its name; case and diacritics do not count. Throws `.invalidRequest` with the candidates when several
  /// stations match, and `.unknownStation` with similar ids when none does.
  public func find(_ query: String) throws(TuneError) -> Station {
    let lowered = String(query.prefix(Self.maximumQueryLength)).lowercased()
    if let exact = stations.first(where: { $0.id == lowered }) { return exact }
    let wanted = StationSearchText(lowered)
    guard !wanted.folded.isEmpty else { throw .unknownStation(query, suggestions: []) }

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

  private static func ambiguity(_ query: String, _ ids: [String]) -> String {
    let candidates = ids.prefix(maximumCandidates).joined(separator: ", ")
    let more = ids.count > maximumCandidates ? ", ..." : ""
    return "'\(query)' matches \(ids.count) stations (\(candidates)\(more)); be more specific"
  }

  /// Returns the ids of stations whose id, name or a word of the name is similar to `wanted`, the nearest first, as far
  /// as typing errors explain the difference.
  private func suggestions(for wanted: StationSearchText) -> [String] {
    let wantedLetters = Array(wanted.folded)
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
      let words = name.folded.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
      let distances =
        [distance(station.id[...], isASCII: true)]
        + ([name.folded[...]] + words).map { distance($0, isASCII: name.isASCII) }
      if let distance = distances.compactMap(\.self).min(), distance <= limit { near.append((station.id, distance)) }
    }
    return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.maximumSuggestions).map(\.element.id)
  }
}

/// A filter for the stations of a list: words, tags and a country. Case, diacritics and punctuation do not count.
public struct StationFilter: Sendable {
  private let words: [StationSearchText]
  private let tags: [StationSearchText]
  private let country: String?

  /// A filter that passes stations with each of `words` somewhere in their id, name or tags, each of `tags` in one of
  /// their tags, and the country `country` (two letters, ISO 3166-1). Empty lists and nil match all stations.
  public init(words: [String], tags: [String] = [], country: String? = nil) {
    self.words = words.map(StationSearchText.init)
    self.tags = tags.map(StationSearchText.init)
    self.country = country?.uppercased()
  }

  /// Returns true when `station` meets all criteria. A word or tag without letters and digits matches no station.
  public func passes(_ station: Station) -> Bool {
    if let country, station.country?.uppercased() != country { return false }
    let tagTexts = station.tags.map(StationSearchText.init)
    guard tags.allSatisfy({ tag in tagTexts.contains { $0.has(tag) } }) else { return false }
    let texts = [StationSearchText(station.id), StationSearchText(station.name)] + tagTexts
    return words.allSatisfy { word in texts.contains { $0.has(word) } }
  }
}

extension StationSearchText {
  /// Returns true when the text contains `part`; false for a part of which folding left nothing.
  fileprivate func has(_ part: StationSearchText) -> Bool { !part.folded.isEmpty && contains(part) }

  /// Returns true when `part`, which is not empty, is a part of the text. Texts in ASCII are compared by their bytes,
  /// which costs a fraction.
  fileprivate func contains(_ part: StationSearchText) -> Bool {
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
