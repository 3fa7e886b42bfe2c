import Foundation
import TestSupport
import Testing

@Suite("Statuses that are final, and those that are retried", .ownThreads)
struct ReconnectStatusTests {
  /// A station's answer, and how the program reacts to it.
  struct Answer: Sendable, CustomTestStringConvertible {
    var status: String
    var headers: [String] = []
    var words: String
    /// Whether it is retried when it is the first answer, and when it comes after sound.
    var isRetriedAtFirst: Bool
    var isRetriedLater: Bool
    /// The shortest pause before the next try, in seconds.
    var pause = 0.0

    var testDescription: String { ([status] + headers).joined(separator: ", ") }
  }

  static let answers = [
    Answer(
      status: "401 Unauthorized", words: "says 401: it wants a user name and password", isRetriedAtFirst: false,
      isRetriedLater: false),
    Answer(status: "403 Forbidden", words: "says 403", isRetriedAtFirst: false, isRetriedLater: true),
    Answer(
      status: "404 Not Found", words: "says 404: there is no such stream, or it is off the air",
      isRetriedAtFirst: false,
      isRetriedLater: true),
    Answer(status: "410 Gone", words: "says 410", isRetriedAtFirst: false, isRetriedLater: false),
    Answer(status: "418 I am a teapot", words: "says 418", isRetriedAtFirst: false, isRetriedLater: true),
    Answer(status: "500 Internal Server Error", words: "says 500", isRetriedAtFirst: true, isRetriedLater: true),
    Answer(status: "502 Bad Gateway", words: "says 502", isRetriedAtFirst: true, isRetriedLater: true),
    Answer(status: "503 Service Unavailable", words: "says 503", isRetriedAtFirst: true, isRetriedLater: true),
    Answer(
      status: "503 Service Unavailable", headers: ["Retry-After: 3"], words: "says 503", isRetriedAtFirst: true,
      isRetriedLater: true, pause: 3),
    Answer(
      status: "429 Too Many Requests", headers: ["Retry-After: 2"], words: "says 429", isRetriedAtFirst: true,
      isRetriedLater: true, pause: 2),
  ]

  /// Each answer, as the first one and after sound; all run at the same time.
  private static let scenarios = answers.map { answer in [false, true].map { scenario(of: answer, afterSound: $0) } }

  @Test(
    "10: each status has its own text; one that can pass is retried, after its pause", arguments: answers.indices,
    [false, true])
  func status(index: Int, afterSound: Bool) {
    for scenario in Self.scenarios.joined() { scenario.start() }
    Self.scenarios[index][afterSound ? 1 : 0].check()
  }

  private static func scenario(of answer: Answer, afterSound: Bool) -> FaultScenario {
    FaultScenario { scenario in
      let audio = try SignalSource.shared.bytes(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
      let bad = afterSound ? 1 : 0
      let server = try ScriptedServer { call in
        switch call.number {
        case bad: call.answer(answer.status, headers: answer.headers, body: Array("no\n".utf8))
        case 0: call.answer(headers: ["Content-Type: audio/mpeg"], body: audio)
        default: call.station(body: audio)
        }
      }
      // A final answer ends `play`, but not the service.
      let isRetried = afterSound ? answer.isRetriedLater : answer.isRetriedAtFirst
      let radio =
        try isRetried ? .serving(server.url) : FaultWatch("play", server.url, "--no-view", "--output", "silent")
      scenario.expect(radio.waits(for: answer.words, within: 8) != nil, radio.text)
      guard isRetried else {
        // The buffered sound is played before the end.
        scenario.expect(radio.waitsForEnd(within: 20) != nil, radio.text)
        scenario.expect(radio.process.exitCode == 69 && server.callCount == bad + 1, radio.text)
        return
      }
      scenario.expect(ProcessRunner.eventually { server.requests.count == bad + 2 }, radio.text)
      let calls = server.requests.map(\.arrival)
      let pause = calls.count == bad + 2 ? (calls[bad + 1] - calls[bad]) / .seconds(1) : 0
      // After sound, the end of the connection was the first failure: this is the second, which waits for a second.
      let least = max(answer.pause, afterSound ? 0.8 : 0)
      scenario.expect(pause >= least, "\(pause) s instead of \(least):\n\(radio.text)")
      scenario.expect(radio.end == nil && radio.waits(for: "playing MP3", within: 5) != nil, radio.text)
      scenario.expectOpenFrontends(of: radio)
    }
  }

  /// How often each command tries a station, with and without `--retry`.
  static let limits: [(arguments: [String], calls: Int)] = [
    (["play", "--no-view", "--output", "silent", "--retry", "never"], 1),
    (["play", "--no-view", "--output", "silent", "--retry", "0"], 1),
    (["play", "--no-view", "--output", "silent", "--retry", "2"], 3),
    (["spectrum", "--json"], 4),
    (["spectrum", "--json", "--retry", "never"], 1),
    (["spectrum", "--json", "--retry", "1"], 2),
    (["probe"], 1),
  ]

  @Test("play, spectrum and probe make as many tries as --retry allows, then exit with 69", arguments: limits.indices)
  func limit(index: Int) throws {
    let (arguments, calls) = Self.limits[index]
    let server = try ScriptedServer { $0.answer("503 Service Unavailable") }
    let result = try Radiod.run(arguments + [server.url])
    #expect(result.exitCode == 69, "\(result.errorText)")
    #expect(server.callCount == calls, "\(result.errorText)")
    #expect(result.errorLines.last?.contains("says 503") == true, "\(result.errorText)")
    #expect(result.errorLines.count { $0.contains("reconnecting") } == calls - 1, "\(result.errorText)")
  }

  @Test("play never gives up a busy server; --retry takes no number below 0")
  func foreverIsTheDefault() throws {
    let server = try ScriptedServer { $0.answer("503 Service Unavailable") }
    let radios = try [[], ["--retry", "forever"]].map { more in
      try ProcessRunner(
        Radiod.path, ["play", server.url, "--no-view", "--output", "silent"] + more, environment: Radiod.environment)
    }
    // As many tries as spectrum makes: after 0, 1 and 2 s, a fifth more or less. The next one would follow 4 s later.
    #expect(ProcessRunner.eventually { server.callCount >= 2 * 4 })
    for radio in radios { #expect(radio.terminate() == 0, "\(radio.errorText)") }
    for value in ["-1", "often", ""] {
      let result = try Radiod.run("play", server.url, "--retry=\(value)")
      #expect(result.exitCode == 64 && result.errorText.contains("retry"), "\(result.errorText)")
    }
  }
}
