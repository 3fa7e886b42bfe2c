import Foundation
import TestSupport
import Testing

/// What a listener hears of a pause, from a real station and a sound server.
@Suite(
  "A pause goes on to the sample", .serialized, .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(
    if: PulseServer.isAvailable && IcecastServer.isAvailable && SoundMatch.isAvailable,
    "needs pulseaudio, icecast2, ffmpeg, curl and numpy"))
struct TimeShiftSoundTests {
  /// The length of a pause, in seconds.
  private static let pause = 2.0
  /// Tones whose sum repeats itself once a second. The station sends them in a loop without a seam.
  private static let tones = [501.0, 703, 997]
  private static let recording = SignalSource.Recording(.tones(tones, amplitude: 0.2), seconds: 20)

  /// What `Tests/Checker/match_pause.py` says.
  private struct Match: Decodable {
    var frames: Double
    var silence: Double
    var error: Double
  }

  /// A sound server's sink whose rate is that of the station.
  enum Sink: String, CaseIterable {
    /// A null sink, which gives back what was not heard.
    case null
    /// A sink that gives back nothing.
    case pipe
  }

  @Test(
    "of a station at Icecast nothing is missing or doubled after a pause, and a title that came meanwhile follows",
    arguments: Sink.allCases)
  func goesOn(sink: Sink) throws {
    let icecast = try IcecastServer()
    let source = try icecast.feed(
      SignalSource.shared.path(Self.recording, as: .wav), to: "/live", as: .mp3(kilobits: 192), name: "Test FM")
    let pulse = try PulseServer(sink: sink == .null ? .null : .pipe(holding: .milliseconds(100)))
    let heard: any SoundRecording = if let pipe = pulse.pipe { pipe } else { try pulse.record() }
    defer { (heard as? ProcessRunner)?.terminate() }
    try icecast.setTitle("Artist - Before", mount: "/live")
    let service = try TimeShiftService(icecast.url("/live"), adding: pulse.environment)
    func waits(_ words: String, for condition: (TimeShiftService.Place) -> Bool) throws -> TimeShiftService.Place {
      let found = service.waits(limit: .seconds(20), for: condition)
      let now = try service.place()
      return try #require(found, "\(words): \(now)\n\(service.process.errorText)")
    }
    // Silence for a tenth of a second, and a second of sound behind it.
    let bytesPerSecond = 4 * pulse.sampleRate
    func isSilent() -> Bool {
      let end = heard.output.suffix(bytesPerSecond / 10)
      return end.count == bytesPerSecond / 10 && !end.contains { $0 != 0 }
    }

    _ = try waits("it plays") { $0.elapsed > 1.5 && $0.title == "Artist - Before" }
    try service.ctl("pause")
    let held = try waits("a pause") { $0.state == "paused" && $0.behind > Self.pause / 2 }
    // The title comes with sound that is not heard yet.
    try icecast.setTitle("Artist - After", mount: "/live")
    let late = try waits("a longer pause") { $0.behind > Self.pause }
    #expect(late.elapsed == held.elapsed && late.title == "Artist - Before", "\(held), then \(late)")
    #expect(sink == .pipe || isSilent())
    try service.ctl("play")
    let on = try waits("it goes on") { $0.elapsed > held.elapsed + 1 }
    #expect(abs(on.behind - late.behind) < 1, "\(late), then \(on)")
    _ = try waits("the new title") { $0.title == "Artist - After" && $0.behind > Self.pause - 0.5 }
    #expect(source.exitCode == nil && service.process.terminate() == 0, "\(service.process.errorText)")

    let folder = try Scratch()
    let path = try folder.write(heard.output, as: "heard")
    let result = try ProcessRunner.run(
      "python3",
      [Radiod.root + "/Tests/Checker/match_pause.py", path, "\(pulse.sampleRate)", "2"] + Self.tones.map { "\($0)" })
    let match = try JSONDecoder().decode(Match.self, from: Data(result.output))
    #expect(abs(match.frames) < 4 && match.error < 0.05, "\(match)")
  }
}
