import AudioCore
import Foundation
import Glibc
import Player
import TestSupport
import Testing

@Suite(.enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"), .serialized)
struct ALSAFaultTests {
  /// How a test plays to a device whose name stands for a sound server.
  enum Way: CaseIterable {
    /// Through ALSA's plugin.
    case plugin
    /// Directly to the server.
    case server

    /// A device of its own, since a test plays in all ways at once.
    var device: String { SoundServers.faultyDevices[self == .plugin ? 0 : 1] }

    func server() throws -> PulseServer { try SoundServers.faulty(device) }

    func output() -> any AudioOutput {
      let interruption = OutputInterruption()
      return ThreadedOutput(name: device, interruption: interruption) { [device] in
        switch self {
        case .plugin: ALSAOutput(device: device, interruption: interruption)
        case .server: SoundDevice.output(device, interruption: interruption)
        }
      }
    }
  }

  /// Writes a second of noise repeatedly until a write fails or `limit` has passed.
  private func play(to output: any AudioOutput, for limit: Duration) throws {
    let blocks = pieces(of: noise(frames: 44100), frames: 1152)
    let deadline = ContinuousClock.now.advanced(by: limit)
    while ContinuousClock.now < deadline && !output.interruption.isRequested {
      for block in blocks where !output.interruption.isRequested { try output.write(block) }
    }
  }

  /// Runs `body` on another thread after `milliseconds`.
  private func after(_ milliseconds: UInt32, _ body: @escaping @Sendable () -> Void) {
    Thread {
      usleep(milliseconds * 1000)
      body()
    }.start()
  }

  /// Runs a test in all ways at once, since each of them waits.
  private func inAllWays(_ test: @escaping @Sendable (Way) throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for way in Way.allCases { group.addTask { try test(way) } }
      try await group.waitForAll()
    }
  }

  @Test(
    "a sound server that is killed ends playback with one error and at most five recoveries",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func killed() async throws {
    try await inAllWays { way in
      let server = try way.server()
      let output = way.output()
      try output.open(stereo44)
      after(600) { server.process.signal(SIGKILL) }
      let error = #expect(throws: TuneError.self) { try play(to: output, for: .seconds(20)) }
      guard case .output? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(output.recoveries <= 5, "\(way)")
      output.close()
      #expect(throws: TuneError.output(device: way.device, reason: "no sound server is running")) {
        try output.open(stereo44)
      }
    }
  }

  @Test(
    "playback works again after the server was restarted", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func comesBack() async throws {
    try await inAllWays { way in
      let first = try way.server()
      let output = way.output()
      try output.open(stereo44)
      try output.write(noise(frames: 1000))
      first.stop()
      #expect(throws: TuneError.self) { try play(to: output, for: .seconds(20)) }
      output.close()
      let second = try way.server()
      try output.open(stereo44)
      try play(to: output, for: .seconds(1))
      try output.drain()
      output.close()
      second.stop()
    }
  }

  @Test(
    "while the server hangs, playback can be stopped and the device closed within 3 s",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func hangs() async throws {
    try await inAllWays { way in
      let server = try way.server()
      let output = way.output()
      let interruption = output.interruption
      try output.open(stereo44)
      after(600) { server.process.signal(SIGSTOP) }
      after(1800) { interruption.request() }
      try play(to: output, for: .seconds(20))
      let asked = ContinuousClock.now
      output.drop()
      output.close()
      #expect(asked.duration(to: .now) < .seconds(3), "\(way)")
      server.stop()
    }
  }

  @Test(
    "a stop ends the opening of a device whose server hangs", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func hangsFromTheStart() async throws {
    try await inAllWays { way in
      let server = try way.server()
      server.process.signal(SIGSTOP)
      let output = way.output()
      let interruption = output.interruption
      after(300) { interruption.request() }
      let start = ContinuousClock.now
      #expect(throws: TuneError.self) { try output.open(stereo44) }
      #expect(start.duration(to: .now) < .seconds(3), "\(way)")
      server.stop()
    }
  }

  @Test(
    "playback survives a server that hangs for 2 s", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func hiccup() async throws {
    try await inAllWays { way in
      let server = try way.server()
      // A null sink that nothing records renders more at once than ALSA's plugin holds, and stutters.
      let recorder = try server.record()
      defer { recorder.terminate() }
      let output = way.output()
      try output.open(stereo44)
      after(600) { server.process.signal(SIGSTOP) }
      after(2600) { server.process.signal(SIGCONT) }
      try play(to: output, for: .seconds(5))
      #expect(output.recoveries <= 5, "\(way)")
      try output.drain()
      output.close()
      server.stop()
    }
  }
}
