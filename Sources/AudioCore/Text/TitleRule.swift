import Bytes

/// Decides what of a text that a station sends as its title is one. The one rule for every place that shows, stores,
/// sends or scrobbles a title.
///
/// Stations send their own name, the fields of an automation system and the marks of advertising systems in the place
/// of a title. A song's words are kept as they are.
public struct TitleRule: Sendable, Equatable {
  /// The names of the station: what repeats one of them is not a title.
  private let stations: Set<String>

  /// What advertising systems send, in lower case.
  package static let adverts = [
    "adcontext", "insertiontype", "adswizz", "durationmilliseconds", "adw_ad", "adwtag", "spot_block", "spot block",
    "start_ad_break", "stop_ad_break", "end_ad_break", "start adbreak", "stop adbreak", "end adbreak",
    "advertisement_start", "advertisement_stop",
  ]
  /// What stations write before a song, in lower case.
  private static let introductions = ["now playing:", "jetzt läuft:"]
  /// The fields that hold a song, in the order in which they count, and the one that holds its artist.
  private static let (songFields, artistField) = (["title", "text"], "artist")
  /// The maximum number of names that are compared, and of fields that are read.
  private static let (maximumNames, maximumFields) = (8, 32)

  /// A rule for a station with these names.
  public init(stations: [String] = []) {
    self.stations = Set(stations.prefix(Self.maximumNames).map { FoldedText($0).key }.filter { !$0.isEmpty })
  }

  /// Returns the title in `text`, one clean line; empty when there is none.
  public func title(in text: String) -> String {
    let text = CleanText.singleLine(text)
    let small = text.lowercased()
    if Self.adverts.contains(where: { small.contains($0) }) || Self.isSpot(small) { return "" }
    let title = song(in: Self.withoutAddress(Fields(text).map(Self.title) ?? text))
    let key = FoldedText(title).key
    if key.isEmpty || Self.isAddress(title) || stations.contains(key) { return "" }
    let parts = SongTitle(title)
    if let artist = parts.artist, stations.contains(FoldedText(artist).key),
      stations.contains(FoldedText(parts.song).key)
    {
      return ""
    }
    return title
  }

  /// Returns `Artist - Song` of a longer title that has the station's name before or behind them, or an introduction.
  private func song(in title: String) -> String {
    var title = title
    let small = title.lowercased()
    for introduction in Self.introductions where small.hasPrefix(introduction) && small.contains(SongTitle.separator) {
      title = CleanText.singleLine(String(title.dropFirst(introduction.count)))
    }
    var parts = title.split(separator: SongTitle.separator, omittingEmptySubsequences: false)
    if parts.count > 2, stations.contains(FoldedText(String(parts[0])).key) { parts.removeFirst() }
    if parts.count > 2, stations.contains(FoldedText(String(parts[parts.count - 1])).key) { parts.removeLast() }
    return parts.joined(separator: SongTitle.separator)
  }

  /// True for the fields that iHeart sends for an advert: a spot that is not a recording of its catalogues.
  private static func isSpot(_ small: String) -> Bool {
    let fields = small.replacing("\\\"", with: "\"")
    func number(_ name: String) -> Int {
      guard let mark = fields.firstRange(of: name + "=\"") else { return 0 }
      return Int(fields[mark.upperBound...].prefix { $0.isNumber }) ?? 0
    }
    return fields.contains("song_spot=\"t\"") && number("mediabaseid") == 0 && number("tpid") == 0
  }

  /// Drops an address behind artist and song, and a dash that joins nothing.
  private static func withoutAddress(_ title: String) -> String {
    var words = title.split(separator: " ")[...]
    if let last = words.last, isAddress(String(last)) {
      let others = trimmed(words.dropLast())
      if SongTitle(others.joined(separator: " ")).artist != nil { words = others }
    }
    return trimmed(words).joined(separator: " ")
  }

  private static func trimmed(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
    let isDash = { (word: Substring) in word == "-" }
    let words = words.drop(while: isDash)
    return words[..<(words.lastIndex { !isDash($0) }.map { $0 + 1 } ?? words.startIndex)]
  }

  /// Joins artist and song of `fields`. Without a field for the song the title is what stands before the fields, if
  /// that is text and no rest of a field.
  private static func title(of fields: Fields) -> String {
    guard let song = songFields.compactMap({ fields.values[$0] }).first else {
      return isRest(fields.before) ? "" : fields.before
    }
    var artist = fields.values[artistField] ?? fields.before
    if artist.hasSuffix(" -") { artist.removeLast(2) }
    return SongTitle.line(artists: artist == "-" || isRest(artist) ? [] : [artist], song: song) ?? ""
  }

  /// True for the rest of a field, which holds one quote of two.
  private static func isRest(_ text: String) -> Bool { !text.count { $0 == "\"" }.isMultiple(of: 2) }

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
      while values.count < TitleRule.maximumFields, let mark = rest.firstRange(of: "=\"") {
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
