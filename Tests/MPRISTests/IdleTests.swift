import Foundation
import MPRIS
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "The MPRIS frontend with nothing to do",
  .enabled(if: SessionBusServer.isAvailable && SignalSource.isAvailable), .timeLimit(.minutes(1 * TestTime.waitScale)))
struct IdleTests {
  @Test("the frontend's thread wakes at most three times in two seconds while the radio plays")
  func sleep() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio()
    let player = try radio.open(at: bus)
    try await eventually("playerctl sees the radio") {
      try bus.run("playerctl", "--player=radiod", "status").text == "Stopped\n"
    }
    let follower = try bus.start("playerctl", "--player=radiod", "--follow", "metadata", "title")
    try await radio.play()
    try await eventually("the title is sent") { follower.text.hasSuffix("Jóga\n") }
    let before = try Self.wakeUps()
    let end = radio.tuner.snapshot.elapsed + .seconds(2)
    try await eventually("two seconds are heard") { radio.tuner.snapshot.elapsed >= end }
    let after = try Self.wakeUps()
    await player.stop()
    var gone: Set<String> = []
    try await eventually("the player's thread ends") {
      gone = try Set(before.keys).subtracting(Self.wakeUps().keys)
      return !gone.isEmpty
    }
    for thread in gone {
      let count = (after[thread] ?? 0) - (before[thread] ?? 0)
      // Some wake-ups are allowed for the title that was just sent.
      #expect(count <= 3, "it woke up \(count) times in two seconds")
    }
    await radio.end()
  }

  /// The number of times that each thread of this process has gone to sleep.
  private static func wakeUps() throws -> [String: Int] {
    let folder = "/proc/self/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { counts, thread in
      // A thread may end meanwhile.
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line.flatMap { $0.split(separator: "\t").last }.flatMap { Int($0) }
    }
  }
}
