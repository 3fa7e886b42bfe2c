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

  /// The length of a fade, in seconds.
  private static let fade = 0.02

  /// What `Tests/Checker/match_pause.py` says.
  private struct Match: Decodable {
    var frames: Double
    var fades: [Double]
    var error: Double

    /// Whether both fades are in the recording: the monitor of a sink may lose the beginning of sound for which the sink
    /// has played silence in advance. What is left of a fade, and shorter than what is measured, seems to be a longer one,
    /// by as many frames as `frames` is wrong.
    var isWhole: Bool { fades.allSatisfy { abs($0 - TimeShiftSoundTests.fade) < TimeShiftSoundTests.fade / 300 } }
  }

  @Test("of a station at Icecast nothing is missing or doubled after a pause, and a title that came meanwhile follows")
  func goesOn() throws {
    let icecast = try IcecastServer()
    let source = try icecast.feed(
      SignalSource.shared.path(Self.recording, as: .wav), to: "/live", as: .mp3(kilobits: 192), name: "Test FM")
    // The rate of the sink is that of the station.
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    try icecast.setTitle("Artist - Title 0", mount: "/live")
    let service = try TimeShiftService(icecast.url("/live"), adding: pulse.environment)
    func waits(_ words: String, for condition: (TimeShiftService.Place) -> Bool) throws -> TimeShiftService.Place {
      let found = service.waits(limit: .seconds(20), for: condition)
      let now = try service.place()
      return try #require(found, "\(words): \(now)\n\(service.process.errorText)")
    }

    var place = try waits("it plays") { $0.title == "Artist - Title 0" && $0.behind < 1 }
    var number = 0
    for isFromLive in [true, false] {
      var match: Match?
      for _ in 1...8 where match == nil {
        number += 1
        if isFromLive && place.behind > 0 { try service.ctl("live") }
        place = try waits("sound") { $0.state == "playing" && (!isFromLive || $0.behind == 0) }
        let begin = place.elapsed
        _ = try waits("more sound") { $0.elapsed > begin + 1.5 }
        let start = max(0, recorder.output.count - 2 * pulse.sampleRate) / 4 * 4
        let behind = try service.place().behind
        try service.ctl("pause")
        let held = try waits("a pause") { $0.state == "paused" && $0.behind > behind + Self.pause / 2 }
        // The title comes with sound that is heard later.
        try icecast.setTitle("Artist - Title \(number)", mount: "/live")
        let late = try waits("a longer pause") { $0.behind > behind + Self.pause }
        #expect(late.elapsed == held.elapsed && late.title == held.title, "\(held), then \(late)")
        // Until the daemon obeys, it is still a pause.
        let (asked, last) = (ContinuousClock.now, try service.place())
        try service.ctl("play")
        let rest = asked.duration(to: .now) / .seconds(1)
        place = try waits("it goes on") { $0.elapsed > held.elapsed + 1.2 }
        let change = place.behind - last.behind
        #expect(change > -1 && change < 1 + rest, "\(last), then \(place)")
        match = try Self.match(recorder.output.dropFirst(start), rate: pulse.sampleRate)
        if match?.isWhole == false { match = nil }
      }
      let whole = try #require(match, "no recording has the whole of a pause")
      #expect(abs(whole.frames) < 4 && whole.error < 0.05, "pause \(number): \(whole)")
    }
    _ = try waits("a title that came in a pause") { $0.title != "Artist - Title 0" && $0.behind > Self.pause - 0.5 }
    #expect(source.exitCode == nil && service.process.terminate() == 0, "\(service.process.errorText)")
    recorder.terminate()
  }

  /// Measures the one pause of a recording.
  private static func match(_ recording: some Collection<UInt8>, rate: Int) throws -> Match {
    let folder = try Scratch()
    let path = try folder.write(Array(recording), as: "heard")
    let script = Radiod.root + "/Tests/Checker/match_pause.py"
    let result = try ProcessRunner.run("python3", [script, path, "\(rate)", "2"] + tones.map { "\($0)" })
    return try JSONDecoder().decode(Match.self, from: Data(result.output))
  }
}
