import AudioCore
import JSON
import RadioModel
import Remote
import Testing

@Suite("The wait of ctl play --wait")
struct PlaybackWaitTests {
  private func status(_ state: RadioStatus.State, url: String = "http://one/", reason: String? = nil) throws
    -> RadioStatus
  {
    let why = reason.map { ",\"reason\":\"\($0)\"" } ?? ""
    let text = #"{"state":"\#(state.rawValue)","name":"One","url":"\#(url)","volume":50,"muted":false\#(why)}"#
    return try #require(RadioStatus(json: JSONReader.read(Array(text.utf8))))
  }

  @Test(
    "the wait is over when the source plays or has played to its end; the state before does not count",
    arguments: [
      ([.playing], true), ([.connecting, .buffering, .playing], true), ([.stopped, .connecting, .playing], true),
      ([.connecting, .ended], true), ([.ended], false), ([.stopped], false), ([.connecting, .retrying], false),
      ([.paused, .connecting, .buffering], false),
    ] as [([RadioStatus.State], Bool)])
  func over(states: [RadioStatus.State], isOver: Bool) throws {
    var wait = PlaybackWait(try status(states[0]))
    var result = false
    for state in states { result = try wait.isOver(status(state)) }
    #expect(result == isOver)
  }

  @Test(
    "the wait fails when the source fails, or is stopped or paused before it plays",
    arguments: [
      ([.failed], "it says 404"), ([.connecting, .failed], "it says 404"),
      ([.connecting, .stopped], "One was stopped before it played"),
      ([.buffering, .paused], "One was stopped before it played"),
    ] as [([RadioStatus.State], String)])
  func failures(states: [RadioStatus.State], says: String) throws {
    var wait = PlaybackWait(try status(states[0]))
    #expect(throws: DaemonError.failed(reason: says)) {
      for state in states { _ = try wait.isOver(status(state, reason: "it says 404")) }
    }
  }

  @Test("the wait fails when another station plays")
  func another() throws {
    var wait = PlaybackWait(try status(.connecting))
    #expect(try wait.isOver(status(.connecting)) == false)
    #expect(throws: DaemonError.failed(reason: "something else was chosen before it played: One")) {
      try wait.isOver(status(.playing, url: "http://two/"))
    }
  }

  @Test("the error after the timeout gives the current state")
  func late() throws {
    var wait = PlaybackWait(try status(.connecting))
    #expect(wait.lateness(after: .seconds(9)) == .failed(reason: "One does not play after 9 s (connecting)"))
    _ = try wait.isOver(status(.retrying, reason: "gone"))
    #expect(
      wait.lateness(after: .seconds(9))
        == .failed(reason: "One does not play after 9 s (retrying: gone); the daemon keeps trying"))
  }
}
