public import AudioCore
import Bytes
public import Stations

/// A search in a directory. A station must meet all criteria.
public struct DirectoryQuery: Sendable, Hashable {
  /// The number of stations to ask for by default.
  public static let defaultLimit = 20
  /// The maximum number of stations to ask for.
  public static let maximumLimit = 500
  /// The maximum length of the search words, and of all tags together, in bytes.
  private static let maximumTextBytes = 200
  /// The maximum length of the country, of the language, and of the codec, in bytes.
  private static let maximumWordBytes = 60
  /// The bytes that RFC 3986 calls unreserved, beside letters and digits.
  private static let unreserved = "-._~"

  /// A part of the station's name.
  public let words: String
  /// The country: two capital letters by ISO 3166-1, or a part of its English name.
  public let country: String?
  /// Parts of tags.
  public let tags: [String]
  /// A part of the English name of a spoken language.
  public let language: String?
  /// The codec in the directory's terms (`MP3`, `AAC`, `AAC+`, `OGG`, `FLAC`), in upper or lower case.
  public let codec: String?
  /// The maximum number of stations in the answer, 1…500.
  public let limit: Int

  /// Creates a query. Joins `words` with blanks, and splits a tag with commas into several. Throws ``OptionError`` when
  /// a text is too long, when the country, the language or the codec is empty, or when `limit` is out of range.
  public init(
    words: [String] = [], country: String? = nil, tags: [String] = [], language: String? = nil, codec: String? = nil,
    limit: Int = defaultLimit
  ) throws(OptionError) {
    guard (1...Self.maximumLimit).contains(limit) else {
      throw OptionError("\(option: .limit) takes 1 to \(Self.maximumLimit), not \(limit)")
    }
    let words = CleanText.singleLine(words.joined(separator: " "), limit: nil)
    let tags = CleanText.singleLine(tags.joined(separator: ","), limit: nil)
    guard words.utf8.count <= Self.maximumTextBytes else {
      throw OptionError("what to search for may have \(Self.maximumTextBytes) bytes at most")
    }
    self.words = words
    self.country = try Self.word(country, .country).map { StationEdit.isCountry($0) ? $0.uppercased() : $0 }
    guard tags.utf8.count <= Self.maximumTextBytes else {
      throw OptionError("all of \(option: .tags) may have \(Self.maximumTextBytes) bytes at most")
    }
    self.tags = SearchWords.tags(in: tags)
    self.language = try Self.word(language, .language)
    self.codec = try Self.word(codec, .codec)
    self.limit = limit
  }

  /// Creates a query for `search`, whose words are looked for in `place`. Throws ``OptionError`` like the other
  /// initializer.
  public init(_ search: SearchWords, in place: SearchWords.Place = .name, limit: Int = defaultLimit) throws(OptionError)
  {
    try self.init(
      words: place == .name ? [search.words] : [], country: search.country,
      tags: search.tags + (place == .tag ? search.wordsAsTags : []), language: search.language, codec: search.codec,
      limit: limit)
  }

  /// Returns the value of `option` as one line.
  private static func word(_ value: String?, _ option: OptionName) throws(OptionError) -> String? {
    guard let value else { return nil }
    let word = CleanText.singleLine(value, limit: nil)
    guard word.utf8.count <= maximumWordBytes else {
      throw OptionError("\(option: option) may have \(maximumWordBytes) bytes at most")
    }
    guard !word.isEmpty else { throw OptionError("\(option: option) is empty") }
    return word
  }

  /// The address of the search, relative to a server's root: the most played stations first, without broken ones.
  package var path: String {
    var parameters: [(String, String)] = []
    if !words.isEmpty { parameters.append(("name", words)) }
    if let country { parameters.append((StationEdit.isCountry(country) ? "countrycode" : "country", country)) }
    if !tags.isEmpty { parameters.append(("tagList", tags.joined(separator: ","))) }
    if let language { parameters.append(("language", language)) }
    if let codec { parameters.append(("codec", codec)) }
    parameters += [("limit", "\(limit)"), ("order", "clickcount"), ("reverse", "true"), ("hidebroken", "true")]
    return "/json/stations/search?"
      + parameters.map { name, value in "\(name)=\(PercentEncoding.encoded(value, keeping: Self.unreserved))" }.joined(
        separator: "&")
  }
}

extension OptionName {
  /// The maximum number of stations in the answer.
  public static let limit = OptionName("limit")
  /// The country.
  public static let country = OptionName("country")
  /// Parts of tags.
  public static let tags = OptionName("tags")
  /// The spoken language.
  public static let language = OptionName("language")
  /// The codec.
  public static let codec = OptionName("codec")
}
