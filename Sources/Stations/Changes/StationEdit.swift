public import AudioCore
import Bytes

/// New values for a station; nil leaves a value unchanged.
public struct StationEdit: Sendable, Equatable {
  /// Its id.
  public var id: String?
  /// Its name.
  public var name: String?
  /// Its address.
  public var url: String?
  /// Its homepage; an empty text removes it, as it does for the texts that follow.
  public var homepage: String?
  /// The address of its logo.
  public var image: String?
  /// Its tags.
  public var tags: [String]?
  /// Its country: two letters.
  public var country: String?
  /// The spoken language: two or three letters.
  public var language: String?
  /// The charset of its titles.
  public var encoding: String?
  /// Whether it is a favourite.
  public var favourite: Bool?

  /// An edit that changes nothing, except the name and the address if they are given.
  public init(name: String? = nil, url: String? = nil) {
    self.name = name
    self.url = url
  }

  /// Returns `station` with the new values. Only values that differ are checked, so that an entry that was written by
  /// hand stays editable. An address without its password, as views show it, counts as the same.
  ///
  /// Throws `.invalidRequest` that names the invalid value.
  public func applied(to station: Station) throws(TuneError) -> Station {
    var new = station
    if let id, id != station.id {
      try Station.check(newID: id)
      new.id = id
    }
    if let name { new.name = String(name[...].trimmedBlanks) }
    if let url, !Self.isShown(url, for: station.url) {
      if let fault = StreamURL.namedFault(url) { throw .invalidRequest(message: fault.clause) }
      _ = try StreamURL(url)
      new.url = StreamURL.normalized(url)
    }
    new.homepage = try Self.address(homepage, instead: station.homepage, as: "homepage")
    new.image = try Self.address(image, instead: station.image, as: "image")
    if let tags { new.tags = Self.plain(tags) }
    if let country, country != station.country {
      new.country = try Self.code(country, as: "country", letters: 2...2)?.uppercased()
    }
    if let language, language != station.language {
      new.language = try Self.code(language, as: "language", letters: 2...3)
    }
    if let encoding, encoding != station.encoding {
      if !encoding.isEmpty { try Station.check(encoding: encoding) }
      new.encoding = encoding.isEmpty ? nil : encoding
    }
    new.favourite = favourite ?? station.favourite
    return new
  }

  /// True for the code of a country: two Latin letters (ISO 3166-1).
  public static func isCountry(_ code: String) -> Bool { isCode(code, letters: 2...2) }

  // MARK: - Values

  /// Returns the tags without surrounding blanks, empty ones and repetitions.
  private static func plain(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.map { String($0[...].trimmedBlanks) }.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// Returns the address that replaces `old`; nil for none.
  private static func address(
    _ new: String?, instead old: String?, as what: String
  ) throws(TuneError) -> String? {
    guard let new, new != old else { return old }
    if new.isEmpty { return nil }
    if let old, isShown(new, for: old) { return old }
    try check(new, as: what)
    return new
  }

  /// Returns `code`; nil for an empty one.
  private static func code(
    _ code: String, as what: String, letters: ClosedRange<Int>
  ) throws(TuneError) -> String? {
    if code.isEmpty { return nil }
    guard isCode(code, letters: letters) else {
      let count = letters.count == 1 ? "two" : "two or three"
      let shown = CleanText.singleLine(code, limit: 40)
      throw .invalidRequest(message: "the \(what) takes \(count) letters, not '\(shown)'")
    }
    return code
  }

  /// True for a code of so many Latin letters.
  package static func isCode(_ code: String, letters: ClosedRange<Int>) -> Bool {
    letters.contains(code.utf8.count) && code.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// True when a view shows `stored` as `address`.
  private static func isShown(_ address: String, for stored: String) -> Bool {
    address == StreamURL.withoutCredentials(stored)
  }

  private static func check(_ address: String, as what: String) throws(TuneError) {
    if let fault = StreamURL.fault(address) { throw .invalidRequest(message: "the \(what) \(fault)") }
  }
}
