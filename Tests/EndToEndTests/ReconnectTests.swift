import Foundation
import TestSupport
import Testing

@Suite("Stations that fail, and come back", .ownThreads)
struct ReconnectTests {
  /// All scenarios of this suite run at the same time; each test checks one.
  init() { for scenario in Self.scenarios { scenario.start() } }

  private static let scenarios =
    [refused, alwaysBroken, shortLived, trickling, trickleInStation, suspended, flooded] + clockSets + icecastScenarios
  /// 128 kbit/s.
  private static let bytesPerSecond = 16000
  static let recording = SignalSource.Recording(.music, seconds: 9)

  private static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
  }

  /// A radio as a service, with its frontends open.
  static func serve(_ url: String) throws -> FaultWatch { try .serving(url) }

  // MARK: - Scripted servers

  private static let refused = FaultScenario { scenario in
    let audio = try audio()
    let port = try ScriptedServer.freePort()
    let radio = try serve("http://127.0.0.1:\(port)/")
    let reported = radio.waits(for: "cannot connect to 127.0.0.1 port \(port) (refused): reconnecting", within: 5)
    scenario.expect(reported, in: 0...1, radio.text)
    scenario.expect(radio.waits(for: "reconnecting in 1 s", within: 2), in: 0...1.2, radio.text)
    scenario.expect(radio.waits(for: "reconnecting in 2 s", within: 4), in: 0.7...2.5, radio.text)
    let up = radio.seconds
    let server = try ScriptedServer(port: port) { $0.station(body: audio) }
    let back = radio.waits(for: "playing MP3", after: up, within: 6)
    scenario.expect(back.map { $0 - up }, in: 0...3.9, radio.text)
    scenario.expect(server.callCount == 1, "\(server.callCount) connections")
    scenario.expectModesty(of: radio)
  }

  @Test("1: radiod reports a refused connection within a second, with the time of the next try")
  func connectionRefused() { Self.refused.check() }

  private static let alwaysBroken = FaultScenario { scenario in
    let audio = try audio()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"], body: Array(audio.prefix(24000)))
      call.reset()
    }
    let radio = try serve(server.url)
    radio.waitsForEnd(within: 9)
    let calls = server.requests.map(\.arrival)
    let gaps = zip(calls, calls.dropFirst()).map { ($1 - $0) / .seconds(1) }
    // Tries at once, then after 1, 2 and 4 s, a fifth more or less.
    for (gap, range) in zip(gaps, [0...0.7, 0.8...1.9, 1.6...3.1, 3.2...5.5]) {
      scenario.expect(gap, in: range, "\(gaps)\n\(radio.text)")
    }
    scenario.expect((4...5).contains(calls.count), "\(gaps)")
    scenario.expect(radio.end == nil && radio.count(of: "lost the connection") >= 3, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("5: radiod retries a server that breaks every connection at once, and then less and less often")
  func brokenAgainAndAgain() { Self.alwaysBroken.check() }

  private static let shortLived = FaultScenario { run in
    let audio = try audio()
    let start = ContinuousClock.now
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(
        audio, bytesPerSecond: bytesPerSecond, burst: 64000, onAirSince: start - .seconds(9), limit: .seconds(6))
    }
    let radio = try serve(server.url)
    // The third connection begins after 12 s; it would be late if the second loss were a failure like the first.
    radio.waitsForEnd(within: 15)
    run.expect(radio.end == nil && radio.count(of: "out of sound") == 0, radio.text)
    run.expect(server.callCount == 3, "\(server.callCount) connections")
    run.expect(radio.count(of: "reconnecting in") == 0, radio.text)
    run.expectModesty(of: radio)
  }

  @Test("5: radiod always reconnects at once to a server that ends each connection after some seconds of sound")
  func shortConnections() { Self.shortLived.check() }

  private static let trickling = FaultScenario { scenario in
    let audio = try audio()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      guard call.number == 0 else { return call.broadcast(audio, bytesPerSecond: bytesPerSecond, burst: 64000) }
      call.send(Array(audio.prefix(48000)))
      call.send(Array(audio[48000...].prefix(60)), piecesOf: 1, pause: .milliseconds(500))
    }
    let radio = try serve(server.url)
    let rebuffering = radio.waits(for: "out of sound", within: 8)
    scenario.expect(rebuffering, in: 0.5...5, radio.text)
    let reported = radio.waits(for: "reconnecting", within: 16)
    scenario.expect(reported.map { $0 - (rebuffering ?? 0) }, in: 6...13, "counted as healthy:\n\(radio.text)")
    scenario.expect(radio.lines.contains { $0.text.contains("no sound for") }, radio.text)
    let back = radio.waits(for: "playing MP3", after: reported ?? 0, within: 5)
    scenario.expect(back.map { $0 - (reported ?? 0) }, in: 0...2, radio.text)
    scenario.expect(server.callCount == 2, "\(server.callCount) connections")
    scenario.expectModesty(of: radio)
  }

  @Test("16: a body of one byte every half second counts as stalled, not as healthy")
  func trickle() { Self.trickling.check() }

  private static let trickleInStation = FaultScenario { scenario in
    let audio = try audio()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-metaint: 48000"])
      guard call.number == 0 else { return call.waitForEnd() }
      // The sound stops at a title, whose bytes come one by one.
      call.send(Array(audio.prefix(48000)) + [255])
      call.send([UInt8](repeating: UInt8(ascii: "x"), count: 60), piecesOf: 1, pause: .milliseconds(500))
    }
    let radio = try serve(server.url)
    let rebuffering = radio.waits(for: "out of sound", within: 8)
    scenario.expect(rebuffering, in: 0.5...5, radio.text)
    let reported = radio.waits(for: "reconnecting", within: 16)
    scenario.expect(reported.map { $0 - (rebuffering ?? 0) }, in: 6...13, "counted as healthy:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("16: the bytes of a title that trickle while the sound stops do not count as healthy")
  func trickleOfTitle() { Self.trickleInStation.check() }

  private static let flooded = FaultScenario { scenario in
    let audio = try audio()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.sendForever(audio)
    }
    let radio = try serve(server.url)
    scenario.expect(radio.waits(for: "playing MP3", within: 5), in: 0...2, radio.text)
    radio.waitsForEnd(within: 2)
    let early = radio.peakOwnKilobytes
    radio.waitsForEnd(within: 10)
    scenario.expect(radio.end == nil && radio.count(of: "out of sound") == 0, radio.text)
    scenario.expect(
      radio.peakOwnKilobytes - early < 2048, "from \(early) to \(radio.peakOwnKilobytes) KiB in ten seconds")
    scenario.expectModesty(of: radio)
  }

  @Test("17: a station that sends as fast as it can is held back: ten seconds take less than 2 MiB of memory")
  func flood() { Self.flooded.check() }

  // MARK: - Suspension and clock

  private static let suspended = FaultScenario { scenario in
    guard PulseServer.isAvailable else { return }
    // The station changes its tone while the radio is suspended.
    let tones = try [440.0, 880].map { tone in
      try SignalSource.shared.bytes(
        .init(.tones([tone], amplitude: 0.4), seconds: 30), as: .mp3(kilobits: 128))
    }
    let early = 12
    let bytes = tones[0].prefix(early * bytesPerSecond) + tones[1]
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let start = ContinuousClock.now
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(
        Array(bytes), bytesPerSecond: bytesPerSecond, burst: 4 * bytesPerSecond,
        onAirSince: start - .seconds(6))
    }
    let radio = try FaultWatch.serving(server.url, output: "alsa", environment: pulse.environment)
    let playing = radio.waits(for: "playing MP3", within: 5)
    scenario.expect(playing, in: 0...3, radio.text)
    radio.waitsForEnd(within: 1.5)
    let (bytesBefore, woken) = radio.sleeps(for: 12) { recorder.output.count }
    let back = radio.waits(for: "playing MP3", after: woken, within: 8)
    scenario.expect(back.map { $0 - woken }, in: 0...5, radio.text)
    radio.waitsForEnd(within: 2)
    // Clients that were connected still are.
    scenario.expectOpenFrontends(of: radio)
    scenario.expect(radio.frontends?.answers.contains { $0.seconds > woken } == true, "no frontend answered since")
    scenario.expect(radio.process.terminate() == 0, radio.text)
    let after = ToneMeter(Array(recorder.output.dropFirst(bytesBefore / 4 * 4)), rate: pulse.sampleRate, channels: 2)
    let tonesHeard = after.tones()
    scenario.expect(tonesHeard.contains { abs($0 - 880) < 9 }, "\(tonesHeard.map { Int($0) })")
    scenario.expect(!tonesHeard.contains { abs($0 - 440) < 200 }, "the past was heard: \(tonesHeard.map { Int($0) })")
    let soundAfter = after.tones().firstIndex { $0 > 0 }.map { Double($0) * 0.1 }
    scenario.expect(soundAfter, in: 0...5, "sound after waking up")
    let before = ToneMeter(Array(recorder.output.prefix(bytesBefore / 4 * 4)), rate: pulse.sampleRate, channels: 2)
    scenario.expect(before.tones().contains { abs($0 - 440) < 5 }, "nothing was heard before the sleep")
  }

  @Test("31: after a suspension of 12 s radiod joins at the live edge within 5 s, and no old sound is heard")
  func sleep() { Self.suspended.check() }

  private static let clockSets: [FaultScenario] = {
    let (hour, day) = (3600, 86400)
    let afterEpoch = Int(Int32.max) - time(nil) + 2 * day  // 2038-01-21
    return [[hour, -hour], [-30 * day, 400 * day], [afterEpoch, 0]].map { offsets in
      FaultScenario { scenario in try playWhileClockIsSet(to: offsets, scenario) }
    }
  }()

  private static func playWhileClockIsSet(to offsets: [Int], _ scenario: FaultScenario) throws {
    guard WallClock.isAvailable else { return }
    let audio = try audio()
    let start = ContinuousClock.now
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      let length = call.number == 0 ? Duration.seconds(5) : .seconds(60)  // the first connection breaks
      call.broadcast(
        audio, bytesPerSecond: bytesPerSecond, burst: 64000, onAirSince: start - .seconds(9), limit: length)
      call.reset()
    }
    let clock = try WallClock()
    let radio = try FaultWatch.serving(server.url, environment: clock.environment)
    scenario.expect(radio.waits(for: "playing MP3", within: 5), in: 0...2, radio.text)
    try clock.set(aheadBySeconds: offsets[0])
    radio.waitsForEnd(within: 3)
    try clock.set(aheadBySeconds: offsets[1])
    radio.waitsForEnd(within: 4)
    scenario.expect(radio.end == nil && radio.count(of: "out of sound") == 0, "\(offsets):\n\(radio.text)")
    scenario.expectModesty(of: radio)
    let asked = radio.seconds
    radio.process.signal(SIGTERM)
    scenario.expect(radio.waitsForEnd(within: 5).map { $0 - asked }, in: 0...2, "the stop was not obeyed")
    scenario.expect(server.callCount == 2, "\(server.callCount) connections")
  }

  @Test("43: setting the clock by an hour, a year or beyond 2038 disturbs neither sound nor reconnects")
  func clockIsSet() { for scenario in Self.clockSets { scenario.check() } }
}
