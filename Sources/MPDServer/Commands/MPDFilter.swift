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
  func values(of song: MPDSong) -> [String] {
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
