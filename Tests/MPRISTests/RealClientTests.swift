import Glibc
import MPRIS
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "MPRIS clients on the session bus", .serialized,
  .enabled(if: SessionBusServer.isAvailable && SignalSource.isAvailable), .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RealClientTests {
  private static let name = "org.mpris.MediaPlayer2.radiod"
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"

  private func playerctl(_ arguments: String..., on bus: SessionBusServer) throws -> String {
    let result = try ProcessRunner.run(
      "playerctl", ["--player=radiod"] + arguments, environment: bus.environment, limit: .seconds(10))
    return result.text + result.errorText
  }

  private func names(on bus: SessionBusServer) throws -> [String] {
    try bus.run("playerctl", "--list-all").text.split(separator: "\n").map(String.init).sorted()
  }

  @Test("playerctl controls the radio as it controls every player")
  func everyday() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio()
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") { try names(on: bus) == ["radiod"] }
    #expect(try playerctl("status", on: bus) == "Stopped\n")

    #expect(try playerctl("play", on: bus) == "")
    try await eventually("it plays") { radio.tuner.snapshot.title != nil }
    #expect(try playerctl("status", on: bus) == "Playing\n")
    let format = "{{artist}}|{{title}}|{{album}}|{{xesam:url}}|{{mpris:artUrl}}|{{playerName}}"
    #expect(
      try playerctl("metadata", "--format", format, on: bus)
        == "Björk|Jóga|First FM|\(radio.urls[0])||radiod\n")
    #expect(try (Double(playerctl("position", on: bus).dropLast()) ?? -1) >= 0)

    #expect(try playerctl("play-pause", on: bus) == "")
    try await eventually("it is paused") { try playerctl("status", on: bus) == "Paused\n" }
    #expect(try playerctl("play-pause", on: bus) == "")
    try await eventually("it plays again") { try playerctl("status", on: bus) == "Playing\n" }
    for _ in 0..<2 {  // the second changes nothing
      #expect(try playerctl("pause", on: bus) == "")
      try await eventually("it pauses") { try playerctl("status", on: bus) == "Paused\n" }
    }
    #expect(radio.tuner.status.state == .paused)
    #expect(try playerctl("play", on: bus) == "")
    try await eventually("it plays on") { try playerctl("status", on: bus) == "Playing\n" }

    #expect(try playerctl("next", on: bus) == "")
    try await eventually("the second station") { try playerctl("metadata", "album", on: bus) == "Second FM\n" }
    #expect(try playerctl("previous", on: bus) == "")
    try await eventually("the first station") { try playerctl("metadata", "album", on: bus) == "First FM\n" }

    #expect(try playerctl("volume", "0.42", on: bus) == "")
    try await eventually("the volume") { radio.tuner.snapshot.volume == 42 }
    #expect(try playerctl("volume", on: bus) == "0.420000\n")

    let address = radio.urls[1] + "?x"
    #expect(try playerctl("open", address, on: bus) == "")
    try await eventually("the address") { radio.tuner.snapshot.source == .url(address) }
    #expect(try playerctl("stop", on: bus) == "")
    try await eventually("it is stopped") { try playerctl("status", on: bus) == "Stopped\n" }
    await player.stop()
    try await eventually("the radio has left the bus") { try names(on: bus).isEmpty }
    await radio.end()
  }

  @Test("the state after a command is its result at once, and a repeated command does not undo it")
  func stateAfterCommand() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio()
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") { try names(on: bus) == ["radiod"] }
    for _ in 0..<8 {
      for (command, state) in [
        ("play", "Playing"), ("pause", "Paused"), ("play-pause", "Playing"), ("stop", "Stopped"),
      ] {
        #expect(try playerctl(command, on: bus) == "")
        #expect(try playerctl("status", on: bus) == state + "\n", "\(command)")
      }
    }
    #expect(try playerctl("volume", "0.5", on: bus) == "")
    #expect(try playerctl("volume", on: bus) == "0.500000\n")
    // These commands come faster than the audio fades out.
    #expect(try playerctl("play", on: bus) == "")
    try await eventually("it plays") { radio.tuner.snapshot.state == .playing }
    for command in ["pause", "pause", "stop", "stop"] { #expect(try playerctl(command, on: bus) == "") }
    #expect(try playerctl("status", on: bus) == "Stopped\n")
    await radio.tuner.answer()
    #expect(radio.tuner.status.state == .stopped)
    await player.stop()
    await radio.end()
  }

  @Test("a follower gets each title, each station and each pause exactly once")
  func follow() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio(titles: [("Björk - Jóga", 0), ("Ñu - \u{FFFE}Two", 1.5)])
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") { try names(on: bus) == ["radiod"] }
    let format = "{{artist}}|{{title}}|{{album}}|{{mpris:trackid}}"
    let titles = try bus.start("playerctl", "--player=radiod", "--follow", "metadata", "--format", format)
    let states = try bus.start("playerctl", "--player=radiod", "--follow", "status")
    try await eventually("they listen") { states.text == "Stopped\n" && !titles.text.isEmpty }
    radio.tuner.send(.resume)
    try await eventually("the second title is sent") { titles.text.contains("|Two|") }
    radio.tuner.send(.pause)
    try await eventually("the pause is sent") { states.text.hasSuffix("Paused\n") }
    radio.tuner.send(.next)
    try await eventually("the station is sent") { titles.text.contains("|Second FM|Second FM|") }
    let lines = titles.text.split(separator: "\n").filter { !$0.hasPrefix("|") }
    #expect(lines.map { $0.prefix { $0 != "'" } } == ["Björk|Jóga|First FM|", "Ñu|Two|First FM|"])
    #expect(Set(lines.map { $0.split(separator: "/").last }).count == 2, "each title is a track of its own")
    try await eventually("the next station plays") { states.text.hasSuffix("Paused\nPlaying\n") }
    #expect(states.text == "Stopped\nPlaying\nPaused\nPlaying\n")
    await player.stop()
    await radio.end()
  }

  @Test("busctl and gdbus find every interface, get and set properties, and get an error for a wrong call")
  func explorers() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio()
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") { try names(on: bus) == ["radiod"] }
    let tree = try bus.run("busctl", "--user", "tree", "--list", Self.name)
    #expect(tree.text.split(separator: "\n").last == "\(Self.path)", "\(tree.errorText)")
    let found = try bus.run("gdbus", "introspect", "--session", "--dest", Self.name, "--object-path", Self.path)
    #expect(found.exitCode == 0, "\(found.errorText)")
    for line in [
      "interface org.freedesktop.DBus.Peer {", "interface org.freedesktop.DBus.Introspectable {",
      "readonly s Identity = 'SpringRadio';", "readonly b CanQuit = false;", "readwrite d Volume = 1.0;",
      "readonly x Position = 0;", "readonly s PlaybackStatus = 'Stopped';", "OpenUri(in  s Uri);",
      "Seeked(x Position);",
    ] {
      #expect(found.text.contains(line), "\(line)")
    }
    let set = ["--user", "set-property", Self.name, Self.path, Self.interface]
    let call = ["--user", "call", Self.name, Self.path]
    let rows: [(arguments: [String], says: String?)] = [
      (set + ["Volume", "d", "0.25"], nil), (set + ["Volume", "s", "loud"], "Volume is a number"),
      (set + ["Volume", "a(ii)", "1", "2", "3"], "takes arguments of the types 'ssv'"),
      (set + ["Metadata", "s", "x"], "Metadata cannot be set"),
      (call + [Self.interface, "OpenUri", "s", "file:///etc/passwd"], "is not an http or https address"),
      (call + [Self.interface, "OpenUri", "s", String(repeating: "x", count: 100_000)], "takes arguments"),
      (call + [Self.interface, "Dance"], "no such method"),
      (call + ["org.example.Dance", "Dance"], "no such interface"),
      (call + ["org.freedesktop.DBus.Peer", "Ping"], nil),
    ]
    for row in rows {
      let result = try ProcessRunner.run("busctl", row.arguments, environment: bus.environment, limit: .seconds(10))
      #expect((result.exitCode == 0) == (row.says == nil), "\(row.arguments.suffix(4)) \(result.errorText)")
      #expect(row.says.map(result.errorText.contains) ?? true, "\(result.errorText)")
    }
    #expect(radio.tuner.snapshot.volume == 25)
    await player.stop()
    await radio.end()
  }

  @Test("a second radio takes its own bus name, and clients choose between the two")
  func secondRadio() async throws {
    let bus = try SessionBusServer()
    let (radio, other) = (try PlayingRadio(), try PlayingRadio())
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the first") { try names(on: bus) == ["radiod"] }
    let second = try other.open(at: bus)
    let instance = "radiod.instance\(getpid())"
    try await eventually("playerctl sees both") { try names(on: bus) == ["radiod", instance] }
    #expect(try bus.run("playerctl", "--player=\(instance)", "volume", "0.1").exitCode == 0)
    try await eventually("the second obeys") { other.tuner.snapshot.volume == 10 }
    #expect(radio.tuner.snapshot.volume == 100)
    for frontend in [player, second] { await frontend.stop() }
    for radio in [radio, other] { await radio.end() }
  }
}
