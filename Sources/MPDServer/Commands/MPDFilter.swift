/// A filter for songs: an expression over their address and tags.
package indirect enum MPDFilter: Sendable, Equatable {
  /// The property that a test examines.
  package enum Field: Sendable, Equatable {
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

  /// True when the filter matches `song`. When `foldsCase` is true, the texts of the filter must be in lower case
  /// already.
  func matches(_ song: MPDSong, foldsCase: Bool) -> Bool {
    switch self {
    case .all(let filters): return filters.allSatisfy { $0.matches(song, foldsCase: foldsCase) }
    case .not(let filter): return !filter.matches(song, foldsCase: foldsCase)
    case .test(let field, let test, let text):
      // A missing tag counts as empty, and every song lacks some tag.
      if field == .any, text.isEmpty { return true }
      return field.values(of: song).contains { value in
        let value = foldsCase ? value.lowercased() : value
        return switch test {
        case .equal: value == text
        case .contains: text.isEmpty || value.contains(text)
        }
      }
    }
  }

  /// The same filter with its texts in lower case.
  var lowercased: MPDFilter {
    switch self {
    case .test(let field, let test, let text): .test(field, test, text.lowercased())
    case .not(let filter): .not(filter.lowercased)
    case .all(let filters): .all(filters.map(\.lowercased))
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
