import AudioCore
import RadioLibrary
import Stations
import Terminal
import TestSupport
import Testing

@Suite("Searches of a view")
struct StationSearcherTests {
  private struct Fault: Error, CustomStringConvertible { let description = "the directory\u{1B} does not answer" }

  private static let found = FoundStation(station: Station(id: "", name: "Jazz", url: "http://j/"), codec: "MP3")

  /// A searcher whose search for `slow` lasts until it is cancelled, that for `stubborn` finds something even then, and
  /// that for `fault` fails.
  private static func makeSearcher(_ asked: Outcomes<String>) -> StationSearcher {
    StationSearcher { words in
      asked.add(words)
      if words == "slow" { try await Task.sleep(for: .seconds(3600)) }
      if words == "stubborn" { try? await Task.sleep(for: .seconds(3600)) }
      if words == "fault" { throw Fault() }
      return .found([found], note: words)
    }
  }

  @Test(
    "a later search cancels an earlier one, each is called back once, and only the last one counts",
    arguments: ["slow", "stubborn"])
  func replaced(words: String) async throws {
    let asked = Outcomes<String>()
    let searcher = Self.makeSearcher(asked)
    try await during(searcher.run) {
      let (slow, jazz, fault) = (
        Outcomes<StationSearchOutcome>(), Outcomes<StationSearchOutcome>(), Outcomes<StationSearchOutcome>()
      )
      searcher.search(words, done: slow.add)
      #expect(await eventually { asked.all == [words] })
      searcher.search("jazz", done: jazz.add)
      #expect(await eventually { !jazz.all.isEmpty })
      #expect(slow.all == [.cancelled] && jazz.all == [.found([Self.found], note: "jazz")])
      searcher.search("fault", done: fault.add)
      #expect(await eventually { !fault.all.isEmpty })
      #expect(fault.all == [.failed("the directory does not answer")])
    }
  }

  @Test("many searches at once give one outcome each, and the last one is found")
  func storm() async throws {
    let searcher = Self.makeSearcher(Outcomes())
    let outcomes = Outcomes<StationSearchOutcome>()
    try await during(searcher.run) {
      for number in 1...500 { searcher.search("\(number)", done: outcomes.add) }
      #expect(await eventually { outcomes.all.count == 500 })
    }
    #expect(outcomes.all.last == .found([Self.found], note: "500"))
  }

  @Test("searches that run or wait at the end, and later ones, are cancelled")
  func end() async throws {
    let searcher = Self.makeSearcher(Outcomes())
    let outcomes = Outcomes<StationSearchOutcome>()
    try await during(searcher.run) { searcher.search("slow", done: outcomes.add) }
    #expect(outcomes.all == [.cancelled])
    searcher.search("jazz", done: outcomes.add)
    #expect(outcomes.all == [.cancelled, .cancelled])
  }

  @Test("changes are made in order, and those that wait at the end are refused")
  func changes() async throws {
    let changes = StationChanges()
    let (made, outcomes) = (Outcomes<String>(), Outcomes<StationChangeOutcome>())
    let work: @Sendable () async -> Void = {
      await changes.run { (change) throws(TuneError) in
        guard case .delete(let id) = change else { throw .invalidRequest(message: "no") }
        made.add(id)
        return "deleted \(id)"
      } changed: {
        made.add("read again")
      }
    }
    try await during(work) {
      changes.make(.delete(id: "a"), done: outcomes.add)
      changes.make(.setTags(id: "a", []), done: outcomes.add)
      changes.make(.delete(id: "b"), done: outcomes.add)
      #expect(await eventually { outcomes.all.count == 3 })
    }
    #expect(made.all == ["a", "read again", "b", "read again"])
    #expect(outcomes.all == [.done("deleted a"), .refused("no"), .done("deleted b")])
    changes.make(.delete(id: "c"), done: outcomes.add)
    #expect(outcomes.all.last == .refused("radiod is ending; nothing was changed"))
  }

  @Test("no more than 32 changes wait")
  func tooMany() {
    let changes = StationChanges()
    let outcomes = Outcomes<StationChangeOutcome>()
    for number in 1...40 { changes.make(.delete(id: "s\(number)"), done: outcomes.add) }
    #expect(outcomes.all == [StationChangeOutcome](repeating: .refused("32 changes wait already"), count: 8))
  }
}
