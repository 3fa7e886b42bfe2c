import AudioCore

/// What to look for in a directory. All that is said must hold.
public struct DirectoryQuery: Sendable, Hashable {
  /// Stations that are asked for when nobody says how many.
  public static let standardLimit = 20
  /// Most stations that are asked for.
  public static let maximumLimit = 500
  /// Longest words, and longest tags together, in bytes.
  private static let maximumTextBytes = 200
  /// Longest country and codec, in bytes.
  private static let maximumWordBytes = 60

  /// A part of the station's name.
  public let words: String
  /// A country's two capital letters by ISO 3166-1, or a part of its English name.
  public let country: String?
  /// Parts of tags.
  public let tags: [String]
  /// The coding, in the directory's words (`MP3`, `AAC`, `AAC+`, `OGG`, `FLAC`), in any case.
  public let codec: String?
  /// Most stations wanted, 1…500.
  public let limit: Int

  /// A query. `words` are joined with blanks, and a tag with commas in it is several. Throws `.usage` for what is too long or
  /// too much.
  public init(
    words: [String] = [], country: String? = nil, tags: [String] = [], codec: String? = nil, limit: Int = standardLimit
  ) throws(TuneError) {
    func text(_ text: String, _ name: String, _ limit: Int) throws(TuneError) -> String {
      let line = CleanText.singleLine(text, limit: nil)
      guard line.utf8.count <= limit else { throw .usage(message: "\(name) may have \(limit) bytes at most") }
      return line
    }
    func word(_ option: String?, _ name: String) throws(TuneError) -> String? {
      guard let option else { return nil }
      let word = try text(option, name, Self.maximumWordBytes)
      guard !word.isEmpty else { throw .usage(message: "\(name) is empty") }
      return word
    }
    guard (1...Self.maximumLimit).contains(limit) else {
      throw .usage(message: "--limit takes 1 to \(Self.maximumLimit), not \(limit)")
    }
    self.words = try text(words.joined(separator: " "), "what to search for", Self.maximumTextBytes)
    self.country = try word(country, "--country").map { Self.isCode($0) ? $0.uppercased() : $0 }
    self.tags = try text(tags.joined(separator: ","), "all of --tag", Self.maximumTextBytes)
      .split(separator: ",").map { CleanText.singleLine(String($0)) }.filter { !$0.isEmpty }
    self.codec = try word(codec, "--codec")
    self.limit = limit
  }

  /// Whether a country is told by its code: two Latin letters.
  private static func isCode(_ country: String) -> Bool {
    country.utf8.count == 2 && country.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// The address of the answer, seen from a server's root: the most played first, without those that do not work.
  package var path: String {
    var parameters: [(String, String)] = []
    if !words.isEmpty { parameters.append(("name", words)) }
    if let country { parameters.append((Self.isCode(country) ? "countrycode" : "country", country)) }
    if !tags.isEmpty { parameters.append(("tagList", tags.joined(separator: ","))) }
    if let codec { parameters.append(("codec", codec)) }
    parameters += [("limit", "\(limit)"), ("order", "clickcount"), ("reverse", "true"), ("hidebroken", "true")]
    return "/json/stations/search?"
      + parameters.map { name, value in "\(name)=\(Self.percentEncoded(value))" }.joined(separator: "&")
  }

  /// `text` as a value in a query: everything but what RFC 3986 calls unreserved is escaped.
  private static func percentEncoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes += [byte >> 4, byte & 15].map { ($0 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10) + $0 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
