import AudioCore
import Foundation
import Logging
import MPRIS
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite(
  "Places in the sound on the session bus", .serialized, .enabled(if: SessionBusServer.isAvailable),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct SeekTests {
  private static let name = "org.mpris.MediaPlayer2.radiod"
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"

  /// A radio at 20 s of a title that began at 300 s, and the bus that it is at.
  private final class Scene {
    let bus: SessionBusServer
    let radio: ScriptedRadio
    let player: MPRISPlayer
    let monitor: ProcessRunner

    init(_ change: (inout TunerSnapshot) -> Void = { _ in }) async throws {
      var snapshot = TunerSnapshot()
      snapshot.source = .station(Station(id: "a", name: "A", url: "http://a.example/"))
      (snapshot.name, snapshot.title, snapshot.titleStart) = ("A", "Artist - One", .seconds(300))
      (snapshot.state, snapshot.elapsed, snapshot.behindLive) = (.playing, .seconds(320), .zero)
      snapshot.seekable = .seconds(100) ... .seconds(330)
      change(&snapshot)
      let bus = try SessionBusServer()
      let address = bus.address
      (self.bus, radio) = (bus, ScriptedRadio(snapshot))
      player = MPRISPlayer(tuner: radio, logger: Logger(label: "mpris"), busAddress: { address })
      try #require(player.start())
      try await eventually("the radio is at the bus") {
        try bus.run("playerctl", "--list-all").text == "radiod\n"
      }
      monitor = try bus.start("gdbus", "monitor", "--session", "--dest", SeekTests.name)
      try await eventually("the monitor sees the radio") { [monitor] in monitor.text.contains("is owned by") }
      // The player signals changes from the first state that it has seen.
      var percent = 10
      try await eventually("the player signals changes") { [monitor, radio] in
        percent = percent == 10 ? 11 : 10
        let volume = percent
        radio.send(.volume(volume, isMuted: false)) { $0.volume = volume }
        return monitor.text.contains("'Volume'")
      }
    }

    /// The values of Seeked so far, in µs.
    var seeked: [Int] {
      monitor.text.split(separator: "\n").compactMap { line in
        line.components(separatedBy: "Player.Seeked (int64 ").dropFirst().first.flatMap { Int($0.dropLast(2)) }
      }
    }

    func playerctl(_ arguments: String...) throws -> String {
      let result = try ProcessRunner.run(
        "playerctl", ["--player=radiod"] + arguments, environment: bus.environment, limit: .seconds(10))
      return result.text + result.errorText
    }

    func property(_ name: String) throws -> String {
      try bus.run("busctl", "--user", "get-property", SeekTests.name, SeekTests.path, SeekTests.interface, name).text
    }

    func end() async {
      radio.end()
      await player.stop()
    }
  }

  @Test("playerctl moves by a time and to one, and reads the position in the title")
  func playerctl() async throws {
    let scene = try await Scene()
    #expect(try scene.property("Position") == "x 20000000\n")
    #expect(try scene.property("CanSeek") == "b true\n")
    #expect(try scene.playerctl("position", "10-") == "" && scene.playerctl("position", "10+") == "")
    #expect(scene.radio.commands == [.seek(.by(.seconds(-10))), .seek(.by(.seconds(10)))])
    #expect(try scene.playerctl("position", "5") == "")
    #expect(scene.radio.commands.last == .seek(.to(.seconds(305))))
    scene.radio.send(.paused) { ($0.state, $0.isPaused, $0.isHeld) = (.stopped, true, true) }
    try await eventually("it is paused") { try scene.playerctl("status") == "Paused\n" }
    #expect(try scene.property("Position") == "x 20000000\n")
    let title = try scene.playerctl("metadata", "xesam:title")
    #expect(title == "One\n")
    await scene.end()
  }

  @Test(
    "playerctl pauses a radio that plays, goes on, and goes back to the title before, whose length is known then",
    .enabled(if: SignalSource.isAvailable))
  func realRadio() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio(titles: [("Björk - Jóga", 0), ("Björk - Two", 2)], past: .seconds(600))
    let player = try radio.open(at: bus)
    func playerctl(_ arguments: String...) throws -> String {
      let result = try ProcessRunner.run(
        "playerctl", ["--player=radiod"] + arguments, environment: bus.environment, limit: .seconds(10))
      return result.text + result.errorText
    }
    try await eventually("the radio is at the bus") { try bus.run("playerctl", "--list-all").text == "radiod\n" }
    try await radio.play()
    try await eventually("the second title is heard") { radio.tuner.snapshot.title == "Björk - Two" }
    try await eventually("a second of it is heard") { radio.tuner.status.titleElapsed ?? 0 > 1 }
    #expect(try Double(playerctl("metadata", "mpris:length").dropLast()) == nil, "the title has not ended")
    #expect(try playerctl("pause") == "" && playerctl("status") == "Paused\n")
    #expect(try playerctl("metadata", "title") == "Two\n")
    try await eventually("the station goes on meanwhile") { radio.tuner.snapshot.behindLive ?? .zero > .seconds(1) }
    #expect(try playerctl("play") == "" && playerctl("status") == "Playing\n")
    #expect(radio.tuner.snapshot.behindLive ?? .zero > .seconds(0.9))
    #expect(try playerctl("position", "30-") == "", "which leads to the oldest sound that is kept")
    try await eventually("the first title is heard again") { radio.tuner.snapshot.title == "Björk - Jóga" }
    // Its place is held: in two seconds it would be over, and clients may be slow.
    await radio.tuner.perform(.pause)
    #expect(try playerctl("metadata", "title") == "Jóga\n")
    let length = try Double(playerctl("metadata", "mpris:length").dropLast()) ?? 0
    #expect(length > 1_500_000 && length < 2_500_000, "\(length)")
    #expect(radio.tuner.snapshot.titleIsRepeated && radio.tuner.snapshot.counts.titles == 2)
    await player.stop()
    await radio.end()
  }

  @Test("a move is signalled with its position, also when it ends in another title, and time that passes is not")
  func signals() async throws {
    let scene = try await Scene()
    scene.radio.send(.volume(50, isMuted: false)) { ($0.elapsed, $0.volume) = (.seconds(325), 50) }
    try await eventually("the volume is signalled") { scene.monitor.text.contains("'Volume': <0.5>") }
    #expect(scene.seeked == [])
    scene.radio.send(.moved(to: .seconds(305))) { $0.elapsed = .seconds(305) }
    try await eventually("the move is signalled") { scene.seeked == [5_000_000] }
    // The title follows the move, as its sound does.
    scene.radio.send(.moved(to: .seconds(250))) { $0.elapsed = .seconds(250) }
    try await eventually("the second move is signalled") { scene.seeked.count == 2 }
    scene.radio.send(.titleAgain(StreamMetadata(title: "Artist - Zero"))) {
      ($0.title, $0.titleStart, $0.titleIsRepeated) = ("Artist - Zero", .seconds(200), true)
    }
    try await eventually("the position in the other title is signalled") { scene.seeked.last == 50_000_000 }
    scene.radio.send(.titleAgain(StreamMetadata(title: "Artist - One"))) {
      ($0.title, $0.titleStart, $0.elapsed) = ("Artist - One", .seconds(300), .milliseconds(300_010))
    }
    try await eventually("the next title is signalled") { scene.monitor.text.hasSuffix("}, @as [])\n") }
    #expect(scene.seeked.count == 3, "a title that begins is at its beginning")
    await scene.end()
  }

  @Test("CanSeek and the length of a title that has ended are signalled when they change")
  func changes() async throws {
    let scene = try await Scene { $0.seekable = nil }
    #expect(try scene.property("CanSeek") == "b false\n")
    scene.radio.send(.notice("")) { $0.seekable = .zero ... .seconds(320) }
    try await eventually("CanSeek is signalled") { scene.monitor.text.contains("'CanSeek': <true>") }
    #expect(!scene.monitor.text.contains("mpris:length"))
    scene.radio.keep(
      TimeShift(
        start: 0, end: 400, live: 400, position: 320, bytes: 1,
        titles: [.init(id: 1, start: 300, end: 345.5, title: "Artist - One", receivedAt: 0)]))
    scene.radio.send(.moved(to: .seconds(310))) { $0.elapsed = .seconds(310) }
    try await eventually("the length is signalled") {
      scene.monitor.text.contains("'mpris:length': <int64 45500000>")
    }
    await scene.end()
  }

  @Test("SetPosition with another track, and one outside the title, have no effect")
  func otherTrack() async throws {
    let scene = try await Scene()
    let call = ["--user", "call", Self.name, Self.path, Self.interface, "SetPosition", "ox"]
    for arguments in [["/org/springradio/track/99", "0"], ["/org/springradio/track/1", "31000000"]] {
      let result = try ProcessRunner.run(
        "busctl", call + arguments, environment: scene.bus.environment, limit: .seconds(10))
      #expect(result.exitCode == 0, "\(result.errorText)")
    }
    #expect(scene.radio.commands == [])
    await scene.end()
  }
}
