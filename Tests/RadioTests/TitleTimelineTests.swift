import AudioCore
import Radio
import Testing

@Suite("Titles wait for their sound")
struct TitleTimelineTests {
  @Test("titles come when their sound is heard, in order, once")
  func order() {
    var timeline = TitleTimeline()
    timeline.append(StreamMetadata(title: "one"), at: .seconds(1))
    timeline.append(StreamMetadata(title: "two"), at: .seconds(2))
    #expect(timeline.due(heard: .milliseconds(999)).isEmpty)
    #expect(timeline.due(heard: .seconds(1)).map(\.title) == ["one"])
    #expect(timeline.due(heard: .seconds(9)).map(\.title) == ["two"])
    #expect(timeline.due(heard: .seconds(9)).isEmpty)
  }

  @Test("no more titles wait than the capacity: the oldest comes early")
  func bound() {
    var timeline = TitleTimeline()
    for number in 0...TitleTimeline.capacity { timeline.append(StreamMetadata(title: "\(number)"), at: .seconds(100)) }
    #expect(timeline.due(heard: .zero).map(\.title) == ["0"])
  }
}
