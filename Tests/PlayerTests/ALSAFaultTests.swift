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

    func output(_ device: String = SoundServers.faultyDevice) -> any AudioOutput {
      let interruption = OutputInterruption()
      return ThreadedOutput(name: device, interruption: interruption) {
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

  @Test(
    "a sound server that is killed ends playback with one error and at most five recoveries",
    .timeLimit(.minutes(1 * TestTime.scale)),
    arguments: Way.allCases)
  func killed(by way: Way) throws {
    let server = try SoundServers.faulty()
    let output = way.output()
    try output.open(stereo44)
    after(600) { server.process.signal(SIGKILL) }
    let error = #expect(throws: TuneError.self) { try play(to: output, for: .seconds(20)) }
    guard case .output? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(output.recoveries <= 5)
    output.close()
    #expect(throws: TuneError.output(device: SoundServers.faultyDevice, reason: "no sound server is running")) {
      try output.open(stereo44)
    }
  }

  @Test(
    "playback works again after the server was restarted", .timeLimit(.minutes(1 * TestTime.scale)),
    arguments: Way.allCases)
  func comesBack(by way: Way) throws {
    let first = try SoundServers.faulty()
    let output = way.output()
    try output.open(stereo44)
    try output.write(noise(frames: 1000))
    first.stop()
    #expect(throws: TuneError.self) { try play(to: output, for: .seconds(20)) }
    output.close()
    let second = try SoundServers.faulty()
    try output.open(stereo44)
    try play(to: output, for: .seconds(1))
    try output.drain()
    output.close()
    second.stop()
  }

  @Test(
    "while the server hangs, playback can be stopped and the device closed within 3 s",
    .timeLimit(.minutes(1 * TestTime.scale)),
    arguments: Way.allCases)
  func hangs(by way: Way) throws {
    let server = try SoundServers.faulty()
    let output = way.output()
    let interruption = output.interruption
    try output.open(stereo44)
    after(600) { server.process.signal(SIGSTOP) }
    after(1800) { interruption.request() }
    try play(to: output, for: .seconds(20))
    let asked = ContinuousClock.now
    output.drop()
    output.close()
    #expect(asked.duration(to: .now) < .seconds(3))
    server.stop()
  }

  @Test(
    "a stop ends the opening of a device whose server hangs", .timeLimit(.minutes(1 * TestTime.scale)),
    arguments: Way.allCases)
  func hangsFromTheStart(by way: Way) throws {
    let server = try SoundServers.faulty()
    server.process.signal(SIGSTOP)
    let output = way.output()
    let interruption = output.interruption
    after(300) { interruption.request() }
    let start = ContinuousClock.now
    #expect(throws: TuneError.self) { try output.open(stereo44) }
    #expect(start.duration(to: .now) < .seconds(3))
    server.stop()
  }

  @Test(
    "playback survives a server that hangs for 2 s", .timeLimit(.minutes(1 * TestTime.scale)), arguments: Way.allCases)
  func hiccup(by way: Way) throws {
    let server = try SoundServers.faulty()
    let output = way.output()
    try output.open(stereo44)
    after(600) { server.process.signal(SIGSTOP) }
    after(2600) { server.process.signal(SIGCONT) }
    try play(to: output, for: .seconds(5))
    #expect(output.recoveries <= 5)
    try output.drain()
    output.close()
    server.stop()
  }
}
