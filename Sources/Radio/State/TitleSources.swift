import AudioCore

/// Chooses between the titles that a server sends beside the sound (ICY) and those of ID3 tags in it: encoders put both
/// into one stream, worded differently and up to a second apart. Once the server has sent a title, those of tags are
/// left out, also on later connections that announce titles.
///
/// Titles of a container, as Ogg's, are left as they are: each belongs to its link.
struct TitleSources {
  /// True once a title that says something came beside the sound.
  private var hasServerTitles = false
  /// True when the present connection announced titles beside the sound.
  private var isAnnounced = false

  /// A new connection begins; `isAnnounced` when its server sends titles beside the sound.
  mutating func connectionBegan(isAnnounced: Bool) { self.isAnnounced = isAnnounced }

  /// Takes note of a title beside the sound.
  mutating func note(_ metadata: StreamMetadata) { if !metadata.title.isEmpty { hasServerTitles = true } }

  /// `elements`, which the parser gave, without the titles that do not count; `isContained` when a container wraps
  /// them.
  func choose(_ elements: [StreamElement], isContained: Bool) -> [StreamElement] {
    guard isAnnounced, hasServerTitles, !isContained else { return elements }
    return elements.filter { if case .metadata = $0 { false } else { true } }
  }
}
