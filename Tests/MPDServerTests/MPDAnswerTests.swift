import MPDServer
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "Answers to commands that a radio cannot obey in full", .serialized, .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDAnswerTests {
  /// Commands, and their answers before `OK` or the whole error.
  private static let answers: [(command: String, answer: String)] = [
    ("random 1", ""), ("random 0", ""), ("repeat 0", ""), ("repeat 1", ""), ("single 1", ""), ("single oneshot", ""),
    ("consume 1", ""), ("crossfade 3", ""), ("mixrampdb -17.5", ""), ("mixrampdelay nan", ""),
    ("replay_gain_mode album", ""), ("replay_gain_status", "replay_gain_mode: off"),
    ("random 2", "ACK [2@0] {random} Boolean (0/1) expected: 2"),
    ("crossfade x", "ACK [2@0] {crossfade} Integer expected: x"),
    ("mixrampdb x", "ACK [2@0] {mixrampdb} Float expected: x"),
    ("single 2", "ACK [2@0] {single} Unrecognized single mode, expected 0, 1, or oneshot"),
    ("update", "updating_db: 1"), ("rescan", "updating_db: 1"), ("update Jazz", "updating_db: 1"),
    ("listmounts", "mount: "), ("listfiles", ""), ("listfiles /", ""),
    ("listfiles foo", "ACK [50@0] {listfiles} No such directory"),
    ("prioid 5 1", ""), ("prioid 5 99", "ACK [50@0] {prioid} No such song"),
    ("prioid 256 1", "ACK [2@0] {prioid} Number too large: 256"),
    ("rangeid 1 0:10", "ACK [4@0] {rangeid} Cannot play a part of a station"),
    ("addtagid 1 Artist x", "ACK [4@0] {addtagid} Cannot edit tags of a station"),
    ("playlistclear nonesuch", "ACK [50@0] {playlistclear} No such playlist"),
    ("listplaylist nonesuch", "ACK [50@0] {listplaylist} No such playlist"),
    ("list artist", ""), ("list Album", ""), ("list genre", "Genre: |Genre: Calm|Genre: Jazz|Genre: Sine"),
    ("list artist group genre", "Genre: |Genre: Calm|Genre: Jazz|Genre: Sine"),
    ("getfingerprint x", "ACK [50@0] {getfingerprint} No such song"),
    ("getfingerprint http://127.0.0.1:1/jazz", "ACK [5@0] {getfingerprint} A stream has no fingerprint"),
    ("readpicture x 0", "ACK [50@0] {readpicture} No such song"),
    ("albumart x 0", "ACK [50@0] {albumart} No file exists"),
    ("readpicture http://127.0.0.1:1/jazz 0", "ACK [50@0] {readpicture} No file exists"),
    ("seekcur 5", "ACK [55@0] {seekcur} Not playing"),
  ]

  @Test("each command has the answer that clients expect")
  func table() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      for (command, answer) in Self.answers {
        let lines = try client.ask(command)
        let text = lines.joined(separator: "|")
        #expect(text == (answer.hasPrefix("ACK") ? answer : (answer.isEmpty ? "OK" : answer + "|OK")), "\(command)")
      }
      // The options are fixed, whatever was accepted.
      let status = try client.ask("status")
      #expect(Set(["repeat: 1", "random: 0", "single: 0", "consume: 0"]).isSubset(of: status), "\(status)")
    }
  }

  @Test("clients in idle hear of an option that was set, and of an update, and read what is so")
  func options() async throws {
    try await MPDFixture.with { fixture in
      let (client, other) = (try fixture.client(), try fixture.client())
      other.lines.send("idle options update\n")
      #expect(try client.ask("random 1") == ["OK"] && other.answer() == ["changed: options", "OK"])
      other.lines.send("idle options update\n")
      #expect(try client.ask("update") == ["updating_db: 1", "OK"] && other.answer() == ["changed: update", "OK"])
    }
  }

  @Test("a station that failed, as one that plays or is paused, is not seekable")
  func seeking() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      try fixture.tuner.edit(.insert([.url(fixture.source.url("/none"))], at: nil))
      for place in [0, 3] {
        #expect(try client.ask("play \(place)") == ["OK"])
        if place == 3 { #expect(ProcessRunner.eventually { !fixture.tuner.snapshot.state.isTunedIn }) }
        #expect(try client.ask("seekcur 5") == ["ACK [5@0] {seekcur} Not seekable"])
      }
      #expect(try client.ask("stop") == ["OK"])
      #expect(try client.ask("seekcur 5") == ["ACK [55@0] {seekcur} Not playing"])
    }
  }

  @Test("after pause and clear the radio is stopped, and play does not bring the station back")
  func clearedPause() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      for stops in ["pause 1", "stop"] {
        #expect(try client.ask("clear") == ["OK"] && client.ask("add /") == ["OK"] && client.ask("play 0") == ["OK"])
        #expect(try client.ask(stops) == ["OK"] && client.ask("clear") == ["OK"])
        for command in ["play", "pause 0", "playid"] {
          let status = try client.ask("status")
          #expect(status.contains("state: stop") && status.contains("playlistlength: 0"), "\(status)")
          #expect(try client.ask(command) == ["OK"])
        }
        #expect(try client.value("state", of: "status") == "stop")
      }
      #expect(try client.ask("add /") == ["OK"] && client.ask("play") == ["OK"])
      #expect(try client.value("song", of: "status") == "0")
    }
  }
}
