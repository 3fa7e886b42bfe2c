import AudioCore
import Parser
import Testing

@Suite("Titles at the places of their sound")
struct TitleTrackTests {
  /// The titles that are seen when all of `sent` were received, each with the place of its sound in milliseconds, and a
  /// look is had each 100 ms until `end`: each with the place where it is seen first.
  private func seen(_ sent: [(title: String, place: Int)], until end: Int) -> [String] {
    var track = TitleTrack()
    for (title, place) in sent {
      track.append(StreamMetadata(title: title), at: place * 1_000_000, receivedAt: 0)
    }
    var last: Int?
    return stride(from: 0, through: end, by: 100).compactMap { place in
      guard let entry = track.entry(at: place * 1_000_000), entry.id != last else { return nil }
      last = entry.id
      return "\(entry.metadata.title) \(place)"
    }
  }

  @Test("titles are seen where their sound is, in order")
  func order() {
    #expect(seen([("one", 1000), ("two", 2000)], until: 9000) == ["one 1000", "two 2000"])
  }

  @Test("a title that is sent again is one, and another one after another title")
  func again() {
    let sent = ["A", "A", "B", "B", "", "", "A"].enumerated().map { (title: $1, place: $0 * 1000) }
    #expect(seen(sent, until: 9000) == ["A 0", "B 2000", " 4000", "A 6000"])
  }

  @Test("of several titles in a second of sound the newest counts, when the second is over")
  func pause() {
    #expect(seen([("A", 0), ("B", 300), ("C", 600), ("D", 5000)], until: 9000) == ["A 0", "C 1000", "D 5000"])
    #expect(seen([("A", 0), ("B", 300), ("A", 600), ("C", 800)], until: 9000) == ["A 0", "C 1000"])
    #expect(seen([("A", 0), ("B", 300), ("A", 600)], until: 9000) == ["A 0"], "a title that stays is not new")
    #expect(seen([("", 0), ("A", 0), ("", 300), ("B", 1200)], until: 9000) == ["A 0", " 1000", "B 1200"])
    #expect(seen((0..<2400).map { ("\($0)", $0 * 5) }, until: 11_900).count == 12, "one a second of 200 a second")
  }
}
