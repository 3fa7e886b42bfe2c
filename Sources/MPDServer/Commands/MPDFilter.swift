/// A filter for songs: an expression over their address and tags.
package indirect enum MPDFilter: Sendable, Equatable {
  /// The property that a test examines.
  package enum Field: Sendable, Hashable {
    /// The address.
    case file
    /// One tag.
    case tag(MPDTag)
    /// All tags; one match is enough.
    case any
    /// A property that only files have, such as the modification time. It has no values here, so that no test matches.
    case unknown
  }

  /// The comparison of a test.
  package enum Test: Sendable, Equatable {
    case equal
    case contains
  }

  /// The value of the field equals, or contains, this text.
  case test(Field, Test, String)
  /// The songs that the filter does not match.
  case not(MPDFilter)
  /// The songs that all of these filters match; all songs when there are none.
  case all([MPDFilter])

  /// Most tests of one filter. Clients send about ten at most.
  package static let maximumTests = 32

  /// The number of tests.
  var testCount: Int {
    switch self {
    case .test: 1
    case .not(let filter): filter.testCount
    case .all(let filters): filters.reduce(0) { $0 + $1.testCount }
    }
  }
}

/// A filter with its texts prepared for the comparison with many songs.
indirect enum MPDPreparedFilter {
  case test(MPDFilter.Field, MPDFilter.Test, MPDComparedText)
  case not(MPDPreparedFilter)
  case all([MPDPreparedFilter])

  /// Prepares `filter`. When `foldsCase` is true, case is ignored.
  init(_ filter: MPDFilter, foldsCase: Bool) {
    switch filter {
    case .test(let field, let test, let text): self = .test(field, test, MPDComparedText(text, foldsCase: foldsCase))
    case .not(let filter): self = .not(MPDPreparedFilter(filter, foldsCase: foldsCase))
    case .all(let filters): self = .all(filters.map { MPDPreparedFilter($0, foldsCase: foldsCase) })
    }
  }

  /// True when the filter matches the song with `texts`.
  func matches(_ texts: inout MPDSongTexts) -> Bool {
    switch self {
    case .all(let filters):
      for filter in filters where !filter.matches(&texts) { return false }
      return true
    case .not(let filter): return !filter.matches(&texts)
    case .test(let field, let test, let text):
      // A missing tag counts as empty, and every song lacks some tag.
      if field == .any, text.isEmpty { return true }
      return texts.values(of: field).contains { value in
        switch test {
        case .equal: value == text
        case .contains: value.contains(text)
        }
      }
    }
  }
}

/// The texts of one song, each prepared once for all tests of a filter.
struct MPDSongTexts {
  private let song: MPDSong
  private let foldsCase: Bool
  private var known: [MPDFilter.Field: [MPDComparedText]] = [:]

  /// The texts of `song`. When `foldsCase` is true, case is ignored.
  init(_ song: MPDSong, foldsCase: Bool) {
    self.song = song
    self.foldsCase = foldsCase
  }

  /// Returns the values of `field`.
  mutating func values(of field: MPDFilter.Field) -> [MPDComparedText] {
    if let values = known[field] { return values }
    let values = field.values(of: song).map { MPDComparedText($0, foldsCase: foldsCase) }
    known[field] = values
    return values
  }
}

/// A text as filters compare it: texts in ASCII by their bytes, which costs a fraction, others by their characters, of
/// which one may have several spellings.
struct MPDComparedText: Equatable {
  private let text: String
  /// The bytes of a text in ASCII; nil for another text.
  private let bytes: [UInt8]?

  /// Prepares `text`, in lower case when `foldsCase` is true.
  init(_ text: String, foldsCase: Bool) {
    self.text = foldsCase ? text.lowercased() : text
    bytes = self.text.utf8.allSatisfy { $0 < 0x80 } ? Array(self.text.utf8) : nil
  }

  /// True when there are no characters.
  var isEmpty: Bool { text.isEmpty }

  static func == (left: MPDComparedText, right: MPDComparedText) -> Bool { left.text == right.text }

  /// True when `part` is a part of the text.
  func contains(_ part: MPDComparedText) -> Bool {
    guard let bytes, let wanted = part.bytes else { return part.isEmpty || text.contains(part.text) }
    guard let first = wanted.first else { return true }
    guard wanted.count <= bytes.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}

extension MPDFilter.Field {
  /// The field `name`, in upper or lower case; nil when there is none.
  init?(name: String) {
    switch name.lowercased() {
    case "any": self = .any
    case "file", "filename": self = .file
    default:
      guard let tag = MPDTag(named: name) else { return nil }
      self = .tag(tag)
    }
  }

  /// Returns the values of this field in `song`.
  fileprivate func values(of song: MPDSong) -> [String] {
    switch self {
    case .file: return [song.file]
    case .any: return MPDTag.used.flatMap(song.values)
    case .tag(let tag):
      let values = song.values(of: tag)
      return values.isEmpty ? [""] : values
    case .unknown: return []
    }
  }
}
