import AudioCore
import RadioModel
import Stations
import Synchronization
import SystemSupport
import Terminal
import TestSupport
import Testing

@Suite("Changes and searches of a view")
struct RadioRequestsTests {
  /// The requests of a view, and what the radio was asked last.
  private final class View: Sendable {
    let radio: FakeRadio
    let requests: RadioRequests
    private let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ change: (inout FakeRadio.State) -> Void) {
      radio = FakeRadio(change)
      requests = RadioRequests(of: radio) { [wakes] in wakes.continuation.yield() }
    }

    /// Receives outcomes whenever there are some, until there are `count`; none at all when they do not come.
    func receive(_ count: Int) async -> [RadioRequests.Outcome] {
      await withTimeout(TestTime.seconds(20)) { [wakes, requests] in
        var all: [RadioRequests.Outcome] = []
        for await _ in wakes.stream {
          all += requests.receive()
          if all.count >= count { break }
        }
        return all
      } ?? []
    }
  }

  private static let endReason = RadioRequests.Outcome.change("radiod is ending; nothing was changed")

  private static func result(_ words: String) -> StationSearchResult {
    StationSearchResult(
      stations: [FoundStation(station: Station(id: "", name: "Jazz", url: "http://j/"), codec: "MP3")], fault: words)
  }

  /// A view whose search for `slow` lasts until it is cancelled, that for `stubborn` finds something even then, and that
  /// for `fault` fails. `began` happens when one of the first two begins.
  private static func makeSearcher(_ began: OneShotEvent = OneShotEvent()) -> View {
    View { state in
      state.find = { words in
        if words == "slow" || words == "stubborn" {
          began.set()
          _ = await OneShotEvent().wait()
        }
        if words == "slow" { throw CancellationError() }
        if words == "fault" { throw FakeRadio.RadioError(description: "the directory\u{1B} does not answer") }
        return Self.result(words)
      }
    }
  }

  @Test(
    "a later search cancels an earlier one, each has one outcome in their order, and only the last one counts",
    arguments: ["slow", "stubborn"])
  func replaced(words: String) async {
    let began = OneShotEvent()
    let view = Self.makeSearcher(began)
    view.requests.search(words)
    #expect(await began.wait(limit: TestTime.seconds(20)))
    view.requests.search("jazz")
    #expect(await view.receive(2) == [.search(.cancelled), .search(.found(Self.result("jazz")))])
    view.requests.search("fault")
    #expect(await view.receive(1) == [.search(.failed("the directory does not answer"))])
    #expect(view.radio.searches == [words, "jazz", "fault"])
  }

  @Test("many searches at once give one outcome each, the last one is found, and one runs at a time")
  func storm() async {
    final class Running: Sendable { let count = Atomic(0) }
    let running = Running()
    let view = View { state in
      state.find = { words in
        #expect(running.count.add(1, ordering: .relaxed).newValue == 1)
        await Task.yield()
        running.count.subtract(1, ordering: .relaxed)
        return Self.result(words)
      }
    }
    for number in 1...500 { view.requests.search("\(number)") }
    let outcomes = await view.receive(500)
    #expect(outcomes.count == 500 && outcomes.last == .search(.found(Self.result("500"))))
  }

  @Test("searches that run at the end, and later ones, are cancelled")
  func end() async {
    let began = OneShotEvent()
    let view = Self.makeSearcher(began)
    view.requests.search("slow")
    #expect(await began.wait(limit: TestTime.seconds(20)))
    view.requests.end()
    #expect(await view.receive(1) == [.search(.cancelled)])
    view.requests.search("jazz")
    #expect(await view.receive(1) == [.search(.cancelled)])
    #expect(view.radio.searches == ["slow"])
  }

  @Test("changes are made in order, each says what was done or why not, and those after the end are refused")
  func changes() async {
    let view = View { state in
      state.change = { change in
        guard case .delete(let id) = change else { throw TuneError.invalidRequest(message: "no") }
        return Station(id: id, name: id.uppercased(), url: "")
      }
    }
    let changes: [StationChange] = [.delete(id: "a"), .setTags(id: "a", []), .delete(id: "b")]
    for change in changes { view.requests.change(change) }
    #expect(await view.receive(3) == [.change("deleted A"), .change("no"), .change("deleted B")])
    #expect(view.radio.changes == changes)
    view.requests.end()
    view.requests.change(.delete(id: "c"))
    #expect(await view.receive(1) == [Self.endReason] && view.radio.changes == changes)
  }

  @Test("no more than 32 changes wait, and they and the one that is being made are refused at the end")
  func tooMany() async {
    let began = OneShotEvent()
    let view = View { state in
      state.change = { _ in
        began.set()
        _ = await OneShotEvent().wait()
        throw CancellationError()
      }
    }
    view.requests.change(.delete(id: "first"))
    #expect(await began.wait(limit: TestTime.seconds(20)))
    for number in 1...40 { view.requests.change(.delete(id: "s\(number)")) }
    #expect(
      view.requests.receive() == [RadioRequests.Outcome](repeating: .change("32 changes wait already"), count: 8))
    view.requests.end()
    #expect(await view.receive(33) == [RadioRequests.Outcome](repeating: Self.endReason, count: 33))
    #expect(view.radio.changes == [.delete(id: "first")])
  }
}
