import AudioCore
import Logging
import MPDServer
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("Pauses and moves by clients of Music Player Daemon", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDSeekTests {
  private static let title = StreamMetadata(title: "The Artist - The Song")

  /// A radio at 5:20.5 of the first of two stations, of which 5:30 can be reached.
  private static func playing() -> TunerSnapshot {
    var snapshot = TunerSnapshot()
    snapshot.stations = ["a", "b"].map { Station(id: $0, name: $0.uppercased(), url: "http://127.0.0.1:1/\($0)") }
    snapshot.queue = StationQueue(stations: snapshot.stations)
    snapshot.source = .station(snapshot.stations[0])
    snapshot.entryID = 1
    snapshot.name = "A"
    snapshot.title = title.title
    snapshot.titleStart = .seconds(300)
    snapshot.state = .playing
    snapshot.elapsed = .milliseconds(320_500)
    snapshot.behindLive = .zero
    snapshot.seekable = .seconds(10) ... .seconds(330)
    return snapshot
  }

  private static func hold(_ snapshot: inout TunerSnapshot) {
    (snapshot.state, snapshot.isPaused, snapshot.isHeld) = (.stopped, true, true)
  }

  /// Runs `body` with a radio in the state of `snapshot` and the port of its server.
  private func serve(
    _ snapshot: TunerSnapshot = Self.playing(), _ body: (ScriptedRadio, () throws -> MPDTestClient) throws -> Void
  ) async throws {
    let folder = try Scratch()
    let radio = ScriptedRadio(snapshot)
    var options = MPDOptions()
    options.port = 0
    let server = MPDServer(
      tuner: radio, playlists: PlaylistFolder(path: folder.path("playlists")), outputName: "silent", options: options,
      group: MPDFixture.eventLoops, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let port = try #require(try await server.start())
    let result = Result { try body(radio) { try MPDTestClient(LineClient(port: port)) } }
    radio.end()
    await server.stop()
    try result.get()
  }

  @Test("pause holds the place; pause 0, play and playid of the same entry go on from it, another plays at once")
  func pause() async throws {
    try await serve { radio, connect in
      let client = try connect()
      #expect(try client.ask("pause 1") == ["OK"] && client.ask("pause") == ["OK"])
      #expect(radio.commands == [.pause, .pause])
      radio.send(.paused) { Self.hold(&$0) }
      let status = try client.ask("status")
      let lines = ["state: pause", "song: 0", "songid: 1", "elapsed: 320.500", "time: 320:330", "duration: 330.000"]
      #expect(Set(lines).isSubset(of: status), "\(status)")
      #expect(try client.value("Title", of: "currentsong") == "The Song")
      let goesOn = ["pause 0", "pause", "play", "play -1", "playid", "play 0", "playid 1"]
      for line in goesOn { #expect(try client.ask(line) == ["OK"], "\(line)") }
      #expect(radio.commands.dropFirst(2) == ArraySlice(goesOn.map { _ in Command.resume }))
      #expect(try client.ask("play 1") == ["OK"] && client.ask("playid 2") == ["OK"])
      #expect(radio.commands.suffix(2) == [.playEntry(id: 2), .playEntry(id: 2)])
    }
  }

  @Test("a radio that plays is paused, goes on where it was, and goes back", .enabled(if: SignalSource.isAvailable))
  func realRadio() async throws {
    try await MPDFixture.with(past: .seconds(600)) { fixture in
      let client = try fixture.client()
      func elapsed() throws -> Double { try client.value("elapsed", of: "status").flatMap(Double.init) ?? -1 }
      #expect(try client.ask("play 0") == ["OK"])
      #expect(ProcessRunner.eventually { (try? elapsed() > 3) == true })
      #expect(try client.value("duration", of: "status") == nil, "it is live")
      #expect(try client.ask("pause 1") == ["OK"] && client.value("state", of: "status") == "pause")
      // The sound fades out within 20 ms of the answer, and the place stays then.
      #expect(ProcessRunner.eventually { (try? elapsed() == elapsed()) == true })
      let held = try elapsed()
      #expect(ProcessRunner.eventually { fixture.tuner.snapshot.behindLive ?? .zero > .seconds(1) })
      #expect(try abs(elapsed() - held) < 0.1 && client.value("Title", of: "currentsong") == "The Song")
      let end = try #require(client.value("duration", of: "status").flatMap(Double.init))
      #expect(end > held + 0.9)
      #expect(try client.ask("play 0") == ["OK"] && client.value("state", of: "status") == "play")
      let goneOn = try elapsed()
      #expect(goneOn >= held - 0.1 && goneOn < held + 1, "it went on at \(held), not at live")
      #expect(try client.ask("seekcur 0") == ["OK"] && elapsed() < 1)
      #expect(try client.value("duration", of: "status") != nil, "it is behind live")
      #expect(try client.ask("seekcur +1e9") == ["OK"], "which leads to live")
      #expect(ProcessRunner.eventually { (try? client.value("duration", of: "status")) == .some(nil) })
      #expect(try client.ask("stop") == ["OK"] && client.value("elapsed", of: "status") == nil)
    }
  }

  @Test(
    "what is removed from the queue while it is held is stopped, and play does not bring it back",
    .enabled(if: SignalSource.isAvailable))
  func removed() async throws {
    try await MPDFixture.with(past: .seconds(600)) { fixture in
      let client = try fixture.client()
      #expect(try client.ask("play 0") == ["OK"])
      #expect(ProcessRunner.eventually { fixture.tuner.snapshot.elapsed > .zero })
      #expect(try client.ask("pause 1") == ["OK"] && client.value("state", of: "status") == "pause")
      #expect(fixture.tuner.snapshot.isHeld)
      #expect(try client.ask("clear") == ["OK"] && client.value("state", of: "status") == "stop")
      for command in ["play", "pause 0", "playid"] { #expect(try client.ask(command) == ["OK"], "\(command)") }
      #expect(try client.value("state", of: "status") == "stop")
      #expect(try client.value("playlistlength", of: "status") == "0")
    }
  }

  @Test("where no place is held, play and playid of the paused entry tune in to it")
  func unheldPause() async throws {
    var snapshot = Self.playing()
    (snapshot.state, snapshot.isPaused, snapshot.seekable, snapshot.behindLive) = (.stopped, true, nil, nil)
    try await serve(snapshot) { radio, connect in
      let client = try connect()
      for line in ["play 0", "playid 1", "play"] { #expect(try client.ask(line) == ["OK"], "\(line)") }
      #expect(radio.commands == [.playEntry(id: 1), .playEntry(id: 1), .resume])
    }
  }

  @Test(
    "seekcur, and seek and seekid of the current entry, move by or to a time",
    arguments: [
      ("seekcur -10", Seek.by(.seconds(-10))), ("seekcur +2.5", .by(.milliseconds(2500))),
      ("seekcur 100", .to(.seconds(100))), ("seekcur 0", .to(.zero)), ("seek 0 30.25", .to(.milliseconds(30250))),
      ("seekid 1 30", .to(.seconds(30))), ("seekcur -1e30", .by(.seconds(-21_600))),
      ("seekcur +1e30", .by(.seconds(21_600))), ("seek 0 1e30", .to(Seek.maximumTime)),
    ])
  func moves(line: String, seek: Seek) async throws {
    for isPaused in [false, true] {
      var snapshot = Self.playing()
      if isPaused { Self.hold(&snapshot) }
      try await serve(snapshot) { radio, connect in
        let client = try connect()
        #expect(try client.ask(line) == ["OK"])
        #expect(radio.commands == [.seek(seek)])
      }
    }
  }

  @Test("a move to another entry, or to no place, is refused and does nothing")
  func refusals() async throws {
    try await serve { radio, connect in
      let client = try connect()
      let rows = [
        ("seek 1 5", "5@0] {seek} Not seekable"), ("seekid 2 5", "5@0] {seekid} Not seekable"),
        ("seek 9 5", "2@0] {seek} Bad song index"), ("seekid 9 5", "50@0] {seekid} No such song"),
        ("seekcur x", "2@0] {seekcur} Float expected: x"), ("seekcur nan", "2@0] {seekcur} Float expected: nan"),
        ("seekcur +inf", "2@0] {seekcur} Float expected: +inf"),
        ("seekcur \"\"", "2@0] {seekcur} Float expected: "), ("seek 0 x", "2@0] {seek} Float expected: x"),
        ("seek 0 -1", "2@0] {seek} Negative value not allowed: -1"),
        ("seekid 1 -1", "2@0] {seekid} Negative value not allowed: -1"),
        ("seek x 1", "2@0] {seek} Integer expected: x"),
      ]
      for (line, error) in rows { #expect(try client.ask(line) == ["ACK [" + error], "\(line)") }
      radio.send(.notice("")) { $0.seekable = nil }
      for line in ["seekcur 5", "seekcur -5", "seek 0 5", "seekid 1 5"] {
        #expect(try client.ask(line).first?.hasSuffix("Not seekable") == true, "\(line)")
      }
      radio.send(.stopped) { $0.state = .stopped }
      #expect(try client.ask("seekcur 5") == ["ACK [55@0] {seekcur} Not playing"])
      #expect(radio.commands.isEmpty)
    }
  }

  @Test(
    "a duration is sent while the radio is paused or more than 2 s behind live, and never a Time of the song",
    arguments: [
      (Duration?.some(.zero), false, false), (.seconds(2), false, false), (.milliseconds(2001), false, true),
      (nil, false, false), (.zero, true, true), (nil, true, true),
    ])
  func duration(behind: Duration?, isPaused: Bool, isSent: Bool) async throws {
    var snapshot = Self.playing()
    snapshot.behindLive = behind
    if isPaused { Self.hold(&snapshot) }
    try await serve(snapshot) { _, connect in
      let client = try connect()
      #expect(try client.value("duration", of: "status") == (isSent ? "330.000" : nil))
      #expect(try client.value("time", of: "status") == (isSent ? "320:330" : "320:0"))
      #expect(try client.value("Time", of: "currentsong") == nil)
    }
  }

  @Test("clients in idle hear of a pause, of a move within a title, and of a title that is heard again")
  func idle() async throws {
    try await serve { radio, connect in
      let client = try connect()
      #expect(try client.ask("status").last == "OK")
      let events: [(TunerEvent, (inout TunerSnapshot) -> Void)] = [
        (.paused, { Self.hold(&$0) }),
        (.moved(to: .seconds(310)), { ($0.state, $0.isPaused, $0.isHeld) = (.playing, false, false) }),
        (.moved(to: .seconds(300)), { $0.elapsed = .seconds(300) }), (.titleAgain(Self.title), { _ in }),
      ]
      for (event, change) in events {
        client.lines.send("idle player\n")
        radio.send(event, after: change)
        #expect(try client.answer() == ["changed: player", "OK"], "\(event)")
      }
    }
  }
}
