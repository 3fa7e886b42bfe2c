import Downloader
import Foundation
import Logging
import NIOPosix
import Notifications
import Player
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing

/// Whether a desktop can be made.
private let hasDesktop =
  SessionBusServer.isAvailable && SignalSource.isAvailable
  && (try? ProcessRunner.run("/usr/bin/python3", ["-c", "import dbus; from gi.repository import GLib"]))?.exitCode == 0

@Suite(
  "Notifications on a desktop", .serialized,
  .enabled(if: hasDesktop, "needs dbus-daemon, python3-dbus, python3-gi and what makes the sound"),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct DesktopTests {
  /// A notification as the desktop got it.
  private struct Shown: Decodable, Equatable {
    struct Hints: Decodable, Equatable {
      var urgency: Int
      var transient: Int
      var imagePath: String?

      enum CodingKeys: String, CodingKey {
        case urgency, transient
        case imagePath = "image-path"
      }
    }

    var number: Int
    var application: String
    var summary: String
    var body: String
    var actions: [String]
    var hints: Hints
  }

  /// A radio whose station sends `titles`, each at its second.
  private final class PlayingRadio: Sendable {
    let tuner: Tuner
    private let server: ScriptedServer
    private let life: Task<TunerOutcome, Never>

    init(titles: [(String, Double)]) throws {
      let audio = try SignalSource.shared.bytes(.init(.music, seconds: 20), as: .mp3(kilobits: 128))
      let body = ICYBody.interleave(
        audio, interval: 800, titles: titles.map { .init($0.0, at: Int($0.1 * 16000)) })
      server = try ScriptedServer { $0.station(headers: ["icy-metaint: 800"], body: body) }
      var options = TunerOptions()
      options.output = .silent
      options.endsWithFirstSource = false
      options.stations = [Station(id: "a", name: "Radio A", url: server.url("/"))]
      let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
      let tuner = Tuner(options: options, opener: StreamOpener(downloader: downloader))
      self.tuner = tuner
      life = Task { await tuner.run() }
      tuner.send(.resume)
    }

    func end() async {
      tuner.send(.quit)
      _ = await life.value
      server.stop()
    }
  }

  private func desktop(on bus: SessionBusServer, _ capabilities: String...) throws -> ProcessRunner {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Checker/notification_desktop.py").path
    let process = try ProcessRunner("/usr/bin/python3", [script] + capabilities, environment: bus.environment)
    let isReady = ProcessRunner.eventually { process.exitCode != nil || !process.output.isEmpty }
    try #require(isReady && process.exitCode == nil, "\(process.errorText)")
    return process
  }

  private func shown(by desktop: ProcessRunner) throws -> [Shown] {
    try String(decoding: desktop.output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("{") }
      .map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
  }

  private func waits(_ what: Comment, _ desktop: ProcessRunner, _ condition: ([Shown]) -> Bool) throws {
    let isTrue = ProcessRunner.eventually(within: .seconds(15)) { (try? condition(shown(by: desktop))) ?? false }
    #expect(isTrue, "\(what): \(String(decoding: desktop.output, as: UTF8.self)) \(desktop.errorText)")
  }

  private func notifier(_ radio: PlayingRadio, _ bus: SessionBusServer?, picture: String? = nil) -> TitleNotifier {
    let address = bus?.address
    let notifier = TitleNotifier(
      tuner: radio.tuner, picture: { picture }, logger: Logger(label: "notifications"), busAddress: { address })
    notifier.start()
    return notifier
  }

  @Test("a title is shown once, and the next one replaces it, with markup escaped and with the picture")
  func titles() async throws {
    let bus = try SessionBusServer()
    let desktop = try desktop(on: bus, "body", "body-markup")
    let radio = try PlayingRadio(titles: [("Tom & <i>Ann</i> - Jóga", 0), ("C - D", 3)])
    let notifier = notifier(radio, bus, picture: "/run/radio.png")
    try waits("the first title", desktop) { $0.count == 1 }
    let first = try #require(try shown(by: desktop).first)
    radio.tuner.send(.setVolume(40))  // news, but of no title
    #expect(
      first
        == Shown(
          number: 1, application: "SpringRadio", summary: "Jóga", body: "Tom &amp; &lt;i&gt;Ann&lt;/i&gt; – Radio A",
          actions: [], hints: .init(urgency: 1, transient: 1, imagePath: "/run/radio.png")))
    try waits("the second title", desktop) { $0.last?.summary == "D" }
    #expect(try shown(by: desktop).map(\.number) == [1, 1])
    await notifier.stop()
    await radio.end()
  }

  @Test("a desktop without markup gets plain text, and one that starts later or again gets the next title")
  func restart() async throws {
    let bus = try SessionBusServer()
    let radio = try PlayingRadio(titles: [("A & B - One", 0)])
    let first = try desktop(on: bus, "body")
    let notifier = notifier(radio, bus)
    try waits("the title", first) { $0.last?.body == "A & B – Radio A" }
    first.terminate()
    let second = try desktop(on: bus, "body", "body-markup")
    radio.tuner.send(.stop)
    try await eventually("it stops") { !radio.tuner.snapshot.state.isTunedIn }
    radio.tuner.send(.resume)
    try waits("the title on the next desktop", second) {
      $0.last?.body == "A &amp; B – Radio A" && $0.last?.number == 1
    }
    await notifier.stop()
    await radio.end()
  }

  @Test("a session bus that comes later, and one that restarts, get the titles from then on")
  func busRestart() async throws {
    let (folder, empty) = (try Scratch(), try Scratch())
    let radio = try PlayingRadio(titles: [("A - One", 0)])
    // The bus is found when the desktop is at it: a desktop that comes later gets the next title, which is another test.
    let absent = SessionBusServer.address(in: empty)
    let address = Mutex(absent)
    let notifier = TitleNotifier(
      tuner: radio.tuner, picture: { nil }, logger: Logger(label: "notifications"),
      busAddress: { address.withLock(\.self) })
    notifier.start()
    for _ in 0..<2 {
      let bus = try SessionBusServer(in: folder)
      let desktop = try desktop(on: bus, "body")
      address.withLock { $0 = SessionBusServer.address(in: folder) }
      try waits("the title", desktop) { $0.last?.summary == "One" }
      address.withLock { $0 = absent }
      desktop.terminate()
      bus.process.terminate(SIGKILL)
    }
    await notifier.stop()
    await radio.end()
  }

  @Test("without a bus, without a desktop, and with one that hangs, the radio plays on")
  func absent() async throws {
    let radio = try PlayingRadio(titles: [("A - B", 0)])
    let bus = try SessionBusServer()
    let hanging = try SessionBusServer()
    let desktop = try desktop(on: hanging, "body")
    desktop.signal(SIGSTOP)
    let notifiers = [notifier(radio, nil), notifier(radio, bus), notifier(radio, hanging)]
    try await eventually("the title is heard") { radio.tuner.snapshot.title == "A - B" }
    let heard = radio.tuner.snapshot.elapsed
    try await eventually("the sound goes on") { radio.tuner.snapshot.elapsed > heard + .milliseconds(300) }
    for notifier in notifiers { await notifier.stop() }
    desktop.signal(SIGCONT)
    await radio.end()
  }

  private func eventually(_ what: Comment, _ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + TestTime.seconds(10)
    while !condition() {
      try #require(ContinuousClock.now < deadline, what)
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
