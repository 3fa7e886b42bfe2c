import Foundation
import Glibc
import TestSupport
import Testing

/// How long after a command its effect is heard. The limits are several times what is measured on a machine at rest (`make bench
/// controls`), and half of what it took when sound that was written could not be taken back.
@Suite(
  "Controls are heard at once", .serialized, .ownThreads, .timeLimit(.minutes(2)),
  .enabled(if: PulseServer.isAvailable && SignalSource.isAvailable, "needs pulseaudio and ffmpeg"))
struct ControlTests {
  private static let limit = 0.25

  /// A service that plays a tone to a sound server, whose monitor is recorded.
  private final class Service {
    private let server: PulseServer
    private let recorder: ProcessRunner
    private let station: ScriptedServer
    private let folder: Scratch
    let environment: [String: String]
    let process: ProcessRunner
    let mpd: String

    init() throws {
      server = try PulseServer()
      recorder = try server.record()
      folder = try Scratch()
      let audio = try SignalSource.shared.bytes(
        .init(.tones([1000], amplitude: 0.5), seconds: 60), as: .mp3(kilobits: 128))
      station = try ScriptedServer { call in
        call.answer(headers: ["Content-Type: audio/mpeg"])
        call.broadcast(audio, bytesPerSecond: 16_000, burst: 64_000)
      }
      let names = ["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"]
      for name in names.values { mkdir(folder.path(name), 0o700) }
      environment = server.environment.merging(names.mapValues(folder.path)) { $1 }
      mpd = folder.path("run/springradio/mpd.sock")
      process = try Radiod.start(
        "serve", "--station", station.url, "--no-mpd", "--no-mpris", environment: environment)
      guard ProcessRunner.eventually({ (0.4...0.6).contains(level) }) else {
        throw ProcessRunner.StartFailure(description: "nothing is heard: \(process.errorText)")
      }
    }

    deinit {
      process.terminate()
      recorder.terminate()
      station.stop()
      server.stop()
    }

    /// The greatest sample of the last 20 ms that were recorded, 1 being full scale.
    private var level: Double { Self.peak(recorder.output.suffix(882 * 4)) }

    private static func peak(_ bytes: some Collection<UInt8>) -> Double {
      let bytes = Array(bytes)
      var most = 0
      for index in stride(from: 0, to: bytes.count - 3, by: 4) {
        most = max(most, abs(Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))))
      }
      return Double(most) / 32768
    }

    /// Seconds from the start of `command` until the recording has a level in `range`, and keeps it for 0.2 s; nil when that does not
    /// come to be.
    func seconds(until range: ClosedRange<Double>, after command: () throws -> Void) throws -> Double? {
      let start = recorder.output.count / 4 * 4
      try command()
      var found: Int?
      let step = 220 * 4
      _ = ProcessRunner.eventually {
        let heard = Array(recorder.output.dropFirst(start))
        let pieces = stride(from: 0, to: heard.count - step, by: step).map {
          range.contains(Self.peak(heard[$0..<$0 + step]))
        }
        found = pieces.indices.dropLast(40).first { pieces[$0..<$0 + 40].allSatisfy { $0 } }
        return found != nil
      }
      return found.map { Double($0 * step) / 4 / 44100 }
    }

    func ctl(_ words: [String]) throws {
      let result = try Radiod.run(["ctl"] + words, environment: environment)
      #expect(result.exitCode == 0, "\(result.errorText)")
    }
  }

  private static let silence = 0.0...0.001
  private static let tone = 0.4...0.6

  @Test("volume, mute, pause, resume and stop by ctl; the end of the service by SIGTERM")
  func commands() throws {
    let service = try Service()
    let rows: [(words: [String], range: ClosedRange<Double>)] = [
      (["volume", "0"], Self.silence), (["volume", "100"], Self.tone), (["mute", "on"], Self.silence),
      (["mute", "off"], Self.tone), (["volume", "50"], 0.05...0.08), (["volume", "100"], Self.tone),
      (["pause"], Self.silence), (["toggle"], Self.tone), (["stop"], Self.silence), (["play"], Self.tone),
    ]
    for row in rows {
      let seconds = try service.seconds(until: row.range) { try service.ctl(row.words) }
      #expect((seconds ?? .infinity) < Self.limit, "\(row.words): \(seconds ?? .nan) s")
    }
    let start = ContinuousClock.now
    let seconds = try service.seconds(until: Self.silence) { service.process.signal(SIGTERM) }
    #expect((seconds ?? .infinity) < Self.limit)
    #expect(ProcessRunner.eventually { service.process.exitCode != nil })
    #expect(service.process.exitCode == 0)
    #expect(start.duration(to: .now) < .seconds(2))
  }

  @Test("volume and pause by Music Player Daemon's protocol and over HTTP")
  func frontends() throws {
    let service = try Service()
    let mpd = try LineClient(path: service.mpd)
    _ = try mpd.line()
    func ask(_ command: String) throws {
      mpd.send(command + "\n")
      #expect(try mpd.line() == "OK")
    }
    let http = service.environment["XDG_RUNTIME_DIR", default: ""] + "/springradio/radiod.sock"
    func post(_ path: String, _ body: String) throws {
      let result = try ProcessRunner.run(
        "curl",
        ["-sf", "--unix-socket", http, "-H", "Content-Type: application/json", "-d", body, "http://localhost" + path])
      #expect(result.exitCode == 0, "\(result.errorText)")
    }
    let rows: [(name: String, range: ClosedRange<Double>, command: () throws -> Void)] = [
      ("setvol 0", Self.silence, { try ask("setvol 0") }), ("setvol 100", Self.tone, { try ask("setvol 100") }),
      ("pause 1", Self.silence, { try ask("pause 1") }), ("pause 0", Self.tone, { try ask("pause 0") }),
      ("/api/volume 0", Self.silence, { try post("/api/volume", #"{"volume": 0}"#) }),
      ("/api/volume 100", Self.tone, { try post("/api/volume", #"{"volume": 100}"#) }),
      ("/api/stop", Self.silence, { try post("/api/stop", "{}") }),
    ]
    for row in rows {
      let seconds = try service.seconds(until: row.range, after: row.command)
      #expect((seconds ?? .infinity) < Self.limit, "\(row.name): \(seconds ?? .nan) s")
    }
  }
}
