import Foundation
import TestSupport
import Testing

@Suite(
  "The sound of a station at the sound card", .serialized, .ownThreads,
  .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable))
struct ListeningTests {
  private static let music = SignalSource.Recording(.music, seconds: 9)

  @Test(
    "the sound card plays what the station sends: no gap, right pitch, both channels",
    arguments: [SignalSource.Coding.mp3(kilobits: 192), .aac(kilobits: 192)])
  func soundOfStation(coding: SignalSource.Coding) throws {
    let source = try SignalSource.shared.path(Self.music, as: .wav)
    let icecast = try IcecastServer()
    let feeder = try icecast.feed(source, to: "/live", as: coding, name: "Test FM")
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let result = try Radiod.run(
      "play", icecast.url("/live"), "--no-view", "--duration", "6", environment: pulse.environment)
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("connected to Test FM"))
    #expect(feeder.exitCode == nil)
    let match = try SoundMatch(
      Self.recording(of: recorder), rate: pulse.sampleRate, channels: 2, source: source, isLooped: true)
    #expect(match.correlation > 0.99, "\(match)")
    #expect(match.worst > 0.95, "\(match)")
    #expect(abs(match.seconds - 6) < 0.15, "\(match)")
    #expect(abs(match.gain - 1) < 0.05, "\(match)")
  }

  @Test("a file with another rate than the device's keeps its pitch and length")
  func otherRate() throws {
    let recording = SignalSource.Recording(.music, seconds: 4, rate: 22050)
    let pulse = try PulseServer(sampleRate: 48000)
    let recorder = try pulse.record()
    let file = try SignalSource.shared.path(recording, as: .mp3(kilobits: 128))
    let result = try Radiod.run("play", file, "--no-view", environment: pulse.environment)
    #expect(result.exitCode == 0)
    // The generator's random notes depend on the rate, so the source is resampled instead of generated again.
    let source = try Scratch()
    let resampling = try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-i", SignalSource.shared.path(recording, as: .wav), "-ar", "48000", "-c:a", "pcm_f32le",
        "-fflags", "+bitexact", "-flags", "+bitexact", source.path("48000.wav"),
      ])
    #expect(resampling.exitCode == 0, "\(resampling.errorText)")
    let match = try SoundMatch(
      Self.recording(of: recorder), rate: 48000, channels: 2, source: source.path("48000.wav"), isLooped: false)
    #expect(match.correlation > 0.98, "\(match)")
    #expect(abs(match.seconds - 4) < 0.2, "\(match)")
  }

  @Test("half the volume makes the same sound quieter")
  func volume() throws {
    let recording = SignalSource.Recording(.music, seconds: 4)
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let file = try SignalSource.shared.path(recording, as: .mp3(kilobits: 192))
    let result = try Radiod.run("play", file, "--no-view", "--volume", "50", environment: pulse.environment)
    #expect(result.exitCode == 0)
    let match = try SoundMatch(
      Self.recording(of: recorder), rate: pulse.sampleRate, channels: 2,
      source: SignalSource.shared.path(recording, as: .wav), isLooped: false)
    #expect(match.correlation > 0.99, "\(match)")
    #expect(match.gain > 0.05 && match.gain < 0.7, "\(match)")
  }

  /// The recording once the player has ended: the recorder may be behind by what the device held.
  static func recording(of recorder: ProcessRunner) -> [UInt8] {
    let bytesAtEnd = recorder.output.count
    let halfASecond = 44100 * 4 / 2
    _ = ProcessRunner.eventually { recorder.output.count >= bytesAtEnd + halfASecond }
    recorder.terminate()
    return recorder.output
  }
}
