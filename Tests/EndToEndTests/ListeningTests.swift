import Foundation
import TestSupport
import Testing

@Suite(
  "The sound of a station at the sound card", .ownThreads,
  .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable))
struct ListeningTests {
  private static let music = SignalSource.Recording(.music, seconds: 9)

  /// All scenarios of this suite run at the same time, since each plays for seconds; each test checks one.
  init() { for scenario in Self.stations + [Self.resampled, Self.quiet] { scenario.start() } }

  private static let stations = [SignalSource.Coding.mp3(kilobits: 192), .aac(kilobits: 192)].map { coding in
    FaultScenario { scenario in
      let source = try SignalSource.shared.path(music, as: .wav)
      let icecast = try IcecastServer()
      let feeder = try icecast.feed(source, to: "/live", as: coding, name: "Test FM")
      let pulse = try PulseServer()
      let recorder = try pulse.record()
      let result = try Radiod.run(
        "play", icecast.url("/live"), "--no-view", "--duration", "6", environment: pulse.environment)
      scenario.expect(result.exitCode == 0, result.errorText)
      scenario.expect(result.errorText.contains("connected to Test FM"), result.errorText)
      scenario.expect(feeder.exitCode == nil, feeder.errorText)
      let match = try SoundMatch(
        recording(of: recorder), rate: pulse.sampleRate, channels: 2, source: source, isLooped: true)
      scenario.expect(match.correlation > 0.99, "\(match)")
      scenario.expect(match.worst > 0.95, "\(match)")
      scenario.expect(abs(match.seconds - 6) < 0.15, "\(match)")
      scenario.expect(abs(match.gain - 1) < 0.05, "\(match)")
    }
  }

  @Test(
    "the sound card plays what the station sends: no gap, right pitch, both channels", arguments: stations.indices)
  func soundOfStation(row: Int) { Self.stations[row].check() }

  private static let resampled = FaultScenario { scenario in
    let recording = SignalSource.Recording(.music, seconds: 4, rate: 22050)
    let pulse = try PulseServer(sampleRate: 48000)
    let recorder = try pulse.record()
    let file = try SignalSource.shared.path(recording, as: .mp3(kilobits: 128))
    let result = try Radiod.run("play", file, "--no-view", environment: pulse.environment)
    scenario.expect(result.exitCode == 0, result.errorText)
    // The generator's random notes depend on the rate, so the source is resampled instead of generated again.
    let source = try Scratch()
    let resampling = try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-i", SignalSource.shared.path(recording, as: .wav), "-ar", "48000", "-c:a", "pcm_f32le",
        "-fflags", "+bitexact", "-flags", "+bitexact", source.path("48000.wav"),
      ])
    scenario.expect(resampling.exitCode == 0, resampling.errorText)
    let match = try SoundMatch(
      Self.recording(of: recorder), rate: 48000, channels: 2, source: source.path("48000.wav"), isLooped: false)
    scenario.expect(match.correlation > 0.98, "\(match)")
    scenario.expect(abs(match.seconds - 4) < 0.2, "\(match)")
  }

  @Test("a file with another rate than the device's keeps its pitch and length")
  func otherRate() { Self.resampled.check() }

  private static let quiet = FaultScenario { scenario in
    let recording = SignalSource.Recording(.music, seconds: 4)
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let file = try SignalSource.shared.path(recording, as: .mp3(kilobits: 192))
    let result = try Radiod.run("play", file, "--no-view", "--volume", "50", environment: pulse.environment)
    scenario.expect(result.exitCode == 0, result.errorText)
    let match = try SoundMatch(
      Self.recording(of: recorder), rate: pulse.sampleRate, channels: 2,
      source: SignalSource.shared.path(recording, as: .wav), isLooped: false)
    scenario.expect(match.correlation > 0.99, "\(match)")
    scenario.expect(match.gain > 0.05 && match.gain < 0.7, "\(match)")
  }

  @Test("half the volume makes the same sound quieter")
  func volume() { Self.quiet.check() }

  /// The recording once the player has ended: the recorder may be behind by what the device held.
  static func recording(of recorder: ProcessRunner) -> [UInt8] {
    let bytesAtEnd = recorder.output.count
    let halfASecond = 44100 * 4 / 2
    _ = ProcessRunner.eventually { recorder.output.count >= bytesAtEnd + halfASecond }
    recorder.terminate()
    return recorder.output
  }
}
