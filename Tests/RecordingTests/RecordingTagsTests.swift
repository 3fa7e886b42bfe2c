import Recording
import Testing

@Suite("The tags of a recording")
struct RecordingTagsTests {
  @Test("nothing is known at first")
  func empty() { #expect(RecordingTags() == RecordingTags() && RecordingTags().title.isEmpty) }
}
