import MPDServer
import Radio
import RadioModel
import Stations
import SystemSupport
import TestSupport
import Testing

@Suite("Long commands of MPD clients", .serialized, .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDSearchThreadTests {
  @Test(
    "another client is answered before a command that examines all songs is done",
    arguments: [
      "find any x", "search any x", "findadd any x", "searchadd any x", "searchaddpl mine any x", "count any x",
      "list genre", "listall", "listallinfo", "lsinfo", "playlistfind any x", "playlistsearch any x", "playlist",
      "playlistinfo", "playlistid",
    ])
  func order(command: String) async throws {
    let searches = BlockingPool(threads: 1)
    let (begins, mayEnd) = (OneShotEvent(), OneShotEvent())
    try await MPDFixture.with {
      $0.searches = searches
    } _: { fixture in
      try fixture.tuner.edit(.insert((0..<200).map { .url("http://127.0.0.1:1/\($0)") }, at: nil))
      // The thread is busy, as with the search of a third client.
      async let busy: Void? = try? searches.run {
        begins.set()
        _ = mayEnd.block(limit: .seconds(30))
      }
      _ = await begins.wait()
      let (slow, other) = (try fixture.client(), try fixture.client())
      slow.lines.send("command_list_ok_begin\nping\n\(command)\ncommand_list_end\n")
      #expect(try slow.lines.line() == "list_OK", "the list has begun")
      for _ in 0..<3 { #expect(try other.ask("status").last == "OK") }
      #expect(!slow.lines.hasInput, "answered before the thread was free")
      mayEnd.set()
      let answer = try slow.answer()
      #expect(answer.suffix(2) == ["list_OK", "OK"], "\(answer)")
      _ = await busy
    }
  }
}
