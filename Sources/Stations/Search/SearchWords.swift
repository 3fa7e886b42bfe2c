public import AudioCore
import Bytes

/// What a person searches the directory for: words, and conditions that a station must meet.
///
/// In a text, `#jazz` (or `tag:jazz`) is a tag, `@FR` (`country:FR`, `@France`) a country and `codec:aac` a codec. All
/// other words are a part of the name. Quotation marks hold blanks together (`#"hard bop"`), and make a plain word of
/// what would be a condition (`"#1 hits"`). A lone `#` or `@`, and an `@` before a name of no country, are plain words, too.
public struct SearchWords: Sendable, Hashable {
  /// Where the words of a search were found.
  public enum Place: String, Sendable, Hashable {
    /// In the names of stations.
    case name
    /// In their tags, because no name has them.
    case tag
  }

  /// A part of the station's name, with single blanks; empty for any name.
  public var words = ""
  /// Parts of tags, all of which a station must have.
  public var tags: [String] = []
  /// The country: two capital letters by ISO 3166-1, or a part of its English name.
  public var country: String?
  /// A part of the English name of a spoken language.
  public var language: String?
  /// The codec in the directory's terms, such as `AAC`, in upper or lower case.
  public var codec: String?

  /// The maximum length of a text, in bytes.
  private static let maximumBytes = 1000
  private static let quotationMark: Character = "\""

  private enum Condition { case tag, country, codec }
  private static let prefixes: [(text: String, condition: Condition)] = [
    ("#", .tag), ("tag:", .tag), ("@", .country), ("country:", .country), ("codec:", .codec),
  ]

  /// A search without words and conditions.
  public init() {}

  /// Reads a text that a person typed. Throws ``OptionError``, one sentence, for a condition without a value, an
  /// unknown country after `country:`, a second country or codec, and a text of more than 1,000 bytes.
  public init(_ text: String) throws(OptionError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw OptionError("what to search for may have \(Self.maximumBytes) bytes at most")
    }
    var rest = CleanText.singleLine(text, limit: nil)[...]
    var plain: [String] = []
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if let (prefix, condition) = Self.prefixes.first(where: { Self.begins(rest, with: $0.text) }) {
        rest.removeFirst(prefix.count)
        let isSure = prefix.count > 1 || rest.first == Self.quotationMark
        let value = Self.takeValue(&rest)
        // Names of stations have such signs, too: "Radio @ Home".
        if isSure || Self.isValue(value, of: condition) {
          try set(condition, prefix, value)
        } else {
          plain.append(prefix + value)
        }
      } else {
        plain.append(Self.takeValue(&rest))
      }
    }
    words = plain.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Adds the tags of `list`, which has commas between them.
  public mutating func add(tags list: String) { tags += Self.tags(in: list) }

  /// Returns the tags of `list`, which has commas between them, as clean texts that are not empty.
  package static func tags(in list: String) -> [String] {
    list.split(separator: ",").map { CleanText.singleLine(String($0), limit: nil) }.filter { !$0.isEmpty }
  }

  /// Returns the country to search for when an option names `text`: the code of a country that it means, such as `GB`
  /// for `uk`, else the text itself, which may be a part of a name.
  public static func country(named text: String) -> String { CountryNames.code(of: text) ?? text }

  /// The words as tags, which are searched when no name has them.
  package var wordsAsTags: [String] {
    words.split { $0.isWhitespace || $0 == "," }.map(String.init)
  }

  private static func begins(_ text: Substring, with prefix: String) -> Bool {
    text.prefix(prefix.count).lowercased() == prefix
  }

  /// Takes a word, or what is between quotation marks, from the beginning of `text`.
  private static func takeValue(_ text: inout Substring) -> String {
    let isQuoted = text.first == quotationMark
    if isQuoted { text.removeFirst() }
    let value = text.prefix { isQuoted ? $0 != quotationMark : !$0.isWhitespace }
    text = text[value.endIndex...].dropFirst(isQuoted ? 1 : 0)
    return String(value[...].trimmedBlanks)
  }

  /// True when `value` after a sign is probably meant as a condition.
  private static func isValue(_ value: String, of condition: Condition) -> Bool {
    condition == .country ? CountryNames.code(of: value) != nil : !tags(in: value).isEmpty
  }

  private mutating func set(_ condition: Condition, _ prefix: String, _ value: String) throws(OptionError) {
    switch condition {
    case .tag:
      guard !Self.tags(in: value).isEmpty else {
        throw OptionError("a tag follows ‘\(prefix)’ directly, such as \(prefix)jazz")
      }
      add(tags: value)
    case .country:
      guard !value.isEmpty else { throw OptionError("a country follows ‘\(prefix)’ directly, such as \(prefix)FR") }
      guard let code = CountryNames.code(of: value) else {
        let hint = CountryNames.nearestCode(to: value).map { "; did you mean \(prefix)\($0)?" }
        let usual = "; countries are two letters, such as \(prefix)FR"
        throw OptionError("there is no country ‘\(CleanText.singleLine(value, limit: 40))’\(hint ?? usual)")
      }
      guard country == nil || country == code else { throw OptionError("a search takes one country, not two") }
      country = code
    case .codec:
      guard !value.isEmpty else { throw OptionError("a codec follows ‘\(prefix)’ directly, such as \(prefix)aac") }
      guard codec == nil || codec == value else { throw OptionError("a search takes one codec, not two") }
      codec = value
    }
  }
}
