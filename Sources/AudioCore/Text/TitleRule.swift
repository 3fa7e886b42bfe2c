/// Decides what of a text that a station sends as its title is one. The one rule for every place that shows, stores,
/// sends or scrobbles a title.
///
/// Stations send their own name, the fields of an automation system and the marks of advertising systems in the place
/// of a title. A song's words are kept as they are.
public struct TitleRule: Sendable, Equatable {
  /// The names of the station: what repeats one of them is no title.
  private let stations: Set<String>

  /// What advertising systems send, in lower case.
  package static let adverts = [
    "adcontext", "insertiontype", "adswizz", "durationmilliseconds", "adw_ad", "spot_block", "spot block",
  ]
  /// The fields that hold a song, in the order in which they count, and the one that holds its artist.
  private static let (songFields, artistField) = (["title", "text"], "artist")
  /// The maximum number of names that are compared, and of fields that are read.
  private static let (mostNames, mostFields) = (8, 32)

  /// A rule for a station with these names.
  public init(stations: [String] = []) {
    self.stations = Set(stations.prefix(Self.mostNames).map(Self.key).filter { !$0.isEmpty })
  }

  /// Returns the title in `text`, one clean line; empty when there is none.
  public func title(in text: String) -> String {
    let text = CleanText.singleLine(text)
    let small = text.lowercased()
    if Self.adverts.contains(where: { small.contains($0) }) { return "" }
    let title = Fields(text).map(Self.title) ?? text
    let key = Self.key(title)
    if key.isEmpty || Self.isAddress(title) || stations.contains(key) { return "" }
    let parts = SongTitle(title)
    if let artist = parts.artist, stations.contains(Self.key(artist)), stations.contains(Self.key(parts.song)) {
      return ""
    }
    return title
  }

  /// Joins artist and song of `fields`. Without a field for the song the title is what stands before the fields, if
  /// that is text and no rest of a field.
  private static func title(of fields: Fields) -> String {
    guard let song = songFields.compactMap({ fields.values[$0] }).first else {
      return fields.before.contains("\"") ? "" : fields.before
    }
    var artist = fields.values[artistField] ?? fields.before
    if artist.hasSuffix(" -") { artist.removeLast(2) }
    return SongTitle.line(artists: artist.contains("\"") ? [] : [artist], song: song) ?? ""
  }

  /// Letters and digits in lower case: what two names have in common that differ in signs.
  private static func key(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// True for the address of a page or of a picture.
  private static func isAddress(_ title: String) -> Bool {
    let small = title.lowercased()
    return small.contains("://") || !small.contains(" ") && small.hasPrefix("www.")
  }

  /// The fields of an automation system: `Artist - text="Song" song_spot="M" TAID="0"`, or
  /// `title="Song",artist="Artist",url="…"`.
  private struct Fields {
    /// The text before the first field.
    private(set) var before = ""
    /// The values by their names in lower case. The first value of a name counts.
    private(set) var values: [String: String] = [:]

    /// Reads `text`; nil when it holds no field.
    init?(_ text: String) {
      var rest = text[...]
      while values.count < TitleRule.mostFields, let mark = rest.firstRange(of: "=\"") {
        let name = rest[..<mark.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
        if values.isEmpty {
          before = CleanText.singleLine(String(rest[..<mark.lowerBound].dropLast(name.count)))
        }
        rest = rest[mark.upperBound...]
        var end = rest.startIndex
        while end < rest.endIndex, rest[end] != "\"" || !Self.isBetweenFields(rest[rest.index(after: end)...]) {
          end = rest.index(after: end)
        }
        let key = String(name).lowercased()
        if !key.isEmpty, values[key] == nil { values[key] = CleanText.singleLine(String(rest[..<end])) }
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      }
      if values.isEmpty { return nil }
      while let last = before.last, last == "," || last == ";" { before.removeLast() }
    }

    /// True when `rest` begins with another field or is nothing: a value may hold quotes.
    private static func isBetweenFields(_ rest: Substring) -> Bool {
      let next = rest.drop { $0 == " " || $0 == "," }
      return next.isEmpty || next.drop { $0.isLetter || $0.isNumber || $0 == "_" }.hasPrefix("=\"")
    }
  }
}
