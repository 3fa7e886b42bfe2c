import Foundation
import Glibc
import TestSupport
import Testing

/// The program with a sound device that has faults. A new fault takes a line in the table of
/// `Tests/ALSADouble/double.c`, a case of `ALSADouble.Fault`, and a test of its effects here.
@Suite("Faults of the sound device", .serialized, .ownThreads, .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct SoundDeviceFaultTests {
  private static let tone = SignalSource.Recording(.tones([1000], amplitude: 0.5), seconds: 60)

  /// A station with the tone, 4 s ahead of its listeners.
  private static let station = Result {
    let audio = try SignalSource.shared.bytes(tone, as: .mp3(kilobits: 128))
    return try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(audio, bytesPerSecond: 16_000, burst: 64_000)
    }
  }

  /// A service that plays a tone to the device of `environment`, with its frontends open.
  private static func serve(_ environment: [String: String]) throws -> FaultWatch {
    try .serving(station.get().url, output: "alsa", environment: environment)
  }

  /// When a device gets its fault.
  private enum Moment {
    case theStart
    case theMiddle
  }

  /// A program, and the device that it plays to.
  private struct Run: CustomStringConvertible {
    let fault: ALSADouble.Fault
    let device: ALSADouble
    let player: FaultWatch

    var description: String { "\(fault): \(player.text)" }
  }

  /// Programs that play to devices with these faults, each of which occurs `times` times, or without end.
  private static func players(
    with faults: [ALSADouble.Fault], times: Int? = nil, from moment: Moment = .theMiddle
  ) throws -> [Run] {
    let runs = try faults.map { fault in
      let device = try ALSADouble(isPatient: true)
      if moment == .theStart { device.set(fault) }
      return Run(fault: fault, device: device, player: try serve(device.environment))
    }
    guard moment == .theMiddle else { return runs }
    for run in runs { #expect(ProcessRunner.eventually { run.device.heardSeconds > 1 }, "\(run)") }
    for run in runs { run.device.set(run.fault, times: times) }
    return runs
  }

  /// The share of a processor that each of several programs keeps busy over this many seconds.
  private static func loads(of runs: [Run], for seconds: Double) throws -> [Double] {
    func used() throws -> [Double] { try runs.map { try #require(ProcessUse(pid: $0.player.process.pid)).cpuSeconds } }
    let start = ContinuousClock.now
    let before = try used()
    ProcessRunner.never(within: .seconds(seconds))
    let time = start.duration(to: .now) / .seconds(1)
    return zip(before, try used()).map { ($1 - $0) / time }
  }

  /// The share of a processor that a program keeps busy over this many seconds.
  private static func load(of program: FaultWatch, for seconds: Double) throws -> Double {
    let start = ContinuousClock.now
    let before = try #require(ProcessUse(pid: program.process.pid)).cpuSeconds
    ProcessRunner.never(within: .seconds(seconds))
    let after = try #require(ProcessUse(pid: program.process.pid)).cpuSeconds
    return (after - before) / (start.duration(to: .now) / .seconds(1))
  }

  /// Whether the program writes `words` within 10 s.
  private static func says(_ program: FaultWatch, _ words: String) -> Bool {
    ProcessRunner.eventually { program.text.contains(words) }
  }

  /// The number of lines that it logged about the device and the sound.
  private static func lines(of program: FaultWatch) -> Int {
    program.lines.count { !$0.text.contains(" connected to ") }
  }

  /// Ends it, and checks its exit status and that no client of its frontends had to wait.
  private static func end(_ program: FaultWatch, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(program.frontendFaults() == [], sourceLocation: sourceLocation)
    #expect(program.process.terminate() == 0, "\(program.text)", sourceLocation: sourceLocation)
  }

  @Test(
    "without a device, or with a busy one, it plays silently, reports that, and is heard once the device is there",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func missing() throws {
    let words: [ALSADouble.Fault: String] = [
      .busy: "another program is using it", .refused: "no sound server is running", .hanging: "it does not answer",
    ]
    let runs = try Self.players(with: Array(words.keys), from: .theStart)
    for run in runs {
      #expect(Self.says(run.player, "no sound device 'default' (\(words[run.fault] ?? "?"))"), "\(run)")
      #expect(Self.says(run.player, "playing MP3"), "\(run)")
    }
    let reported = runs.map { Self.lines(of: $0.player) }
    #expect(try Self.loads(of: runs, for: 1.5).allSatisfy { $0 < 0.2 })
    #expect(runs.map { Self.lines(of: $0.player) } == reported, "\(runs)")
    for run in runs { run.device.set(.none) }
    for run in runs {
      #expect(Self.says(run.player, "sound goes to the device 'default'"), "\(run)")
      #expect(ProcessRunner.eventually { run.device.heardSeconds > 1 })
      Self.end(run.player)
    }
  }

  @Test("a default device that stands for a missing card is reported in one line, without libasound's messages")
  func missingCard() throws {
    let folder = try Scratch()
    try folder.write("</usr/share/alsa/alsa.conf>\ndefaults.pcm.card 97\n", as: "asound.conf")
    let result = try Radiod.run(
      "play", "demo", "--no-view", "--duration", "0.5",
      environment: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    #expect(result.exitCode == 0)
    #expect(!result.errorText.contains("ALSA"), "\(result.errorText)")
    #expect(result.errorLines.count { $0.contains("playing silently: no sound device 'default'") } == 1)
  }

  @Test("a named device that does not exist is an error in one line")
  func namedMissing() throws {
    let file = try SignalSource.shared.path(Self.tone, as: .mp3(kilobits: 128))
    let result = try Radiod.run("play", file, "--no-view", "--device", "plughw:7")
    #expect(result.exitCode == 69)
    #expect(result.isOneLineError && result.errorText.contains("plughw:7"), "\(result.errorText)")
  }

  @Test(
    "a device that is unplugged in the middle, and back 3 s later, is heard again at the right pitch",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func unplugged() throws {
    let device = try ALSADouble()
    let player = try Self.serve(device.environment)
    #expect(ProcessRunner.eventually { device.heardSeconds > 1.5 })
    device.set(.gone)
    #expect(Self.says(player, "playing silently: lost the sound device 'default' (the device is gone)"))
    #expect(try Self.load(of: player, for: 3) < 0.2)
    device.set(.none)
    let heard = device.heardSeconds
    #expect(Self.says(player, "sound goes to the device 'default'"), "\(player.text)")
    #expect(ProcessRunner.eventually { device.heardSeconds > heard + 4 })
    Self.end(player)
    let meter = ToneMeter(device.heard, rate: device.rate, channels: 2)
    #expect(meter.gaps(shortest: 0.3).count == 1)
    let tones = meter.tones().filter { $0 > 0 }
    #expect(tones.count { abs($0 - 1000) < 1 } > tones.count - 6, "all but the edges: \(tones)")
    #expect(Self.lines(of: player) <= 4, "\(player.text)")
  }

  /// A sound server with its sink, by one of the ways to it.
  private enum Server: String, CaseIterable {
    /// PulseAudio with a null sink, and with one that holds 0.7 s of sound.
    case pulse, slowPulse
    /// PipeWire by either of ALSA's plugins.
    case pipeWirePulse, pipeWireDirect

    static var available: [Server] {
      allCases.filter { [.pulse, .slowPulse].contains($0) || PipeWireServer.isAvailable }
    }

    var plugin: PipeWireServer.Plugin { self == .pipeWireDirect ? .pipewire : .pulse }
  }

  /// Waits until 2 s more of the tone were heard, at its pitch.
  private static func expectTone(_ recorder: any SoundRecording, rate: Int, _ text: String) {
    let heard = recorder.output.count
    #expect(ProcessRunner.eventually { recorder.output.count > heard + 2 * 4 * rate })
    let tones = ToneMeter(Array(recorder.output.dropFirst(heard)), rate: rate, channels: 2).tones()
    #expect(tones.count { abs($0 - 1000) < 1 } > 10, "\(text): \(tones)")
  }

  @Test(
    "a sound server that is killed and restarted 3 s later is heard again",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"))
  func serverDies() async throws {
    try await sideBySide(Server.available) { server in
      let scratch = try Scratch()
      let player: FaultWatch
      let (kill, restart): (() -> Void, () throws -> (any Sendable, any SoundRecording, Int))
      switch server {
      case .pulse, .slowPulse:
        let socket = scratch.path("socket")
        let sink: PulseServer.Sink = server == .pulse ? .null : .pipe(holding: .milliseconds(700))
        let first = try PulseServer(sink: sink, socketPath: socket)
        let configuration = try scratch.write(
          PulseServer.alsaConfiguration(devices: ["!default": socket]), as: "asound.conf")
        player = try Self.serve(["ALSA_CONFIG_PATH": configuration, "HOME": scratch.path])
        kill = { first.stop() }
        restart = {
          let second = try PulseServer(sink: sink, socketPath: socket)
          let recording: any SoundRecording = if let pipe = second.pipe { pipe } else { try second.record() }
          return (second, recording, second.sampleRate)
        }
      case .pipeWirePulse, .pipeWireDirect:
        let servers = try PipeWireServer()
        player = try Self.serve(servers.environment(server.plugin))
        kill = { servers.kill() }
        restart = {
          try servers.start()
          return (servers, try servers.record(), servers.sampleRate)
        }
      }
      #expect(Self.says(player, "playing MP3"), "\(server): \(player.text)")
      _ = try Self.load(of: player, for: 1)
      kill()
      #expect(
        Self.says(player, "playing silently: lost the sound device 'default'"), "\(server): \(player.text)")
      #expect(try Self.load(of: player, for: 3) < 0.2)
      let (running, recorder, rate) = try restart()
      #expect(Self.says(player, "sound goes to the device 'default'"), "\(server): \(player.text)")
      Self.expectTone(recorder, rate: rate, "\(server): \(player.text)")
      Self.end(player)
      withExtendedLifetime(running) {}
    }
  }

  @Test(
    "when the default sink is removed, as with headphones, the tone is heard on the other one",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"))
  func sinkRemoved() async throws {
    try await sideBySide(Server.available.filter { $0 != .slowPulse }) { server in
      let running: any Sendable
      let (environment, recorder, rate): ([String: String], any SoundRecording, Int)
      let control: (String...) throws -> String
      if server == .pulse {
        let pulse = try PulseServer()
        (running, environment, recorder, rate) = (pulse, pulse.environment, try pulse.record(), pulse.sampleRate)
        control = pulse.control
      } else {
        let pipeWire = try PipeWireServer()
        (running, environment, recorder) = (pipeWire, pipeWire.environment(server.plugin), try pipeWire.record())
        rate = pipeWire.sampleRate
        control = pipeWire.control
      }
      let module = try control("load-module", "module-null-sink", "sink_name=headphones")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(Int(module) != nil, "\(server): \(module)")
      _ = try control("set-default-sink", "headphones")
      #expect(
        ProcessRunner.eventually { (try? control("info"))?.contains("Default Sink: headphones\n") == true },
        "\(server)")
      let player = try Self.serve(environment)
      #expect(Self.says(player, "playing MP3"), "\(server): \(player.text)")
      func sinks() -> String { (try? control("list", "short", "sinks")) ?? "" }
      #expect(ProcessRunner.eventually { sinks().contains(/headphones.*RUNNING/) }, "\(server): \(sinks())")
      _ = try control("unload-module", module)
      #expect(
        ProcessRunner.eventually { recorder.output.suffix(1000).contains { $0 != 0 } }, "\(server): \(player.text)")
      Self.expectTone(recorder, rate: rate, "\(server): \(player.text)")
      Self.end(player)
      withExtendedLifetime(running) {}
    }
  }

  @Test(
    "with a device that is stuck, suspended or hanging, radiod answers a stop at once, and obeys it within 2.3 s",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func stuck() throws {
    let device = try ALSADouble()
    let file = try SignalSource.shared.path(Self.tone, as: .mp3(kilobits: 128))
    let plain = try Radiod.start("play", file, "--no-view", environment: device.environment)
    let runs = try Self.players(with: [.stuck, .hanging, .suspended, .hanging])
    #expect(ProcessRunner.eventually { device.heardSeconds > 1 })
    device.set(.hanging)
    #expect(try Self.loads(of: runs, for: 1).allSatisfy { $0 < 0.2 })
    // Clients that ask do not wait for those that stop a run; every other run is stopped in MPD's protocol.
    for (index, run) in runs.enumerated() { try Self.expectStop(run, overMPD: index % 2 == 1) }
    for run in runs { Self.end(run.player) }
    let service = try #require(Self.players(with: [.hanging]).first)
    for program in [plain, service.player.process] {
      let start = ContinuousClock.now
      #expect(program.terminate() == 0, "\(program.errorText)")
      #expect(start.duration(to: .now) < .seconds(2.2), "\(program.errorText)")
    }
  }

  /// Stops it through a frontend, which must answer at once, and take less than 2.3 s.
  private static func expectStop(_ run: Run, overMPD: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let frontends = try #require(run.player.frontends)
    let start = ContinuousClock.now
    if overMPD {
      #expect(try frontends.mpd("stop").last == "OK", "\(run)", sourceLocation: sourceLocation)
    } else {
      #expect(try frontends.post("/api/stop").contains("\"state\""), "\(run)", sourceLocation: sourceLocation)
    }
    #expect(start.duration(to: .now) < .seconds(0.5), "\(run)", sourceLocation: sourceLocation)
    #expect(frontends.waits(for: ["stopped"], within: 3), "\(run)", sourceLocation: sourceLocation)
    #expect(start.duration(to: .now) < .seconds(2.3), "\(run)", sourceLocation: sourceLocation)
  }

  @Test(
    "with a sound server that is suspended, radiod obeys a stop within 2.3 s",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"))
  func serverStuck() throws {
    let server = try PulseServer()
    let player = try Self.serve(server.environment)
    #expect(Self.says(player, "playing MP3"), "\(player.text)")
    server.process.signal(SIGSTOP)
    #expect(try Self.load(of: player, for: 1) < 0.2)
    let frontends = try #require(player.frontends)
    let start = ContinuousClock.now
    #expect(try frontends.post("/api/stop").contains("\"state\""))
    #expect(frontends.waits(for: ["stopped"], within: 3), "\(player.text)")
    #expect(start.duration(to: .now) < .seconds(2.3))
    Self.end(player)
  }

  @Test(
    "radiod recovers from a burst of underruns, errors or a suspend, and logs one line with a count",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func burst() throws {
    let words: [ALSADouble.Fault: String] = [.underruns: "3 faults", .errors: "3 faults", .suspended: "a fault"]
    let runs = try Self.players(with: Array(words.keys), times: 3)
    for run in runs {
      #expect(Self.says(run.player, "had \(words[run.fault] ?? "?") and continues"), "\(run)")
      let heard = run.device.heardSeconds
      #expect(ProcessRunner.eventually { run.device.heardSeconds > heard + 1 })
      #expect(Self.lines(of: run.player) == 2, "\(run)")
      Self.end(run.player)
    }
  }

  @Test(
    "underruns and errors without end cost little processor time and few lines of the log",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func storm() throws {
    let runs = try Self.players(with: [.underruns, .errors])
    #expect(try Self.loads(of: runs, for: 3.8).allSatisfy { $0 < 0.2 })
    for run in runs {
      #expect(Self.lines(of: run.player) <= 5, "\(run)")
      #expect(run.device.count(of: "open") <= 3, "tried after 1 s and 2 s more")
    }
    for run in runs { Self.end(run.player) }
  }

  @Test(
    "a device that forces another rate plays at the right pitch",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func otherRate() throws {
    let rate = 48000
    let device = try ALSADouble(rate: rate, isPatient: true)
    let player = try Self.serve(device.environment)
    #expect(ProcessRunner.eventually { device.heardSeconds > 3 })
    Self.end(player)
    let tones = ToneMeter(device.heard, rate: rate, channels: 2).tones().filter { $0 > 0 }
    #expect(tones.count > 15)
    #expect(tones.dropFirst(2).dropLast(2).allSatisfy { abs($0 - 1000) < 1 }, "\(tones)")
  }

  @Test(
    "after a suspension of 7 s radiod drops the old sound and joins the station again, with both outputs",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func suspends() throws {
    let audio = try SignalSource.shared.bytes(Self.tone, as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-name: Test FM"])
      call.broadcast(audio, bytesPerSecond: 16000, burst: 64000)
    }
    let device = try ALSADouble()
    let players = try ["alsa", "silent"].map { output in
      try Radiod.start("play", server.url, "--no-view", "--output", output, environment: device.environment)
    }
    for player in players {
      #expect(ProcessRunner.eventually { player.errorText.contains("playing MP3") }, "\(player.errorText)")
    }
    #expect(ProcessRunner.eventually { device.heardSeconds > 1 })
    for player in players { player.signal(SIGSTOP) }
    usleep(7_000_000)  // the fault itself
    for player in players { player.signal(SIGCONT) }
    let start = ContinuousClock.now
    #expect(ProcessRunner.eventually { server.callCount == 4 })
    #expect(start.duration(to: .now) < .seconds(5))
    for player in players {
      #expect(ProcessRunner.eventually { player.errorText.contains("was suspended for") }, "\(player.errorText)")
      #expect(ProcessRunner.eventually { player.errorText.components(separatedBy: "playing MP3").count == 3 })
      #expect(player.terminate() == 0)
    }
  }
}
