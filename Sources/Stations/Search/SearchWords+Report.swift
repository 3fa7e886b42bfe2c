import AudioCore
import Bytes

/// The sentence about the outcome of a search.
extension SearchWords {
  /// Returns one sentence without a point that says what was searched and how many stations were found, such as
  /// `no station has ‘lounge’ in its name; 12 with the tag lounge`. `foundIn` is nil for a search without words;
  /// `count` stations were found, of which the directory returns at most `limit`.
  public func report(count: Int, limit: Int, foundIn: Place?) -> String {
    let subject = (count == 1 ? "station" : "stations") + conditions
    let number = count >= limit && count > 1 ? "the first \(count)" : "\(count)"
    let shownWords = "‘\(CleanText.singleLine(words))’"
    let missing = "no station\(conditions) has \(shownWords) in its name"
    switch foundIn {
    case nil where words.isEmpty && conditions.isEmpty && count > 0:
      return count == 1 ? "the most played station" : "the \(count) most played stations"
    case nil where words.isEmpty: return count == 0 ? "no station\(conditions)" : "\(number) \(subject)"
    case .name, nil:
      if count == 0 { return missing }
      return count == 1
        ? "1 \(subject) has \(shownWords) in its name" : "\(number) \(subject) have \(shownWords) in their names"
    case .tag:
      let tags = Self.named(tags: wordsAsTags)
      return count == 0 ? "\(missing) or \(tags)" : "\(missing); \(number) with \(tags)"
    }
  }

  /// The conditions after the word "station": ` (France, AAC) with the tag jazz`.
  private var conditions: String {
    let country = country.map { StationEdit.isCountry($0) ? CountryNames.name(of: $0) : $0 }
    let facts = [country, language, codec?.uppercased()].compactMap(\.self)
    let list = facts.isEmpty ? "" : " (\(CleanText.singleLine(facts.joined(separator: ", "))))"
    return list + (tags.isEmpty ? "" : " with \(Self.named(tags: tags))")
  }

  private static func named(tags: [String]) -> String {
    let shown = tags.map { CleanText.singleLine($0) }
    let list = shown.dropLast().joined(separator: ", ")
    return shown.count == 1 ? "the tag \(shown[0])" : "the tags \(list) and \(shown.last ?? "")"
  }
}
