import AudioCore
import Bytes

/// Decides which titles are songs. Stations send their own name, adverts, jingles, news and slogans in the same place.
///
/// In doubt the rule leaves a title out: a missing listen is a small loss, an advert stays in the listener's statistics.
public enum SongRule {
  /// Why a title is not a song.
  public enum Reason: String, Sendable, CaseIterable {
    /// It has no letter or digit.
    case empty
    /// It has no two parts, by ``SongTitle``.
    case noArtist
    /// It is or names the station.
    case station
    /// It is an advert, a jingle or a part of one.
    case advert
    /// It is news, weather or traffic.
    case news
    /// It speaks to the listener.
    case slogan
    /// It has a web address, a frequency or a telephone number.
    case contact
    /// It is a time of the day, or the name of a file.
    case noTitle
    /// Its artist or song is not known to the station.
    case unknown
    /// A part is longer than that of any song.
    case tooLong
  }

  /// The outcome for a title.
  public enum Verdict: Sendable, Equatable {
    /// The title is this song.
    case song(Song)
    /// The title counts as none.
    case leftOut(Reason)
  }

  /// The maximum length of an artist and of a song, in characters.
  private static let maximumCharacters = 256
  /// The same in bytes of UTF-8.
  private static let maximumBytes = 1024

  /// True when an artist or a song may have this length.
  package static func isPossible(_ part: String) -> Bool {
    part.count <= maximumCharacters && part.utf8.count <= maximumBytes
  }

  /// Returns the song that `title` names. `stations` are the names of the station that sent it.
  public static func verdict(on title: String, stations: [String]) -> Verdict {
    let title = CleanText.singleLine(title)
    let whole = TitleWords(title)
    guard !whole.key.isEmpty else { return .leftOut(.empty) }
    let parts = SongTitle(withoutTrackNumber(title))
    guard let artist = parts.artist else { return .leftOut(.noArtist) }
    let words = (artist: TitleWords(artist), song: TitleWords(parts.song))
    guard !words.artist.key.isEmpty, !words.song.key.isEmpty else { return .leftOut(.noArtist) }
    guard isPossible(artist), isPossible(parts.song) else { return .leftOut(.tooLong) }
    if isMarkup(title) { return .leftOut(.advert) }
    if hasContact(title) { return .leftOut(.contact) }
    if let reason = SongWords.reason(artist: words.artist, song: words.song) { return .leftOut(reason) }
    if isTime(artist) || isFile(artist: artist, song: parts.song) { return .leftOut(.noTitle) }
    for station in stations where isStation(words.artist, words.song, whole: whole, station: TitleWords(station)) {
      return .leftOut(.station)
    }
    return .song(Song(artist: artist, title: parts.song))
  }

  // MARK: - Station names

  /// The length in letters from which a name of one word may also be a song's.
  private static let longWord = 5

  private static func isStation(
    _ artist: TitleWords, _ song: TitleWords, whole: TitleWords, station: TitleWords
  ) -> Bool {
    guard !station.key.isEmpty else { return false }
    if whole.key == station.key || artist.key == station.key { return true }
    // `Africa` is a station and a song; `Radio Nova` and `FIP` are only stations.
    if song.key == station.key { return station.words.count > 1 || station.key.count < longWord }
    let isRelated = station.isAround(artist) || artist.isAround(station)
    return isRelated && (artist.namesBroadcaster || station.isAround(song))
  }

  // MARK: - Other marks

  /// What advertising systems send in the place of a title.
  private static let markup = ["=\"", "='"] + TitleRule.adverts

  private static func isMarkup(_ title: String) -> Bool {
    let small = title.lowercased()
    return markup.contains { small.contains($0) }
  }

  /// The ends of web addresses that stations write.
  private static let topLevelDomains: Set<Substring> = [
    "com", "net", "org", "info", "de", "at", "ch", "fr", "it", "nl", "be", "uk", "es", "pl", "ru", "eu", "tv", "fm",
  ]
  /// What may stand before a word that begins with the end of an address: `feat.De La Soul`.
  private static let abbreviations: Set<Substring> = ["feat", "ft", "vs", "pres", "dr", "mr", "mrs", "st"]
  /// The number of digits in a row that only telephone numbers have.
  private static let telephoneDigits = 8

  private static func hasContact(_ title: String) -> Bool {
    let small = title.lowercased()
    if small.contains("://") || small.contains("www.") { return true }
    let words = small.split { " ;()[]|/".contains($0) }.flatMap { word in
      word.first?.isNumber == true ? [word.dropLast(word.last == "," ? 1 : 0)] : word.split(separator: ",")
    }
    for (index, word) in words.enumerated() {
      if word.contains("@"), word != "@" { return true }
      let labels = word.split(separator: ".", omittingEmptySubsequences: false)
      if labels.count > 1, let last = labels.last, topLevelDomains.contains(last), !abbreviations.contains(labels[0]),
        labels.dropLast().allSatisfy({ $0.count > 1 && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
      {
        return true
      }
      if isFrequency(word, unit: index + 1 < words.count ? words[index + 1] : "") { return true }
      if index > 0, words[index - 1] == "fm", word.contains(where: { ".,".contains($0) }), isFrequency(word, unit: "fm")
      {
        return true
      }
    }
    return hasTelephone(small)
  }

  /// True for 8 digits in a row, and for 9 with signs between them.
  private static func hasTelephone(_ text: String) -> Bool {
    var (inRow, inAll) = (0, 0)
    for character in text {
      let isDigit = character.isNumber
      inRow = isDigit ? inRow + 1 : 0
      inAll = isDigit ? inAll + 1 : " -/().".contains(character) ? inAll : 0
      if inRow == telephoneDigits || inAll > telephoneDigits { return true }
    }
    return false
  }

  /// True for `101.5` before `FM`, and for `101.5fm`.
  private static func isFrequency(_ word: Substring, unit: Substring) -> Bool {
    for name in ["fm", "mhz", "khz"] {
      let number = unit == name ? word : word.hasSuffix(name) ? word.dropLast(name.count) : ""
      let digits = number.filter(\.isNumber)
      if digits.count >= 2, number.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }) { return true }
    }
    return false
  }

  /// True for a time of the day: `12:00`, `14 Uhr`, `9am`.
  private static func isTime(_ artist: String) -> Bool {
    let text = artist.lowercased().filter { $0 != " " }
    let number = text.prefix(while: \.isNumber)
    guard (1...2).contains(number.count), let hour = Int(number), hour < 25 else { return false }
    let rest = text.dropFirst(number.count)
    if ["uhr", "uur", "h", "am", "pm", "oclock", "o'clock"].contains(rest) { return true }
    guard let mark = rest.first, [":", ".", "h"].contains(mark) else { return false }
    return rest.dropFirst().prefix(while: \.isNumber).count == 2
  }

  /// Returns `title` without the number of a track before artist and song: `05 - Artist - Song`, `05. Artist - Song`.
  private static func withoutTrackNumber(_ title: String) -> String {
    let digits = title.prefix(while: \.isNumber)
    guard digits.count == 2, digits.first == "0" else { return title }
    let rest = String(title.dropFirst(2).drop { ". -".contains($0) })
    return SongTitle(rest).artist == nil ? title : rest
  }

  /// True for the number of a track with a leading zero, and for the name of a file.
  private static func isFile(artist: String, song: String) -> Bool {
    if artist.count == 2, artist.first == "0", artist.allSatisfy(\.isNumber) { return true }
    let small = song.lowercased()
    return [".mp3", ".wav", ".wma", ".flac", ".aac", ".m4a", ".ogg", ".opus"].contains { small.hasSuffix($0) }
  }
}
