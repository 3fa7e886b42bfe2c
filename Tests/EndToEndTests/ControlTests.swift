import Foundation
import Glibc
import TestSupport
import Testing

/// The time from a command until its effect is heard, and that it is heard without a click. The limits are several times
/// what is measured on an idle machine (`make bench controls`), and half of what it took when sound that was written could
/// not be taken back.
@Suite(
  "Controls take effect within 0.25 s", .serialized, .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: PulseServer.isAvailable && SignalSource.isAvailable, "needs pulseaudio and ffmpeg"))
struct ControlTests {
  private static let limit = 0.25
  /// The smallest step that counts as a click. Without a ramp, the tone of amplitude 0.5, whose channels differ by an
  /// eighth of a cycle, has a step of at least 0.17. A sound server that is late on a busy machine makes small ones.
  private static let minimumClick = 0.1

  /// A sound server with its sink.
  enum Way: String, Sendable, CaseIterable {
    /// PulseAudio's null sink, which gives back what was not heard.
    case nullSink
    /// A PulseAudio sink that gives back nothing.
    case pipeSink
    /// PipeWire's ALSA sink, by ALSA's `pulse` and `pipewire` plugins.
    case pipeWirePulse, pipeWireDirect

    /// Whether its servers are installed.
    var isAvailable: Bool {
      switch self {
      case .nullSink, .pipeSink: PulseServer.isAvailable
      case .pipeWirePulse, .pipeWireDirect: PipeWireServer.isAvailable && ALSADouble.isAvailable
      }
    }

    /// The server, which runs as long as it exists, what is heard, its rate, and the environment of its clients.
    func start() throws -> (server: any Sendable, sound: any SoundRecording, rate: Int, environment: [String: String]) {
      switch self {
      case .nullSink:
        let server = try PulseServer()
        return (server, try server.record(), server.sampleRate, server.environment)
      case .pipeSink:
        let server = try PulseServer(sink: .pipe(holding: .milliseconds(100)))
        return (server, try #require(server.pipe), server.sampleRate, server.environment)
      case .pipeWirePulse, .pipeWireDirect:
        let server = try PipeWireServer(sink: .card(ALSADouble(isPatient: true)))
        return (
          server, try server.record(), server.sampleRate,
          server.environment(self == .pipeWirePulse ? .pulse : .pipewire)
        )
      }
    }
  }

  /// A station that sends a tone, and a sound server whose sound is recorded.
  private final class Tone {
    private let server: any Sendable
    private let recorder: any SoundRecording
    private let rate: Int
    private let station: ScriptedServer
    private let folder: Scratch
    /// The environment for a program that plays to the sound server.
    let environment: [String: String]

    init(_ way: Way = .nullSink, adding more: [String: String] = [:]) throws {
      let servers: [String: String]
      (server, recorder, rate, servers) = try way.start()
      folder = try Scratch()
      let audio = try SignalSource.shared.bytes(
        .init(.tones([1000], amplitude: 0.5), seconds: 60), as: .mp3(kilobits: 128))
      station = try ScriptedServer { call in
        call.answer(headers: ["Content-Type: audio/mpeg"])
        call.broadcast(audio, bytesPerSecond: 16_000, burst: 64_000)
      }
      let names = ["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"]
      for name in names.values { mkdir(folder.path(name), 0o700) }
      environment = servers.merging(names.mapValues(folder.path)) { $1 }.merging(more) { $1 }
    }

    deinit {
      (recorder as? ProcessRunner)?.terminate()
      station.stop()
      (server as? PulseServer)?.stop()
    }

    /// The station's address.
    var address: String { station.url }

    /// Waits until the tone is heard.
    func begins() -> Bool { ProcessRunner.eventually { (0.4...0.6).contains(level) } }

    /// The largest sample of the last 20 ms of the recording; 1 is full scale.
    private var level: Double { Self.peak(recorder.output.suffix(rate / 50 * 4)) }

    private static func peak(_ bytes: some Collection<UInt8>) -> Double {
      let bytes = Array(bytes)
      var maximum = 0
      for index in stride(from: 0, to: bytes.count - 3, by: 4) {
        maximum = max(maximum, abs(Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))))
      }
      return Double(maximum) / 32768
    }

    /// What was heard of a command.
    struct Effect {
      /// Seconds from the start of the command until the recording has a level in the range and keeps it for 0.2 s; nil
      /// when that does not happen.
      var seconds: Double?
      /// Clicks from the start of the command on.
      var clicks: SampleSteps
    }

    /// Listens to `command`, which ends the sound, until a tenth of a second is silent or nothing more comes: some sinks
    /// play nothing when nothing plays to them. Returns the clicks, and the level of the last 5 ms.
    func end(by command: () throws -> Void) throws -> (clicks: SampleSteps, level: Double) {
      let start = recorder.output.count / 4 * 4
      try command()
      _ = ProcessRunner.eventually {
        let count = recorder.output.count
        return Self.peak(recorder.output.suffix(rate / 10 * 4)) == 0
          || ProcessRunner.never(within: .milliseconds(300)) { recorder.output.count > count }
      }
      let heard = recorder.output.dropFirst(start)
      return (
        SampleSteps(heard, frequency: 1000, rate: rate, least: minimumClick), Self.peak(heard.suffix(rate / 200 * 4))
      )
    }

    /// Listens to the effect of `command` until the recording keeps a level in `range`.
    func effect(of command: () throws -> Void, until range: ClosedRange<Double>) throws -> Effect {
      let start = recorder.output.count / 4 * 4
      try command()
      var found: Int?
      let step = rate / 200 * 4
      _ = ProcessRunner.eventually {
        let heard = Array(recorder.output.dropFirst(start))
        let pieces = stride(from: 0, to: heard.count - step, by: step).map {
          range.contains(Self.peak(heard[$0..<$0 + step]))
        }
        found = pieces.indices.dropLast(40).first { pieces[$0..<$0 + 40].allSatisfy { $0 } }
        return found != nil
      }
      return Effect(
        seconds: found.map { Double($0 * step) / 4 / Double(rate) },
        clicks: SampleSteps(recorder.output.dropFirst(start), frequency: 1000, rate: rate, least: minimumClick))
    }
  }

  /// A service that plays the tone.
  private final class Service {
    let tone: Tone
    let process: ProcessRunner

    /// Offers MPRIS if there is a session bus.
    init(_ way: Way = .nullSink, bus: SessionBusServer? = nil) throws {
      var more: [String: String] = [:]
      more["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
      tone = try Tone(way, adding: more)
      process = try ProcessRunner(
        Radiod.path, ["serve", "--station", tone.address, "--no-mpd"] + (bus == nil ? ["--no-mpris"] : []),
        environment: Radiod.environment.merging(tone.environment) { $1 })
      guard tone.begins() else {
        throw ProcessRunner.StartError(description: "nothing is heard: \(process.errorText)")
      }
    }

    deinit { process.terminate() }

    /// The path of the file `name` in the service's runtime folder.
    func socket(_ name: String) -> String { tone.environment["XDG_RUNTIME_DIR", default: ""] + "/springradio/" + name }

    func ctl(_ words: [String]) throws {
      let result = try Radiod.run(["ctl"] + words, environment: tone.environment)
      #expect(result.exitCode == 0, "\(result.errorText)")
    }
  }

  private static let silence = 0.0...0.001
  private static let sound = 0.4...0.6

  /// A command, and the level that it leads to.
  private struct Row {
    var name: String
    var range: ClosedRange<Double>
    /// True when the sound server gets a new stream, which is not searched for clicks: the monitor of a sink loses the
    /// part of its beginning that the sink had filled with silence in advance.
    var isBeginning = false
    var command: () throws -> Void
  }

  /// Gives the commands, which lead back to where they began, one after another. Each must be heard in time once in
  /// three rounds, since a busy machine may start a command late; none may click.
  private func expectAtOnce(_ rows: [Row], rounds: Int = 3, on tone: Tone) throws {
    var best = [Double](repeating: .infinity, count: rows.count)
    for _ in 0..<rounds where best.contains(where: { $0 >= Self.limit }) {
      for (index, row) in rows.enumerated() {
        let effect = try tone.effect(of: row.command, until: row.range)
        best[index] = min(best[index], effect.seconds ?? .infinity)
        #expect(row.isBeginning || effect.clicks.all.isEmpty, "\(row.name): \(effect.clicks)")
      }
    }
    for (row, seconds) in zip(rows, best) { #expect(seconds < Self.limit, "\(row.name)") }
  }

  @Test("no change of the volume clicks, nor does a stop, whether the sink gives back sound or keeps it")
  func clicks() throws {
    for way in Way.allCases where way.isAvailable {
      let service = try Service(way)
      let changes = (0..<6).flatMap { _ in [("20", 0.0...0.3), ("100", Self.sound)] } + [("90", 0.0...0.47)]
      let rows = changes.map { percent, range in
        Row(name: "volume \(percent)", range: range) { try service.ctl(["volume", percent]) }
      }
      let effects = try rows.map { try service.tone.effect(of: $0.command, until: $0.range) }
      for (row, effect) in zip(rows, effects) {
        #expect(effect.clicks.all.isEmpty, "\(way), \(row.name): \(effect.clicks)")
      }
      let seconds = effects.map { $0.seconds ?? .infinity }.sorted()
      #expect(seconds[seconds.count / 2] < Self.limit, "\(way): \(seconds)")
      let end = try service.tone.end(by: { try service.ctl(["stop"]) })
      #expect(end.clicks.all.isEmpty && end.level < 0.02, "\(way), stop: \(end)")
    }
  }

  @Test("ctl controls volume, mute, pause, resume and stop; SIGTERM ends the service within 2 s")
  func commands() throws {
    let service = try Service()
    func ctl(_ words: String..., to range: ClosedRange<Double>, isBeginning: Bool = false) -> Row {
      Row(name: words.joined(separator: " "), range: range, isBeginning: isBeginning) { try service.ctl(words) }
    }
    try expectAtOnce(
      [
        ctl("volume", "0", to: Self.silence), ctl("volume", "100", to: Self.sound),
        ctl("mute", "on", to: Self.silence), ctl("mute", "off", to: Self.sound),
        ctl("volume", "50", to: 0.05...0.08), ctl("volume", "100", to: Self.sound),
        ctl("pause", to: Self.silence), ctl("toggle", to: Self.sound, isBeginning: true),
        ctl("stop", to: Self.silence), ctl("play", to: Self.sound, isBeginning: true),
      ], on: service.tone)
    let start = ContinuousClock.now
    try expectAtOnce(
      [Row(name: "SIGTERM", range: Self.silence) { service.process.signal(SIGTERM) }], rounds: 1, on: service.tone)
    #expect(ProcessRunner.eventually { service.process.exitCode != nil })
    #expect(service.process.exitCode == 0)
    #expect(start.duration(to: .now) < .seconds(2))
  }

  @Test("MPD's protocol controls volume and pause, HTTP controls volume and stop")
  func frontends() throws {
    let service = try Service()
    let mpd = try LineClient(path: service.socket("mpd.sock"))
    _ = try mpd.line()
    func ask(_ command: String, to range: ClosedRange<Double>, isBeginning: Bool = false) -> Row {
      Row(name: command, range: range, isBeginning: isBeginning) {
        mpd.send(command + "\n")
        let answer = try mpd.line()
        #expect(answer == "OK")
      }
    }
    func post(_ path: String, _ body: String, to range: ClosedRange<Double>, isBeginning: Bool = false) -> Row {
      Row(name: path + body, range: range, isBeginning: isBeginning) {
        let result = try ProcessRunner.run(
          "curl",
          [
            "-sf", "--unix-socket", service.socket("radiod.sock"), "-H", "Content-Type: application/json", "-d", body,
            "http://localhost" + path,
          ])
        #expect(result.exitCode == 0, "\(result.errorText)")
      }
    }
    try expectAtOnce(
      [
        ask("setvol 0", to: Self.silence), ask("setvol 100", to: Self.sound),
        ask("pause 1", to: Self.silence), ask("pause 0", to: Self.sound, isBeginning: true),
        post("/api/volume", #"{"volume": 0}"#, to: Self.silence),
        post("/api/volume", #"{"volume": 100}"#, to: Self.sound),
        post("/api/stop", "{}", to: Self.silence), post("/api/play", "{}", to: Self.sound, isBeginning: true),
      ], on: service.tone)
  }

  @Test(
    "MPRIS controls volume, pause, play and stop",
    .enabled(if: SessionBusServer.isAvailable, "needs dbus-daemon and playerctl"))
  func mpris() throws {
    let bus = try SessionBusServer()
    let service = try Service(bus: bus)
    func playerctl(_ words: String..., to range: ClosedRange<Double>, isBeginning: Bool = false) -> Row {
      Row(name: words.joined(separator: " "), range: range, isBeginning: isBeginning) {
        let result = try ProcessRunner.run(
          "playerctl", ["-p", "radiod"] + words, environment: bus.environment, limit: .seconds(10))
        #expect(result.exitCode == 0, "\(result.errorText)")
      }
    }
    try expectAtOnce(
      [
        playerctl("volume", "0", to: Self.silence), playerctl("volume", "1", to: Self.sound),
        playerctl("pause", to: Self.silence), playerctl("play", to: Self.sound, isBeginning: true),
        playerctl("stop", to: Self.silence), playerctl("play", to: Self.sound, isBeginning: true),
      ], on: service.tone)
  }

  @Test("keys mute, pause and end the program", .enabled(if: TmuxScreen.isAvailable, "needs tmux"))
  func keys() throws {
    let tone = try Tone()
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play \(tone.address)",
      environment: Radiod.environment.merging(tone.environment) { $1 })
    #expect(tone.begins(), "\(screen.text)")
    func key(_ key: String, to range: ClosedRange<Double>, isBeginning: Bool = false) -> Row {
      Row(name: key, range: range, isBeginning: isBeginning) { try screen.type(key) }
    }
    try expectAtOnce(
      [
        key("m", to: Self.silence), key("m", to: Self.sound), key(" ", to: Self.silence),
        key(" ", to: Self.sound, isBeginning: true),
      ], on: tone)
    let start = ContinuousClock.now
    try expectAtOnce([key("q", to: Self.silence)], rounds: 1, on: tone)
    #expect(screen.exitCode() == 0)
    #expect(start.duration(to: .now) < .seconds(2))
  }
}
