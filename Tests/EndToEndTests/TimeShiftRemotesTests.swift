import Foundation
import TestSupport
import Testing

/// Each remote moves in the sound that one daemon keeps of a station, which a listener hears from PulseAudio.
@Suite(
  "Every remote moves in the sound that is kept", .ownThreads, .timeLimit(.minutes(3 * TestTime.waitScale)),
  .enabled(
    if: PulseServer.isAvailable && SignalSource.isAvailable && ProcessRunner.hasPrograms("curl"),
    "needs pulseaudio, ffmpeg and curl"))
struct TimeShiftRemotesTests {
  /// How far each remote goes back, in seconds.
  private static let step = 10.0

  /// A remote that goes back 10 s.
  private struct Remote {
    var name: String
    /// How exact it is at live, in seconds: a device that runs dry on a busy machine costs sound.
    var tolerance = 0.5
    /// Whether it is also tried while the radio is paused.
    var isForPause = true
    var goBack: () throws -> Void
  }

  private final class Run {
    let station: ScaleStation
    let bus: SessionBusServer?
    let pulse: PulseServer
    let recorder: ProcessRunner
    let service: TimeShiftService
    private let screen: TmuxScreen?
    private let profile: Scratch

    init() throws {
      (station, pulse, profile) = (try ScaleStation(), try PulseServer(), try Scratch())
      bus = SessionBusServer.isAvailable ? try SessionBusServer() : nil
      recorder = try pulse.record()
      var environment = pulse.environment
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
      service = try TimeShiftService(station.server.url, adding: environment)
      screen =
        TmuxScreen.isAvailable
        ? try TmuxScreen(
          columns: 100, rows: 30, command: "'\(Radiod.path)'",
          environment: Radiod.environment.merging(service.environment) { $1 }) : nil
    }

    deinit {
      recorder.terminate()
      pulse.stop()
    }

    var remotes: [Remote] {
      let service = service
      var all = [
        Remote(name: "ctl") { try service.ctl("back") },
        Remote(name: "HTTP") {
          try service.run(
            "curl",
            [
              "-sSf", "-H", "Content-Type: application/json", "-d", #"{"by": -10}"#,
              "http://localhost:\(service.httpPort)/api/seek",
            ])
        },
      ]
      if ProcessRunner.hasPrograms("mpc") {
        all.append(
          Remote(name: "mpc") {
            try service.run("mpc", ["-h", "127.0.0.1", "-p", "\(service.mpdPort)", "seek", "-10"])
          })
      }
      if bus != nil {
        all.append(
          Remote(name: "playerctl") { try service.run("playerctl", ["-p", "radiod", "position", "10-"]) })
      }
      if let screen { all.append(Remote(name: "the key ←") { try screen.press("Left") }) }
      if ProcessRunner.hasPrograms("chromium", "python3") {
        let (profile, page) = (profile, Radiod.root + "/Tests/Checker/shift_page.py")
        all.append(
          Remote(name: "the page", tolerance: 1.5, isForPause: false) {
            try service.run(
              "python3", [page, "chromium", profile.path, "http://localhost:\(service.httpPort)/"], limit: .seconds(60))
          })
      }
      return all
    }

    /// Waits until the listener is where `condition` says.
    func waits(_ words: String, for condition: (TimeShiftService.Place) -> Bool) throws -> TimeShiftService.Place {
      let found = service.waits(limit: .seconds(20), for: condition)
      let now = try service.place()
      return try #require(found, "\(words): \(now)\n\(service.process.errorText)")
    }

    /// Returns to live, and waits until that is heard.
    func returnToLive() throws {
      try service.ctl("live")
      _ = try waits("live") { $0.behind < 1 && $0.state == "playing" && $0.elapsed > step + 0.5 }
    }

    /// Pauses; returns the place that is held, once the sound has faded out.
    func hold() throws -> TimeShiftService.Place {
      try service.ctl("pause")
      var last = try service.place()
      return try waits("paused") { place in
        defer { last = place }
        return place.state == "paused" && place.elapsed == last.elapsed && place.behind > last.behind
      }
    }

    /// Records an issue unless the title is that of the place.
    func expectTitle(_ name: String) throws {
      let place = try waits("\(name): amid a title") { ScaleStation.isAmidTitle($0.elapsed) }
      #expect(place.title == ScaleStation.title(at: place.elapsed), "\(name): \(place)")
    }

    /// Records an issue unless the bars show a tone that is heard meanwhile.
    func expectBars(_ name: String) throws {
      let before = try service.place()
      let stream = try ProcessRunner(
        "curl", ["-sSN", "http://localhost:\(service.httpPort)/api/spectrum?channels=mono"])
      defer { stream.terminate() }
      var shown: Int?
      let isShown = ProcessRunner.eventually {
        shown = TimeShiftRemotesTests.tone(of: stream.output)
        return shown != nil
      }
      try #require(isShown, "\(name): \(String(decoding: stream.output.prefix(2000), as: UTF8.self))")
      let after = try service.place()
      // The window of a spectrum is a tenth of a second.
      let places = stride(from: before.elapsed - 0.3, through: after.elapsed + 0.3, by: 0.1)
      #expect(
        places.contains { ScaleStation.tone(at: $0) == shown }, "\(name): tone \(shown ?? -1), \(before) to \(after)")
    }

    /// Records an issue unless the sound itself went back since the recording had `start` bytes.
    func expectHeardStep(_ name: String, since start: Int) {
      // From some whole tones before the step on, to one after it.
      let early = max(0, start - 4 * pulse.sampleRate * 5 / 2) / 4 * 4
      var steps: [Double] = []
      var heard = HeardScale([], rate: pulse.sampleRate)
      _ = ProcessRunner.eventually {
        heard = HeardScale(recorder.output.dropFirst(early), rate: pulse.sampleRate)
        steps = heard.steps
        return !steps.isEmpty
      }
      let expected = Double(ScaleStation.tones.count) - TimeShiftRemotesTests.step
      #expect(steps.count == 1 && abs((steps.first ?? 0) - expected) < 0.3, "\(name): \(steps) of \(heard)")
    }
  }

  /// The number of the tone in the second frame of `/api/spectrum`; nil before it has come.
  private static func tone(of stream: [UInt8]) -> Int? {
    func data(of event: Substring) -> [String: Any]? {
      let line = event.split(separator: "\n").first { $0.hasPrefix("data: ") }
      return line.flatMap { JSONObjects.whole(Array($0.dropFirst(6).utf8)) }
    }
    let events = String(decoding: stream, as: UTF8.self).components(separatedBy: "\n\n").dropLast()
    let frames = events.filter { $0.contains("event: frame") }
    guard frames.count > 1, let header = events.last(where: { $0.contains("event: header") }),
      let bands = data(of: header[...])?["bands"] as? [[String: Any]],
      let levels = (data(of: frames[1][...])?["levels"] as? [[Double]])?.first, levels.count == bands.count,
      let top = levels.indices.max(by: { levels[$0] < levels[$1] }), let center = bands[top]["center"] as? Double
    else { return nil }
    let distances = ScaleStation.tones.map { max($0 / center, center / $0) }
    return distances.indices.min { distances[$0] < distances[$1] }
  }

  @Test(
    """
    ctl, HTTP, mpc, playerctl, a key and the page go back 10 s at live; the place, the sound, the title and the bars \
    follow
    """)
  func backAtLive() throws {
    let run = try Run()
    for remote in run.remotes {
      let before = try run.waits("\(remote.name): live") { $0.elapsed > Self.step + 0.5 && $0.behind < 1 }
      let start = run.recorder.output.count
      try remote.goBack()
      let after = try run.waits("\(remote.name): behind live") { $0.behind > Self.step / 2 }
      // How far behind live one is does not change while the sound plays.
      let step = after.behind - before.behind
      #expect(abs(step - Self.step) < remote.tolerance, "\(remote.name): \(before), then \(after)")
      #expect(after.state == "playing", "\(remote.name): \(after)")
      if remote.name == "ctl" { run.expectHeardStep(remote.name, since: start) }
      // The place is that of the move at once, and the sound a moment later.
      _ = try run.waits("\(remote.name): goes on") { $0.elapsed > after.elapsed + 0.2 }
      try run.expectTitle(remote.name)
      try run.expectBars(remote.name)
      try run.returnToLive()
    }
    #expect(run.station.server.callCount == 1)
    #expect(run.service.process.terminate() == 0, "\(run.service.process.errorText)")
  }

  @Test("they go back exactly 10 s in a pause, and the sound goes on from there")
  func backInPause() throws {
    let run = try Run()
    _ = try run.waits("sound that is kept") { $0.elapsed > Self.step + 1 }
    for remote in run.remotes where remote.isForPause {
      let held = try run.hold()
      try remote.goBack()
      let moved = try run.waits("\(remote.name): back") { $0.elapsed < held.elapsed - Self.step / 2 }
      #expect(moved.state == "paused", "\(remote.name): \(moved)")
      #expect(abs(held.elapsed - Self.step - moved.elapsed) < 0.03, "\(remote.name): \(held), then \(moved)")
      let later = try run.waits("\(remote.name): later") { $0.behind > moved.behind + 0.3 }
      #expect(abs(later.elapsed - moved.elapsed) < 0.03, "\(remote.name): \(moved), then \(later)")
      if ScaleStation.isAmidTitle(later.elapsed) {
        #expect(later.title == ScaleStation.title(at: later.elapsed), "\(remote.name): \(later)")
      }
      try run.service.ctl("play")
      let playing = try run.waits("\(remote.name): goes on") { $0.elapsed > moved.elapsed + 0.3 }
      #expect(playing.state == "playing", "\(remote.name): \(playing)")
      try run.expectBars(remote.name)
      try run.returnToLive()
    }
    #expect(run.station.server.callCount == 1)
    #expect(run.service.process.terminate() == 0, "\(run.service.process.errorText)")
  }
}
