import AudioCore

/// A filter for the stations of a list: words, tags and a country. Case, diacritics and punctuation do not count.
public struct StationFilter: Sendable {
  private let words: [FoldedText]
  private let tags: [FoldedText]
  private let country: String?

  /// A filter that passes stations with each of `words` somewhere in their id, name or tags, each of `tags` in one of
  /// their tags, and the country `country` (two letters, ISO 3166-1). Empty lists and nil match all stations.
  public init(words: [String], tags: [String] = [], country: String? = nil) {
    self.words = words.map { FoldedText($0) }
    self.tags = tags.map { FoldedText($0) }
    self.country = country?.uppercased()
  }

  /// Returns true when `station` meets all criteria. A word or tag without letters and digits matches no station.
  public func passes(_ station: Station) -> Bool {
    if let country, station.country?.uppercased() != country { return false }
    let tagTexts = station.tags.map { FoldedText($0) }
    guard tags.allSatisfy({ tag in tagTexts.contains { $0.contains(tag) } }) else { return false }
    let texts = [FoldedText(station.id), FoldedText(station.name)] + tagTexts
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
  }
}
