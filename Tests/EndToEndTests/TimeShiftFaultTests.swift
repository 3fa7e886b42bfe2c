import Foundation
import Glibc
import TestSupport
import Testing

/// Faults that come while a listener has paused or is behind live.
@Suite(
  "Faults while paused or behind live", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct TimeShiftFaultTests {
  /// All scenarios run at the same time; each test checks one.
  init() { for scenario in Self.scenarios { scenario.start() } }

  private static let scenarios = [suspended, cut, flooded, titled, full]
  private static let bytesPerSecond = ScaleStation.bytesPerSecond

  /// The memory that a pause may take beside what the radio had, in KiB: 2 MiB of sound and titles are kept.
  private static let allowedKilobytes = 4096

  // MARK: - The listener

  private static func place(_ radio: FaultWatch) throws -> TimeShiftService.Place {
    try JSONDecoder().decode(
      TimeShiftService.Place.self, from: Data((radio.frontends?.get("/api/status") ?? "").utf8))
  }

  private static func post(_ radio: FaultWatch, _ path: String, _ body: String = "{}") throws {
    _ = try radio.frontends?.post(path, body)
  }

  /// Waits until the listener is where `condition` says; records a failure when that does not come to be.
  @discardableResult private static func waits(
    _ radio: FaultWatch, _ scenario: FaultScenario, _ words: String, within limit: Double = 20,
    line: Int = #line, for condition: (TimeShiftService.Place) -> Bool
  ) throws -> TimeShiftService.Place {
    let isSo = ProcessRunner.eventually(within: .seconds(limit)) { (try? place(radio)).map(condition) ?? false }
    let found = try place(radio)
    scenario.expect(isSo, "\(words): \(found)\n\(radio.text)", line: line)
    return found
  }

  /// Pauses, and returns the place that is held, once the sound has faded out.
  private static func pause(_ radio: FaultWatch, _ scenario: FaultScenario) throws -> TimeShiftService.Place {
    try post(radio, "/api/pause")
    var last = try place(radio)
    let isStill = ProcessRunner.eventually {
      // The clock of the live place goes on, and the place that is held stays.
      guard let present = try? place(radio), present.behind > last.behind + 0.1 else { return false }
      defer { last = present }
      return present.elapsed == last.elapsed
    }
    scenario.expect(isStill && last.state == "paused", "\(last)\n\(radio.text)")
    return last
  }

  /// Records a failure unless each tone was heard once, whole and in order. A tone in which the sound paused has two
  /// fades. The first two may be those before and after a move.
  private static func expectWhole(_ heard: HeardScale, _ scenario: FaultScenario, line: Int = #line) {
    scenario.expect(heard.steps.isEmpty && heard.tones.count > 4, "\(heard)", line: line)
    for tone in heard.tones.dropFirst(2).dropLast() {
      scenario.expect((16...23).contains(tone.pieces), "\(tone) of \(heard)", line: line)
    }
  }

  // MARK: - Scenarios

  private static let suspended = FaultScenario { scenario in
    guard PulseServer.isAvailable else { return }
    let (station, pulse) = (try ScaleStation(), try PulseServer())
    let recorder = try pulse.record()
    let radio = try FaultWatch.serving(station.server.url, output: "alsa", environment: pulse.environment)
    try waits(radio, scenario, "it plays") { $0.elapsed > 2.5 }
    let held = try pause(radio, scenario)
    let (connections, woken) = radio.sleeps(for: 8) { station.server.callCount }
    // The clock shows the sleep: the place does not.
    let behind = try waits(radio, scenario, "behind live") { $0.behind > 8 }
    scenario.expect(behind.state == "paused" && abs(behind.elapsed - held.elapsed) < 0.001, "\(held), then \(behind)")
    scenario.expect(behind.title == held.title, "\(held), then \(behind)")
    scenario.expect(radio.count(of: "suspended", after: woken) == 0, radio.text)
    try post(radio, "/api/play")
    let end = try waits(radio, scenario, "it goes on") { $0.elapsed > held.elapsed + 3 }
    scenario.expect(end.state == "playing" && end.behind > 7, "\(end)")
    scenario.expect(connections == 1 && station.server.callCount == 1, "\(station.server.callCount) connections")
    scenario.expectOpenFrontends(of: radio)
    scenario.expect(radio.process.terminate() == 0, radio.text)
    expectWhole(HeardScale(recorder.output, rate: pulse.sampleRate), scenario)
  }

  @Test("31: a suspension of 8 s while paused leaves the place as it is: the sound goes on from there, whole")
  func sleep() { Self.suspended.check() }

  private static let cut = FaultScenario { scenario in
    guard PulseServer.isAvailable else { return }
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let (audio, start) = (try ScaleStation.audio(), ContinuousClock.now)
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(audio, bytesPerSecond: bytesPerSecond, burst: 4 * bytesPerSecond, onAirSince: start - .seconds(8))
    }
    let line = try MutatingProxy(to: server.port)
    let radio = try FaultWatch.serving(line.url(), output: "alsa", environment: pulse.environment)
    try waits(radio, scenario, "it plays") { $0.elapsed > 5 }
    try post(radio, "/api/seek", #"{"by": -4}"#)
    let target = try waits(radio, scenario, "back") { $0.behind > 3 && $0.state == "playing" }
    // The place is that of the move at once, and the sound comes a moment later.
    let back = try waits(radio, scenario, "heard there") { $0.elapsed > target.elapsed + 0.2 }
    let moved = recorder.output.count / 4 * 4
    line.resetAll()
    let connected = ProcessRunner.eventually { line.callCount == 2 }
    scenario.expect(connected, "\(line.callCount) connections\n\(radio.text)")
    // What was received after the loss is heard, too.
    let end = try waits(radio, scenario, "it goes on") { $0.elapsed > back.elapsed + 9 }
    scenario.expect(abs(end.behind - back.behind) < 0.5, "\(back), then \(end)\n\(radio.text)")
    scenario.expect(radio.count(of: "out of sound") == 0, radio.text)
    scenario.expectModesty(of: radio)
    scenario.expect(radio.process.terminate() == 0, radio.text)
    expectWhole(HeardScale(recorder.output.dropFirst(moved), rate: pulse.sampleRate), scenario)
  }

  @Test("5: a connection that breaks while the listener is behind live is not heard: nothing is missing or doubled")
  func connectionCut() { Self.cut.check() }

  private static let flooded = FaultScenario { scenario in
    let audio = try ScaleStation.audio()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.sendForever(audio)
    }
    let radio = try FaultWatch.serving(server.url)
    try waits(radio, scenario, "it plays") { $0.elapsed > 2 }
    let (held, early) = (try pause(radio, scenario), radio.peakOwnKilobytes)
    let late = try waits(radio, scenario, "behind live") { $0.behind > 8 }
    scenario.expect(late.elapsed == held.elapsed && server.openCallCount == 1, "\(held), then \(late)")
    let growth = radio.peakOwnKilobytes - early
    scenario.expect(growth < allowedKilobytes, "\(growth) KiB while paused")
    try post(radio, "/api/play")
    try waits(radio, scenario, "it goes on") { $0.elapsed > held.elapsed + 1 && $0.behind > 7 }
    try post(radio, "/api/seek", #"{"live": true}"#)
    try waits(radio, scenario, "live") { $0.behind < 1 && $0.elapsed > held.elapsed + 8 }
    scenario.expect(server.callCount == 1 && radio.count(of: "out of sound") == 0, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("17: a station that sends as fast as it can is held back while the radio is paused, and memory is bounded")
  func flood() { Self.flooded.check() }

  private static let titled = FaultScenario { scenario in
    let (interval, perSecond) = (16, 1000)
    let audio = Array(try ScaleStation.audio().prefix(20 * bytesPerSecond))
    let titles = (0..<20 * perSecond).map { ICYBody.Title("Artist - Song \($0)", at: $0 * interval) }
    let body = ICYBody.interleave(audio, interval: interval, titles: titles)
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-metaint: \(interval)"])
      let pace = bytesPerSecond * body.count / audio.count
      call.broadcast(body, bytesPerSecond: pace, burst: 2 * pace)
    }
    let radio = try FaultWatch.serving(server.url, environment: ["SPRINGRADIO_TIMESHIFT_MEMORY": "2"])
    try waits(radio, scenario, "it plays") { $0.elapsed > 2 && $0.title != nil }
    let (held, early) = (try pause(radio, scenario), radio.peakOwnKilobytes)
    let isFull = ProcessRunner.eventually(within: .seconds(20)) { server.openCallCount == 0 }
    scenario.expect(isFull, radio.text)
    let late = try place(radio)
    scenario.expect(late.elapsed == held.elapsed && late.title == held.title, "\(held), then \(late)")
    let growth = radio.peakOwnKilobytes - early
    scenario.expect(growth < allowedKilobytes, "\(growth) KiB while paused")
    // One title a second of sound, and those of the sound ahead.
    let kept = try radio.frontends?.get("/api/timeshift") ?? ""
    let count = (JSONObjects.whole(Array(kept.utf8))?["titles"] as? [Any])?.count ?? 0
    scenario.expect((4...30).contains(count), "\(count) titles")
    try post(radio, "/api/play")
    try waits(radio, scenario, "it goes on") { $0.elapsed > held.elapsed + 2 && $0.title != held.title }
    scenario.expect(server.callCount == 2 && radio.count(of: "reconnecting") == 0, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test(
    "20: a thousand titles a second while the radio is paused: one a second is kept, within the memory of the setting")
  func titles() { Self.titled.check() }

  private static let full = FaultScenario { scenario in
    let station = try ScaleStation()
    let radio = try FaultWatch.serving(station.server.url, environment: ["SPRINGRADIO_TIMESHIFT": "3s"])
    try waits(radio, scenario, "it plays") { $0.elapsed > 1.5 }
    let held = try pause(radio, scenario)
    // Once as much is kept as the setting allows, the station is not received any more.
    let isLeft = ProcessRunner.eventually(within: .seconds(20)) { station.server.openCallCount == 0 }
    scenario.expect(isLeft, radio.text)
    let late = try place(radio)
    scenario.expect(late.state == "paused" && late.elapsed == held.elapsed && late.title == held.title, "\(late)")
    scenario.expect(station.server.callCount == 1 && radio.count(of: "reconnecting") == 0, radio.text)
    try post(radio, "/api/play")
    let isNoticed = radio.waits(
      for: "of the sound were not received and are left out", within: 5 * Double(TestTime.waitScale))
    scenario.expect(isNoticed != nil, radio.text)
    // The sound that was kept is heard, and the station behind it.
    try waits(radio, scenario, "it goes on") { $0.elapsed > held.elapsed + 6 && $0.state == "playing" }
    scenario.expect(station.server.callCount == 2, "\(station.server.callCount) connections\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("a pause that fills what is kept ends the connection; the sound goes on with what is kept, then the station")
  func pastFull() { Self.full.check() }
}
