import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Stations that are slow, or that leave and come back", .ownThreads)
struct TimeoutTests {
  private static let recording = SignalSource.Recording(.music, seconds: 3)

  /// A server that is too slow in one way, and how the program gives it up.
  private struct Delay {
    var server: ScriptedServer
    var code: Int32
    var words: String
    /// The seconds after which the program should give it up.
    var limit: Double
  }

  @Test("no head, no audio, no more bytes: radiod gives each up in its time, and waits without work")
  func limits() throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let delays = [
      Delay(server: try ScriptedServer { $0.waitForEnd() }, code: 69, words: "no answer within 10 s", limit: 10),
      Delay(
        server: try ScriptedServer {
          $0.send("HTTP/1.0 200 OK\r\n\(String(repeating: "x", count: 500))", piecesOf: 1, pause: .milliseconds(100))
        },
        code: 69, words: "no answer within 10 s", limit: 10),
      Delay(
        server: try ScriptedServer { call in
          call.answer(headers: ["Content-Type: audio/mpeg"])
          call.send([UInt8](repeating: 0, count: 1_000_000), piecesOf: 200, pause: .milliseconds(100))
        }, code: 65, words: "not an audio stream", limit: 15),
      // Too few bytes to recognise what they are.
      Delay(
        server: try ScriptedServer { call in
          call.answer(headers: ["Content-Type: audio/mpeg"])
          call.send([UInt8](repeating: 0, count: 1000), piecesOf: 1, pause: .milliseconds(100))
        }, code: 69, words: "sent no sound for 15 s", limit: 15),
      Delay(
        server: try ScriptedServer { $0.station(body: audio) }, code: 69, words: "sent no sound for 10 s", limit: 10
      ),
    ]
    let start = ContinuousClock.now
    let runs = try delays.map { try Radiod.start("spectrum", $0.server.url, "--json", "--retry", "never") }
    var ends = [Double?](repeating: nil, count: runs.count)
    var uses = [ProcessUse?](repeating: nil, count: runs.count)
    _ = ProcessRunner.eventually(within: .seconds(40)) {
      for index in runs.indices where ends[index] == nil {
        if runs[index].exitCode != nil {
          ends[index] = (ContinuousClock.now - start) / .seconds(1)
        } else if let use = ProcessUse(pid: runs[index].pid) {
          uses[index] = use
        }
      }
      return !ends.contains(nil)
    }
    for (index, delay) in delays.enumerated() {
      let text = runs[index].errorText
      #expect(runs[index].exitCode == delay.code, "\(text)")
      #expect(text.contains(delay.words) && text.split(separator: "\n").count == 1, "\(text)")
      let end = ends[index] ?? 0
      #expect(end > delay.limit - 1, "\(delay.words): \(end) s")
      #expect((uses[index]?.cpuSeconds ?? 9) < 0.7, "\(delay.words)")
    }
    // They started together, so those with a limit of 10 s end before those with one of 15 s.
    let times = zip(delays, ends).map { (limit: $0.limit, end: $1 ?? 0) }
    let last = times.filter { $0.limit == 10 }.map(\.end).max() ?? .infinity
    #expect(times.allSatisfy { $0.limit == 10 || $0.end > last }, "\(times)")
  }

  @Test("a station that leaves, is away for a while and comes back plays again without an action of the user")
  func comesBack() throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      switch call.number {
      case 0: call.answer(body: audio)
      case 1: call.answer("404 Not Found")
      case 2: call.reset()
      default: call.answer(body: audio)
      }
    }
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "5.5")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.seconds == 5.5)
    // Tries at once, then after 1 s and 2 s, a fifth more or less.
    let calls = server.requests.map(\.arrival)
    let pauses: [Double] = zip(calls, calls.dropFirst()).map { ($1 - $0) / .seconds(1) }
    #expect(pauses.count >= 3 && pauses[0] < pauses[1] && pauses[1] > 0.75 && pauses[2] > 1.55, "\(pauses)")
    #expect(result.errorText.contains("404") && result.errorText.contains("reconnecting"), "\(result.errorText)")
  }

  @Test("a connection that breaks before a head is retried as often as --retry says, and then given up")
  func neverPlayed() throws {
    for (retry, calls) in [("never", 1), ("2", 3)] {
      let server = try ScriptedServer { $0.reset() }
      let result = try Radiod.run("play", server.url, "--no-view", "--output", "silent", "--retry", retry)
      #expect(result.exitCode == 69, "\(result.errorText)")
      // A kept connection may be gone before it is used: radiod then tries once more at once, and logs nothing.
      #expect((calls...2 * calls).contains(server.callCount), "\(server.callCount) calls: \(result.errorText)")
      #expect(result.errorLines.count == calls, "\(result.errorText)")
    }
  }

  @Test("radiod obeys a stop while it waits for a silent server", arguments: [SIGINT, SIGTERM])
  func stopWhileConnecting(signal: Int32) throws {
    let server = try ScriptedServer { $0.waitForEnd() }
    let player = try Radiod.start("play", server.url, "--no-view", "--output", "silent")
    #expect(ProcessRunner.eventually { server.requests.count == 1 })
    #expect(player.terminate(signal) == (signal == SIGINT ? 130 : 0))
  }
}
