import AudioCore

/// Chooses between the titles that a server sends beside the sound (ICY) and those of ID3 tags within the sound:
/// encoders put both into one stream, with different wording and up to a second apart. Once the server has sent a
/// title, the titles of tags are left out, also on later connections that announce titles.
///
/// The titles of a container, such as Ogg, are not filtered: each belongs to its link.
struct TitleSources {
  /// True once a title that is not empty came beside the sound.
  private var hasServerTitles = false
  /// True when the present connection announced titles beside the sound.
  private var isAnnounced = false

  /// Begins a new connection; `isAnnounced` is true when its server sends titles beside the sound.
  mutating func connectionBegan(isAnnounced: Bool) { self.isAnnounced = isAnnounced }

  /// Records a title that came beside the sound.
  mutating func record(_ metadata: StreamMetadata) { if !metadata.title.isEmpty { hasServerTitles = true } }

  /// Returns `elements`, which the parser produced, without the titles to leave out. `isContained` is true when a
  /// container wraps them.
  func choose(_ elements: [StreamElement], isContained: Bool) -> [StreamElement] {
    guard isAnnounced, hasServerTitles, !isContained else { return elements }
    return elements.filter { if case .metadata = $0 { false } else { true } }
  }
}
