import AudioCore
import Radio
import Testing

@Suite("Titles wait for their sound")
struct TitleTimelineTests {
  /// The titles that are taken when `sent` are read, each with the position of its sound in milliseconds, and a look is
  /// had each 100 ms until `end`: each with the sound that had been heard.
  private func taken(_ sent: [(title: String, position: Int)], until end: Int) -> [String] {
    var timeline = TitleTimeline()
    for (title, position) in sent { timeline.append(StreamMetadata(title: title), at: .milliseconds(position)) }
    return stride(from: 0, through: end, by: 100).compactMap { heard in
      timeline.due(heard: .milliseconds(heard)).map { "\($0.title) \(heard)" }
    }
  }

  @Test("titles come when their sound is heard, in order, once")
  func order() {
    #expect(taken([("one", 1000), ("two", 2000)], until: 9000) == ["one 1000", "two 2000"])
  }

  @Test("a title that is sent again is taken once, and again after another one")
  func again() {
    let sent = ["A", "A", "B", "B", "", "", "A"].enumerated().map { (title: $1, position: $0 * 1000) }
    #expect(taken(sent, until: 9000) == ["A 0", "B 2000", " 4000", "A 6000"])
  }

  @Test("of several titles in a second of sound the newest is taken, when the second is over")
  func pause() {
    #expect(taken([("A", 0), ("B", 300), ("C", 600), ("D", 5000)], until: 9000) == ["A 0", "C 1000", "D 5000"])
    #expect(taken([("A", 0), ("B", 300), ("A", 600), ("C", 800)], until: 9000) == ["A 0", "C 1000"])
    #expect(taken([("A", 0), ("B", 300), ("A", 600)], until: 9000) == ["A 0"], "a title that stays is not new")
    #expect(taken([("", 0), ("A", 0), ("", 300), ("B", 1200)], until: 9000) == ["A 0", " 1000", "B 1200"])
    #expect(taken((0..<2400).map { ("\($0)", $0 * 5) }, until: 11_900).count == 12, "one a second of 200 a second")
  }

  @Test("no more titles wait than the capacity: the oldest is dropped")
  func bound() {
    let sent = (0...TitleTimeline.capacity).map { (title: "\($0)", position: 2000 + $0 * 1000) }
    let taken = taken(sent, until: 100_000)
    #expect(taken.count == TitleTimeline.capacity && taken.first == "1 3000")
  }
}
