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
