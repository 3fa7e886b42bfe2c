import Foundation
import TestSupport
import Testing

/// What takes as long as the sound: the tests measure real time.
@Suite("The pace of the sound", .serialized, .ownThreads, .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct PaceTests {
  private static let mp3 = SignalSource.Coding.mp3(kilobits: 128)
  private static let bytesPerSecond = 16_000

  /// Runs the program: its output, and the seconds that it took.
  private static func run(_ words: [String]) throws -> (output: [UInt8], seconds: Double) {
    let start = ContinuousClock.now
    let output = try Radiod.run(words).output
    return (output, (ContinuousClock.now - start) / .seconds(1))
  }

  @Test("spectrum reads a file as fast as it can, and with --realtime at the pace of the sound")
  func file() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 2), as: Self.mp3)
    let fast = try Self.run(["spectrum", path, "--json"])
    let slow = try Self.run(["spectrum", path, "--json", "--realtime"])
    #expect(fast.seconds < 1)
    #expect(slow.seconds > 1.8 && slow.seconds < 3, "\(slow.seconds)")
    #expect(slow.output == fast.output)
  }

  @Test("--realtime paces what a live stream sends at once on joining; without it the frames come at once")
  func burst() throws {
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 4), as: Self.mp3)
    let server = try ScriptedServer { call in
      call.answer()
      call.send(bytes)
    }
    func frames(_ output: [UInt8]) -> [Substring] {
      String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(#"{"type":"frame""#) }
    }
    let words = ["spectrum", server.url, "--json", "--retry", "never"]
    let (fast, slow) = (try Self.run(words), try Self.run(words + ["--realtime"]))
    #expect(frames(slow.output) == frames(fast.output) && frames(fast.output).count > 160)
    #expect(fast.seconds < 3 && slow.seconds > 3.8 && slow.seconds < 7, "\(fast.seconds) \(slow.seconds)")
  }

  @Test("without a sound card, the demo plays at the pace of the clock")
  func silent() throws {
    let seconds = try Self.run(["play", "demo", "--duration", "2", "--no-view"]).seconds
    #expect(seconds > 1.8 && seconds < 4, "\(seconds)")
  }

  @Test("a title that came with the burst is logged when its sound is heard")
  func title() throws {
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 6), as: Self.mp3)
    let body = ICYBody.interleave(
      audio, interval: 800, titles: [.init("Now", at: 0), .init("Later", at: 5 * Self.bytesPerSecond / 2)])
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-metaint: 800"], body: body)
      call.waitForEnd()
    }
    let player = try Radiod.start("play", server.url, "--no-view", "--output", "silent")
    #expect(ProcessRunner.eventually { player.errorText.contains("title: Now\n") }, "\(player.errorText)")
    let first = ContinuousClock.now
    #expect(ProcessRunner.eventually { player.errorText.contains("title: Later\n") }, "\(player.errorText)")
    let waited = (ContinuousClock.now - first) / .seconds(1)
    #expect(abs(waited - 2.5) < 0.35, "the second title came \(waited) s after the first")
    #expect(player.terminate() == 0)
  }
}
