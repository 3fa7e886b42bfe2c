import Foundation
import TestSupport
import Testing

/// Stations that stand still while their servers answer, and lines that break while a server repeats its last seconds.
/// `/stream` shows what the listener gets: a frame that is handed on twice is there twice.
@Suite("Stations that stand still, and repeats", .ownThreads, .enabled(if: StreamCopy.isAvailable))
struct FrozenStationTests {
  /// All scenarios of this suite run at the same time; each test checks one.
  init() { for scenario in Self.scenarios { scenario.start() } }

  private static let scenarios = frozen + frozenSegments + breaksInBurst + [slowRepeat, bursts]

  /// How fast the line is, as a multiple of the station's rate; nil is the loopback.
  private static let lines: [Double?] = [nil, 1.5]

  /// 4 s of sound at 128 kbit/s.
  private static let burst = 64_000

  /// The line to `server` for a station of `programme`.
  private static func line(to server: ScriptedServer, _ factor: Double?, _ programme: Programme) throws -> MutatingProxy
  {
    var faults = MutatingProxy.Faults()
    faults.bytesPerSecond = factor.map { Int($0 * programme.bytesPerSecond) }
    return try MutatingProxy(to: server.port, faults: faults)
  }

  /// Plays `address`. Returns the radio, and a copy of what it hands on.
  private static func listen(to address: String) throws -> (FaultWatch, StreamCopy) {
    let radio = try FaultWatch.serving(address)
    _ = radio.waits(for: "playing AAC", within: 10)
    return (radio, try StreamCopy(of: radio))
  }

  /// Expects that the connections fail one after another, with longer and longer delays, and that nothing was handed on
  /// twice meanwhile.
  private static func expectSilence(
    of radio: FaultWatch, _ copy: StreamCopy, _ programme: Programme, _ run: FaultScenario
  ) {
    for delay in ["", " in 1 s", " in 2 s"] {
      run.expect(radio.waits(for: "reconnecting\(delay)", within: 20) != nil, radio.text)
    }
    run.expect(radio.lines.contains { $0.text.hasSuffix(": reconnecting") }, "at once:\n\(radio.text)")
    let places = copy.places(in: programme)
    run.expect(places.count > 50, "\(places.count) frames")
    run.expect(Set(places).count == places.count, "\(places.count - Set(places).count) of \(places.count) frames again")
    run.expect(radio.count(of: "playing AAC") == 1 && radio.count(of: "out of sound") <= 1, radio.text)
    run.expect(radio.frontends?.state != "playing", radio.text)
    run.expectModesty(of: radio)
  }

  /// Expects that each frame was handed on once and in order, for `seconds` of sound.
  private static func expectWhole(_ copy: StreamCopy, of programme: Programme, seconds: Double, _ run: FaultScenario) {
    let bytes = Int(seconds * programme.bytesPerSecond)
    run.expect(ProcessRunner.eventually(within: .seconds(40)) { copy.size >= bytes }, "\(copy.size) of \(bytes) bytes")
    let places = copy.places(in: programme)
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    run.expect(steps.allSatisfy { $0 == 1 }, "\(places.count) frames, steps: \(steps.filter { $0 != 1 })")
    run.expect(Double(places.count) > seconds * 40, "\(places.count) frames")
  }

  // MARK: - Sources that froze

  private static let frozen = lines.map { factor in
    FaultScenario { run in
      let programme = try Programme()
      let server = try ScriptedServer { call in
        call.answer(headers: ["Content-Type: audio/aac"])
        call.send(Array(programme.bytes.prefix(burst)))
        call.waitForEnd()
      }
      let line = try line(to: server, factor, programme)
      let (radio, copy) = try listen(to: line.url())
      expectSilence(of: radio, copy, programme, run)
    }
  }

  @Test(
    "5: a source that froze behind a server that answers: its last seconds are not heard again",
    arguments: lines.indices)
  func frozenSource(index: Int) { Self.frozen[index].check() }

  private static let frozenSegments = lines.map { factor in
    FaultScenario { run in
      let programme = try Programme()
      let pieces = programme.pieces(frames: 43)
      let server = try ScriptedServer { call in
        guard call.request.path != "/live" else {
          let rows = (0..<8).map { "#EXTINF:0.9985,\n\($0).aac\n" }.joined()
          return call.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n\(rows)".utf8))
        }
        call.serve(pieces[Int(call.request.path.dropFirst().prefix { $0 != "." }) ?? 0])
      }
      let line = try line(to: server, factor, programme)
      let (radio, copy) = try listen(to: line.url("/live"))
      expectSilence(of: radio, copy, programme, run)
    }
  }

  @Test("10: an HLS playlist that stops changing: its last segments are not heard again", arguments: lines.indices)
  func frozenPlaylist(index: Int) { Self.frozenSegments[index].check() }

  // MARK: - Repeats

  private static let breaksInBurst = lines.map { factor in
    FaultScenario { run in
      let programme = try Programme()
      let onAir = ContinuousClock.now - .seconds(9)
      let server = try ScriptedServer { call in
        call.answer(headers: ["Content-Type: audio/aac"])
        let rate = Int(programme.bytesPerSecond)
        switch call.number {
        case 0:
          call.broadcast(programme.bytes, bytesPerSecond: rate, burst: burst, onAirSince: onAir, limit: .seconds(4))
          call.reset()
        case 1:
          let present = Int((ContinuousClock.now - onAir) / .seconds(1) * programme.bytesPerSecond)
          call.send(programme.bytes(before: present - burst * 2 / 3, count: burst / 3))
          call.reset()
        default: call.broadcast(programme.bytes, bytesPerSecond: rate, burst: burst, onAirSince: onAir)
        }
      }
      let line = try line(to: server, factor, programme)
      let (radio, copy) = try listen(to: line.url())
      expectWhole(copy, of: programme, seconds: 12, run)
      run.expect(server.callCount == 3 && radio.end == nil, "\(server.callCount) connections, \(radio.text)")
      run.expectModesty(of: radio)
    }
  }

  @Test(
    "5: a connection that breaks while it repeats the last seconds: no sound is heard twice", arguments: lines.indices)
  func breaksWithinBurst(index: Int) { Self.breaksInBurst[index].check() }

  private static let slowRepeat = FaultScenario { run in
    let programme = try Programme()
    let onAir = ContinuousClock.now - .seconds(9)
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      call.broadcast(
        programme.bytes, bytesPerSecond: Int(programme.bytesPerSecond), burst: 2 * burst, onAirSince: onAir)
    }
    let line = try line(to: server, nil, programme)
    let (radio, copy) = try listen(to: line.url())
    line.faults.bytesPerSecond = Int(1.5 * programme.bytesPerSecond)
    line.resetAll()
    expectWhole(copy, of: programme, seconds: 16, run)
    run.expect(server.callCount == 2 && radio.count(of: "out of sound") == 0, radio.text)
    run.expectModesty(of: radio)
  }

  @Test("5: a repeat of 8 s that takes more than 5 s on a slow line is not heard, and sound does not run out")
  func repeatOnSlowLine() { Self.slowRepeat.check() }

  private static let bursts = FaultScenario { run in
    let programme = try Programme()
    let onAir = ContinuousClock.now - .seconds(16)
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      let present = Int((ContinuousClock.now - onAir) / .seconds(1) * programme.bytesPerSecond)
      call.send(programme.bytes(before: present, count: Int(15 * programme.bytesPerSecond)))
    }
    let (radio, copy) = try listen(to: server.url)
    expectWhole(copy, of: programme, seconds: 36, run)
    // At first the delays grow as after any loss.
    run.expect((3...10).contains(server.callCount), "\(server.callCount) connections\n\(radio.text)")
    run.expect(radio.count(of: "out of sound") == 0 && radio.end == nil, radio.text)
    run.expectModesty(of: radio)
  }

  @Test("5: a server that sends 15 s at once and ends is asked again before they are over")
  func endsAfterBurst() { Self.bursts.check() }
}
