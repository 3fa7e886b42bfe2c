import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A station under maintenance", .ownThreads)
struct MaintenanceTests {
  /// All runs of this suite run at the same time; each test checks one.
  init() { for answer in Self.answers { answer.run.start() } }

  private struct Answer {
    var name: String
    var run: FaultScenario
  }

  private static let page = Array("<!DOCTYPE html><html><body>We are back soon</body></html>".utf8)
  /// The page above, packed by `gzip -n`.
  private static let packedPage: [UInt8] = {
    let packed = try? ProcessRunner.run(
      "sh", ["-c", "printf %s \"$1\" | gzip -nc | od -An -v -tu1", "sh", String(decoding: page, as: UTF8.self)])
    return (packed?.text ?? "").split { !$0.isNumber }.compactMap { UInt8($0) }
  }()

  private static let answers = [
    answer("a page", headers: ["Content-Type: text/html"], body: page),
    answer("a page, compressed", headers: ["Content-Type: text/html", "Content-Encoding: gzip"], body: packedPage),
    answer(
      "a video file", headers: ["Content-Type: video/x-msvideo"],
      body: Array("RIFF".utf8) + [0, 0, 16, 0] + Array("AVI LIST".utf8) + [UInt8](repeating: 0, count: 4000)),
  ]

  /// A station that plays, then gives this answer twice, and plays again.
  private static func answer(_ name: String, headers: [String], body: [UInt8]) -> Answer {
    let run = FaultScenario { run in
      // The station plays again once its sound is over: then "playing" is logged once more.
      let isOver = Atomic(false)
      let audio = try SignalSource.shared.bytes(.init(.music, seconds: 1.5), as: .mp3(kilobits: 128))
      let later = try SignalSource.shared.bytes(
        .init(.tones([440], amplitude: 0.4), seconds: 3), as: .mp3(kilobits: 128))
      let server = try ScriptedServer { call in
        switch call.number {
        case 0: call.answer(headers: ["Content-Type: audio/mpeg"], body: audio)
        case 1...2: call.answer(headers: headers, body: body)
        default:
          _ = ProcessRunner.eventually { isOver.load(ordering: .relaxed) }
          call.station(body: later)
        }
      }
      let radio = try FaultWatch.serving(server.url("/live"))
      run.expect(radio.waits(for: "playing MP3", within: 6) != nil, radio.text)
      let over = radio.waits(for: "out of sound", within: 6)
      run.expect(over != nil, radio.text)
      isOver.store(true, ordering: .relaxed)
      run.expect(
        ProcessRunner.eventually(within: .seconds(12)) { server.callCount == 4 || radio.count(of: "failed") > 0 },
        radio.text)
      run.expect(server.callCount == 4 && radio.end == nil, radio.text)
      run.expect(radio.waits(for: "playing MP3", after: over ?? 2.5, within: 5) != nil, radio.text)
      run.expectOpenFrontends(of: radio)
    }
    return Answer(name: name, run: run)
  }

  @Test(
    "after playing, radiod retries a station that answers with a page or a file, until it sends sound again",
    arguments: answers.indices)
  func pageAfterPlay(row: Int) { Self.answers[row].run.check() }
}
