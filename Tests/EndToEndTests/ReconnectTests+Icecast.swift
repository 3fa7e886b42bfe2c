import Foundation
import Glibc
import TestSupport
import Testing

/// Scenarios with a real Icecast.
extension ReconnectTests {
  static let icecastScenarios =
    IcecastServer.isAvailable ? [stopped, stalled, restarted, offAir, mountFull, serverFull] : []

  private static func live(_ icecast: IcecastServer) throws -> ProcessRunner {
    try icecast.feed(
      SignalSource.shared.path(recording, as: .wav), to: "/live", as: .mp3(kilobits: 128), name: "Test FM")
  }

  /// A radio that plays before the fault begins.
  private static func listener(to url: String, of scenario: FaultScenario) throws -> FaultWatch {
    let radio = try serve(url)
    scenario.expect(radio.waits(for: "playing MP3", within: 5), in: 0...3, radio.text)
    return radio
  }

  private static let stopped = FaultScenario { scenario in
    let icecast = try IcecastServer()
    let source = try live(icecast)
    let proxy = try MutatingProxy(to: icecast.port)
    let radio = try listener(to: proxy.url("/live"), of: scenario)
    icecast.process.signal(SIGSTOP)
    radio.waitsForEnd(within: 7)
    icecast.process.signal(SIGCONT)
    radio.waitsForEnd(within: 3)
    scenario.expect(proxy.callCount == 1 && radio.count(of: "reconnecting") == 0, "no break:\n\(radio.text)")
    scenario.expect(source.exitCode == nil, source.errorText)
    scenario.expectModesty(of: radio)
  }

  /// The same for longer than radiod waits.
  private static let stalled = FaultScenario { scenario in
    let icecast = try IcecastServer()
    let source = try live(icecast)
    let proxy = try MutatingProxy(to: icecast.port)
    let radio = try listener(to: proxy.url("/live"), of: scenario)
    let stop = radio.seconds
    icecast.process.signal(SIGSTOP)
    let stalled = radio.waits(for: "sent no sound for 10 s", within: 14)
    scenario.expect(stalled.map { $0 - stop }, in: 9...12, radio.text)
    scenario.expect(
      ProcessRunner.eventually(within: .seconds(3)) { proxy.callCount == 2 }, "\(proxy.callCount) connections")
    // The proxy sees the end of the old connection on another thread than the start of the new one.
    scenario.expect(
      ProcessRunner.eventually(within: .seconds(3)) { proxy.openCallCount <= 1 },
      "\(proxy.openCallCount) connections at once")
    let awake = radio.seconds
    icecast.process.signal(SIGCONT)
    let back = radio.waits(for: "playing MP3", after: awake, within: 8)
    scenario.expect(back.map { $0 - awake }, in: 0...4, radio.text)
    scenario.expect(source.exitCode == nil && proxy.openCallCount == 1, "\(proxy.openCallCount) connections at once")
    scenario.expectModesty(of: radio)
  }

  @Test(
    "4: a server that stalls for 7 s keeps its listener; radiod reconnects to one that stalls for 10 s",
    .enabled(if: IcecastServer.isAvailable))
  func serverStandsStill() {
    Self.stopped.check()
    Self.stalled.check()
  }

  private static let restarted = FaultScenario { scenario in
    let first = try IcecastServer()
    let source = try live(first)
    let radio = try listener(to: first.url("/live"), of: scenario)
    let killed = radio.seconds
    first.process.terminate(SIGKILL)
    source.terminate(SIGKILL)
    let reported = radio.waits(for: "reconnecting", after: killed, within: 3)
    scenario.expect(reported.map { $0 - killed }, in: 0...1, "at once:\n\(radio.text)")
    scenario.expect(radio.lines.contains { $0.text.hasSuffix(": reconnecting") }, radio.text)
    let isPatient = ProcessRunner.eventually { radio.count(of: "(refused): reconnecting in") == 3 }
    scenario.expect(isPatient, radio.text)
    let second = try IcecastServer(port: first.port)
    let secondSource = try live(second)
    let up = radio.seconds
    let back = radio.waits(for: "playing MP3", after: up, within: 12)
    // The wait that is running when the server is back: by the last line before that, at most a fifth longer.
    let last = radio.lines.last { $0.seconds < (back ?? .infinity) && $0.text.contains("reconnecting in") }
    let wait = last?.text.split(separator: " ").dropLast().last.flatMap { Double($0) } ?? 0
    let due = max(up, (last?.seconds ?? 0) + wait * 1.2)
    scenario.expect(back, in: up...due + 1.5, "due at \(due) s:\n\(radio.text)")
    scenario.expect(secondSource.exitCode == nil, secondSource.errorText)
    scenario.expectModesty(of: radio)
  }

  @Test(
    "5, 6: a server that is killed and is back later plays within 1.5 s of the try that finds it",
    .enabled(if: IcecastServer.isAvailable))
  func serverRestarts() { Self.restarted.check() }

  private static let offAir = FaultScenario { scenario in
    let icecast = try IcecastServer()
    let source = try live(icecast)
    let radio = try listener(to: icecast.url("/live"), of: scenario)
    let left = radio.seconds
    source.terminate(SIGKILL)
    let reported = radio.waits(for: "off the air: reconnecting in 1 s", after: left, within: 8)
    scenario.expect(reported.map { $0 - left }, in: 0...6, radio.text)
    radio.waits(for: "off the air: reconnecting in 2 s", after: left, within: 4)
    let again = try live(icecast)
    let up = radio.seconds
    let back = radio.waits(for: "playing MP3", after: up, within: 9)
    scenario.expect(back.map { $0 - up }, in: 0...6.5, radio.text)
    scenario.expect(again.exitCode == nil, again.errorText)
    scenario.expectModesty(of: radio)
  }

  @Test(
    "7: when the source client leaves, radiod reports it, retries, and plays when it returns",
    .enabled(if: IcecastServer.isAvailable))
  func sourceLeaves() { Self.offAir.check() }

  /// What a listener must see when a full server rejects it.
  private static func expectTurnedAway(_ scenario: FaultScenario, from icecast: IcecastServer) throws {
    let proxy = try MutatingProxy(to: icecast.port)
    let once = try FaultWatch("play", proxy.url("/live"), "--no-view", "--output", "silent", "--retry", "never")
    scenario.expect(once.waitsForEnd(within: 5), in: 0...4, once.text)
    scenario.expect(once.process.exitCode == 69 && once.count(of: "is full") == 1, once.text)
    let before = proxy.callCount
    let patient = try serve(proxy.url("/live"))
    let reported = patient.waits(for: "is full: it accepts no more listeners now: reconnecting in 3", within: 5)
    scenario.expect(reported, in: 0...3, patient.text)
    patient.waitsForEnd(within: 5)
    scenario.expect(
      patient.end == nil && proxy.callCount == before + 1, "\(proxy.callCount - before) tries:\n\(patient.text)")
    scenario.expectModesty(of: patient)
  }

  private static let mountFull = FaultScenario { scenario in
    let icecast = try IcecastServer(
      mounts: "<mount><mount-name>/live</mount-name><max-listeners>1</max-listeners></mount>")
    let source = try live(icecast)
    let lucky = try listener(to: icecast.url("/live"), of: scenario)
    try expectTurnedAway(scenario, from: icecast)
    scenario.expect(lucky.count(of: "out of sound") == 0 && source.exitCode == nil, lucky.text)
  }

  @Test(
    "9: radiod reports a full mount, and retries it only after half a minute", .enabled(if: IcecastServer.isAvailable))
  func fullMount() { Self.mountFull.check() }

  private static let serverFull = FaultScenario { scenario in
    // The source client and one listener.
    let icecast = try IcecastServer(maximumListeners: 2)
    let source = try live(icecast)
    let lucky = try listener(to: icecast.url("/live"), of: scenario)
    try expectTurnedAway(scenario, from: icecast)
    scenario.expect(lucky.count(of: "out of sound") == 0 && source.exitCode == nil, lucky.text)
  }

  @Test(
    "9: radiod reports a full server, and retries it only after half a minute", .enabled(if: IcecastServer.isAvailable)
  )
  func fullServer() { Self.serverFull.check() }
}
