import AudioCore
import Bytes

/// A search in a directory. A station must meet all criteria.
public struct DirectoryQuery: Sendable, Hashable {
  /// The number of stations to ask for by default.
  public static let standardLimit = 20
  /// The maximum number of stations to ask for.
  public static let maximumLimit = 500
  /// The maximum length of the search words, and of all tags together, in bytes.
  private static let maximumTextBytes = 200
  /// The maximum length of the country, of the language, and of the codec, in bytes.
  private static let maximumWordBytes = 60

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
    limit: Int = standardLimit
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
    self.country = try Self.word(country, .country).map { Self.isCode($0) ? $0.uppercased() : $0 }
    guard tags.utf8.count <= Self.maximumTextBytes else {
      throw OptionError("all of \(option: .tags) may have \(Self.maximumTextBytes) bytes at most")
    }
    self.tags = tags.split(separator: ",").map { CleanText.singleLine(String($0)) }.filter { !$0.isEmpty }
    self.language = try Self.word(language, .language)
    self.codec = try Self.word(codec, .codec)
    self.limit = limit
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

  /// True when `country` is a country's code: two Latin letters.
  private static func isCode(_ country: String) -> Bool {
    country.utf8.count == 2 && country.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// The address of the search, relative to a server's root: the most played stations first, without broken ones.
  package var path: String {
    var parameters: [(String, String)] = []
    if !words.isEmpty { parameters.append(("name", words)) }
    if let country { parameters.append((Self.isCode(country) ? "countrycode" : "country", country)) }
    if !tags.isEmpty { parameters.append(("tagList", tags.joined(separator: ","))) }
    if let language { parameters.append(("language", language)) }
    if let codec { parameters.append(("codec", codec)) }
    parameters += [("limit", "\(limit)"), ("order", "clickcount"), ("reverse", "true"), ("hidebroken", "true")]
    return "/json/stations/search?"
      + parameters.map { name, value in "\(name)=\(Self.percentEncoded(value))" }.joined(separator: "&")
  }

  /// Returns `text` as a value in a query: escapes all bytes except those that RFC 3986 calls unreserved.
  private static func percentEncoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: PercentEncoding.append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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
