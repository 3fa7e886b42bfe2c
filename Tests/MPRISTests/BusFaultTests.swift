import Glibc
import MPRIS
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "A session bus that fails", .serialized, .enabled(if: SessionBusServer.isAvailable && SignalSource.isAvailable),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct BusFaultTests {
  private func playerctl(_ arguments: String..., on bus: SessionBusServer) throws -> String {
    try ProcessRunner.run(
      "playerctl", ["--player=radiod"] + arguments, environment: bus.environment, limit: .seconds(10)
    ).text
  }

  /// A session bus, and a radio that playerctl sees on it.
  private func seenRadio() async throws -> (bus: SessionBusServer, radio: PlayingRadio, player: MPRISPlayer) {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio()
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") { try playerctl("status", on: bus) == "Stopped\n" }
    return (bus, radio, player)
  }

  @Test(
    "without a session bus the radio plays on, with one line that the journal does not show",
    arguments: [nil, "unix:path=/nonexistent/bus", "nonsense"])
  func noBus(address: String?) async throws {
    let (radio, log) = (try PlayingRadio(), CollectedLog())
    let player = MPRISPlayer(
      tuner: radio.tuner, logger: log.logger, busAddress: { address })
    #expect(player.start())
    try await radio.play()
    try await eventually("it says so") { !log.lines.isEmpty }
    await player.stop()
    #expect(log.lines.count == 1 && log.lines[0].hasPrefix("info: there is no session bus yet"), "\(log.lines)")
    await radio.end()
  }

  @Test("media keys begin when the bus comes after the radio, and come again when it restarts, with two lines")
  func restart() async throws {
    let (radio, log, folder) = (try PlayingRadio(), CollectedLog(), try Scratch())
    let player = try radio.open(
      at: SessionBusServer.address(in: folder), logger: log.logger)
    try await eventually("it has looked for the bus") { !log.lines.isEmpty }
    let first = try SessionBusServer(in: folder)
    try await eventually("playerctl sees the radio") { try playerctl("status", on: first) == "Stopped\n" }
    #expect(log.lines.allSatisfy { $0.hasPrefix("info: ") }, "\(log.lines)")
    first.process.terminate(SIGKILL)
    try await eventually("it says that the bus is gone") {
      log.lines.contains { $0.hasPrefix("notice: the session bus is gone") && $0.contains("media keys do not work") }
    }
    let second = try SessionBusServer(in: folder)
    try await eventually("playerctl sees the radio again") { try playerctl("status", on: second) == "Stopped\n" }
    try await radio.play()
    try await eventually("changes are seen") { try playerctl("status", on: second) == "Playing\n" }
    #expect(log.lines.filter { $0.hasPrefix("notice: ") }.count == 2, "\(log.lines)")
    #expect(log.lines.contains("notice: the session bus is back"))
    await player.stop()
    await radio.end()
  }

  @Test("when the session bus dies, the radio continues to play, and a new frontend starts at the next bus")
  func death() async throws {
    let (bus, radio, player) = try await seenRadio()
    try await radio.play()
    bus.process.terminate(SIGKILL)
    let heard = radio.tuner.snapshot.elapsed
    try await eventually("the sound goes on") { radio.tuner.snapshot.elapsed > heard + .milliseconds(300) }
    #expect(radio.tuner.snapshot.state == .playing)
    let next = try SessionBusServer()
    let frontend = try radio.open(at: next)
    try await eventually("the next bus has the radio") { try playerctl("status", on: next) == "Playing\n" }
    await frontend.stop()
    await player.stop()
    await radio.end()
  }

  @Test("a command does not wait for a bus that hangs, and the bus gets the current state when it runs again")
  func hang() async throws {
    let (bus, radio, player) = try await seenRadio()
    try await radio.play()
    let follower = try bus.start("playerctl", "--player=radiod", "--follow", "volume")
    try await eventually("it listens") { follower.text == "1.000000\n" }
    bus.process.signal(SIGSTOP)
    // The bus goes on only behind these commands.
    for volume in 0..<200 { await radio.tuner.perform(.setVolume(volume % 100)) }
    await radio.tuner.perform(.setVolume(77))
    #expect(radio.tuner.snapshot.state == .playing && radio.tuner.snapshot.volume == 77)
    bus.process.signal(SIGCONT)
    try await eventually("the follower gets the volume") { follower.text.hasSuffix("0.770000\n") }

    bus.process.signal(SIGSTOP)
    await player.stop()
    let next = try SessionBusServer()
    let frontend = try radio.open(at: next)
    try await eventually("another bus is served") { try playerctl("status", on: next) == "Playing\n" }
    await frontend.stop()
    await radio.end()
  }

  @Test("many changes make at most one signal per 50 ms, and the last change is always sent")
  func floodOfChanges() async throws {
    let (bus, radio, player) = try await seenRadio()
    let follower = try bus.start("playerctl", "--player=radiod", "--follow", "volume")
    try await eventually("it listens") { follower.text == "1.000000\n" }
    let start = ContinuousClock.now
    var last = start
    var volume = 0
    func lines() -> Int { follower.text.split(separator: "\n").count }
    while last - start < .milliseconds(600) || lines() <= 5 && last - start < TestTime.seconds(10) {
      volume = (volume + 1) % 90
      await radio.tuner.perform(.setVolume(volume))
      last = .now
    }
    await radio.tuner.perform(.setVolume(95))
    try await eventually("the follower gets the last one") { follower.text.hasSuffix("0.950000\n") }
    let limit = Double((ContinuousClock.now - start) / .milliseconds(50)) + 2
    let count = lines()
    #expect(count > 5 && Double(count) <= limit, "\(count) of at most \(limit)")
    await player.stop()
    await radio.end()
  }

  @Test("a flood of method calls takes less than a quarter of a core and does not interrupt the audio")
  func floodOfCalls() async throws {
    let (bus, radio, player) = try await seenRadio()
    try await radio.play()
    let flood = try bus.start("python3", "-c", Self.flooder, bus.address)
    try await eventually("the flood begins") { !flood.text.isEmpty || flood.exitCode != nil }
    let share = try await Self.share(of: radio, heard: .seconds(2))
    #expect(flood.exitCode == nil, "\(flood.errorText)")
    #expect(share < 0.25, "the flood took \(share) of a core")
    #expect(radio.tuner.snapshot.state == .playing)
    #expect(radio.tuner.snapshot.counts.underruns == 0)
    flood.terminate(SIGKILL)
    await player.stop()
    let next = try SessionBusServer()
    let frontend = try radio.open(at: next)
    try await eventually("another bus is served") { try playerctl("status", on: next) == "Playing\n" }
    await frontend.stop()
    await radio.end()
  }

  /// The share of one processor that this process uses while the radio plays for `heard`.
  private static func share(of radio: PlayingRadio, heard: Duration) async throws -> Double {
    let (start, before) = (ContinuousClock.now, ProcessorTime.seconds)
    let end = radio.tuner.snapshot.elapsed + heard
    try await eventually("the sound goes on") { radio.tuner.snapshot.elapsed >= end }
    return (ProcessorTime.seconds - before) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// A program that sends method calls to the radio as fast as it can, in the D-Bus protocol, and reads no answers.
  private static let flooder = """
    import os, socket, struct, sys
    bus = socket.socket(socket.AF_UNIX)
    bus.connect(sys.argv[1].split("=", 1)[1])
    bus.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
    assert bus.recv(4096).startswith(b"OK"), "not let in"
    bus.sendall(b"BEGIN\\r\\n")
    def field(code, kind, text):
        return struct.pack("<BB2sI", code, 1, kind + b"\\0", len(text)) + text + b"\\0"
    def call(to, path, interface, member, number, flags):
        fields = b""
        for part in field(1, b"o", path), field(2, b"s", interface), field(3, b"s", member), field(6, b"s", to):
            fields += b"\\0" * (-len(fields) % 8) + part
        head = struct.pack("<BBBBIII", 108, 1, flags, 1, 0, number, len(fields)) + fields
        return head + b"\\0" * (-len(head) % 8)
    driver, player = b"org.freedesktop.DBus", b"org.mpris.MediaPlayer2"
    bus.sendall(call(driver, b"/org/freedesktop/DBus", driver, b"Hello", 1, 1))
    number = 2
    print("flooding", flush=True)
    while True:
        calls = [call(player + b".radiod", b"/org/mpris/MediaPlayer2", player + b".Player", b"Play", number + i, 1)
                 for i in range(200)]
        bus.sendall(b"".join(calls))
        number += 200
    """
}
