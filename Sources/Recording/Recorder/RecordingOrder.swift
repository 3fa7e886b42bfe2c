package import Parser
package import RadioModel

/// What a recorder is to write.
package struct RecordingOrder: Sendable {
  /// The files: one for each span of this rule.
  package var rule: SpanSplitter.Rule
  /// Where the sound begins, in nanoseconds since the first packet of the source.
  package var beginning: Int
  /// The title that is heard there.
  package var title: TitleTrack.Entry?
  /// How much sound is recorded; nil: until it is stopped or the source ends.
  package var duration: Duration?
  /// True when titles that are not songs are left out.
  package var isSongsOnly = false
  /// Files with less sound than this are not written.
  package var shortest: Duration = .zero

  /// An order for the sound from `beginning` on.
  package init(rule: SpanSplitter.Rule, beginning: Int, title: TitleTrack.Entry? = nil) {
    self.rule = rule
    self.beginning = beginning
    self.title = title
  }

  /// An order for one title.
  package init(keeping title: TitleTrack.Entry) {
    self.init(rule: .title(title), beginning: title.start)
  }

  /// What begins and ends the recording.
  package var kind: RecordingStatus.Kind { if case .title = rule { .keep } else { .record } }
}
