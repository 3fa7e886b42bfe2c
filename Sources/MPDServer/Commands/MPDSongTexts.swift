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
