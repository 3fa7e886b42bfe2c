/// Which songs are meant: an expression over what is known of them.
package indirect enum MPDFilter: Sendable, Equatable {
  /// What a test looks at.
  package enum Field: Sendable, Equatable {
    /// The address.
    case file
    /// One tag.
    case tag(MPDTag)
    /// All tags; one that fits is enough.
    case any
    /// What songs have of a file alone: nothing is known here.
    case unknown
  }

  /// What a test asks for.
  package enum Test: Sendable, Equatable {
    case equal
    case contains
  }

  /// The value of the field is, or contains, this text.
  case test(Field, Test, String)
  /// The other songs.
  case not(MPDFilter)
  /// What all of these mean; everything when there are none.
  case all([MPDFilter])

  /// Whether `song` is meant. Texts in the filter are in lower case already when `foldsCase`.
  func matches(_ song: MPDSong, foldsCase: Bool) -> Bool {
    switch self {
    case .all(let filters): return filters.allSatisfy { $0.matches(song, foldsCase: foldsCase) }
    case .not(let filter): return !filter.matches(song, foldsCase: foldsCase)
    case .test(let field, let test, let text):
      // What is not known counts as empty, and there is always something that is not known.
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

  /// The same with its texts in lower case.
  var lowercased: MPDFilter {
    switch self {
    case .test(let field, let test, let text): .test(field, test, text.lowercased())
    case .not(let filter): .not(filter.lowercased)
    case .all(let filters): .all(filters.map(\.lowercased))
    }
  }
}

extension MPDFilter.Field {
  /// The field called `name`; case does not count. Nil when there is none.
  init?(name: String) {
    switch name.lowercased() {
    case "any": self = .any
    case "file", "filename": self = .file
    default:
      guard let tag = MPDTag(named: name) else { return nil }
      self = .tag(tag)
    }
  }

  /// What `song` has there.
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
