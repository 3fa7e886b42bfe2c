import AudioCore
import Daemon
import Foundation
import Radio
import RadioModel
import Synchronization
import TestSupport
import Testing

/// Recordings of other stations than the one that is played, in a daemon.
@Suite(
  "Stations are recorded whatever is played", .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct StationRecordingTests {
  private static func sound() throws -> [UInt8] {
    try SignalSource.shared.bytes(SignalSource.Recording(.music, seconds: 60), as: .mp3(kilobits: 128))
  }

  /// A station at ten times the pace of its sound.
  private static func station(_ name: String) throws -> ScriptedServer {
    let sound = try sound()
    return try ScriptedServer { call in
      call.answer(headers: ["icy-name: \(name)", "Content-Type: audio/mpeg"])
      call.broadcast(sound, bytesPerSecond: 160_000, burst: 32_000)
    }
  }

  /// The folder of recordings of a daemon in `home`.
  private static func folder(_ home: DaemonHome) -> String { home.scratch.path("music") }

  /// Runs a daemon in `home` that records into ``folder(_:)``.
  @discardableResult
  private static func live<Result: Sendable>(
    _ home: DaemonHome, _ body: @Sendable (DaemonHome.Life, any RecordingService) async throws -> Result
  ) async throws -> Result {
    try await home.live(flags: [.recordings: folder(home)]) { life in
      let service = life.frontend.context.withLock { $0?.radio.recordings }
      return try await body(life, #require(service))
    }
  }

  /// Waits until the recording `id` is as `condition` says; returns it.
  private static func recording(
    _ id: Int, of service: any RecordingService, _ condition: @Sendable (RecordingStatus) -> Bool
  ) async throws -> RecordingStatus {
    _ = await eventually { service.recordings.first { $0.id == id }.map(condition) ?? false }
    let recording = try #require(service.recordings.first { $0.id == id })
    #expect(condition(recording), "\(recording)")
    return recording
  }

  /// The finished files below the folder of recordings.
  private static func files(_ home: DaemonHome) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder(home))?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".mp3") }
  }

  /// True when the file `name` has the first bytes that a station sends, in one piece.
  private static func isUnchanged(_ name: String, in home: DaemonHome, bytes: Int) throws -> Bool {
    let file = FileManager.default.contents(atPath: folder(home) + "/" + name) ?? Data()
    // The first frame may be one without sound.
    return try file.range(of: Data(sound()[8_000..<bytes])) != nil
  }

  @Test("two stations are recorded while a third plays, with unchanged packets, and go on when the radio stops")
  func others() async throws {
    let (played, one, two) = (try Self.station("Played"), try Self.station("One FM"), try Self.station("Two FM"))
    let home = try DaemonHome(
      stations: #"{"version":1,"stations":[{"id":"two","name":"Second","url":"\#(two.url)"}]}"#)
    try await Self.live(home) { life, service in
      life.tuner.send(.play(.url(played.url)))
      #expect(await eventually { life.tuner.snapshot.state == .playing })
      let station = try #require(life.tuner.snapshot.stations.first)
      let first = try service.record(.url(one.url), isSplit: false, isSongsOnly: false, duration: nil)
      let second = try service.record(.station(station), isSplit: false, isSongsOnly: false, duration: .seconds(20))
      #expect(first.state == .waiting && first.kind == .record && second.station == "Second")
      #expect(await eventually { life.tuner.snapshot.recordings >= 1 })
      let begun = try await Self.recording(first.id, of: service) { $0.seconds > 1 }
      #expect(begun.state == .writing && begun.station == "One FM", "\(begun)")
      #expect(life.tuner.snapshot.state == .playing && life.tuner.snapshot.source == .url(played.url))
      await life.tuner.perform(.stop)
      let ended = try await Self.recording(second.id, of: service) { !$0.isActive }
      #expect(ended.state == .done && ended.isComplete && abs(ended.seconds - 20) < 0.1, "\(ended)")
      let before = try await Self.recording(first.id, of: service) { $0.state == .writing }.seconds
      _ = try await Self.recording(first.id, of: service) { $0.seconds > before + 5 }
      _ = try service.stopRecording(first.id)
      let stopped = try await Self.recording(first.id, of: service) { !$0.isActive }
      #expect(stopped.state == .done && stopped.isComplete && stopped.reason == nil, "\(stopped)")
      for (recording, name) in [(ended, "Second"), (stopped, "One FM")] {
        let file = try #require(recording.files.first)
        #expect(file.hasPrefix(name + "/"), "\(file)")
        let bytes = min(Int(recording.seconds - 1), 50) * 16_000
        #expect(try Self.isUnchanged(file, in: home, bytes: bytes), "\(recording)")
      }
      #expect(await eventually { life.tuner.snapshot.recordings == 0 && one.openCallCount + two.openCallCount == 0 })
      #expect(service.failureCount == 0)
    }
  }

  @Test("a station that cannot be reached is waited for, counts as a recording, and is recorded when it is back")
  func waits() async throws {
    let (sound, isOpen) = (try Self.sound(), Flag())
    let server = try ScriptedServer { call in
      guard isOpen.isSet else { return call.answer("503 Service Unavailable") }
      call.station(headers: ["Content-Type: audio/mpeg"], body: sound)
    }
    let home = try DaemonHome()
    try await Self.live(home) { life, service in
      let order = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: .seconds(10))
      #expect(await eventually { server.callCount >= 2 })
      let waiting = try await Self.recording(order.id, of: service) { $0.state == .waiting }
      #expect(waiting.begin == nil && waiting.files.isEmpty && life.tuner.snapshot.recordings == 1)
      #expect(home.log.contains("recording 1, 127.0.0.1: ") && home.log.contains(": reconnecting"), "\(home.log.all)")
      isOpen.set()
      let done = try await Self.recording(order.id, of: service) { !$0.isActive }
      #expect(done.state == .done && done.isComplete && abs(done.seconds - 10) < 0.1, "\(done)")
      isOpen.clear()
      let other = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: nil)
      _ = try service.stopRecording(other.id)
      let stopped = try await Self.recording(other.id, of: service) { !$0.isActive }
      #expect(stopped.state == .done && stopped.files.isEmpty && stopped.reason == nil, "\(stopped)")
      #expect(await eventually { life.tuner.snapshot.recordings == 0 })
    }
  }

  @Test("a lost connection is made again, and the gap makes the recording incomplete")
  func reconnects() async throws {
    let sound = try Self.sound()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Short FM"])
      call.broadcast(
        call.number == 0 ? sound : Array(sound.suffix(sound.count / 2)), bytesPerSecond: 160_000, burst: 160_000,
        limit: call.number == 0 ? .seconds(1) : .seconds(3600))
    }
    let home = try DaemonHome()
    try await Self.live(home) { _, service in
      let order = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: .seconds(50))
      let done = try await Self.recording(order.id, of: service) { !$0.isActive }
      #expect(done.state == .done && server.callCount > 1 && abs(done.seconds - 50) < 0.1, "\(done)")
      #expect(!done.isComplete && done.files.first?.hasPrefix("incomplete/Short FM/") == true, "\(done)")
    }
  }

  @Test("a source that is given up fails its recording with the reason; with some sound it is done, and incomplete")
  func givenUp() async throws {
    let missing = try ScriptedServer { $0.answer("404 Not Found") }
    let page = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: text/html"], body: Array("<html><body>Log in".utf8))
    }
    let sound = try Self.sound()
    let closing = try ScriptedServer { call in
      if call.number > 0 { return call.answer("401 Unauthorized") }
      call.answer(headers: ["icy-name: Closing FM", "Content-Type: audio/mpeg"], body: Array(sound.prefix(160_000)))
    }
    let home = try DaemonHome()
    try await Self.live(home) { life, service in
      for (server, says) in [(missing, "404"), (page, "HTML page")] {
        let order = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: nil)
        let failed = try await Self.recording(order.id, of: service) { !$0.isActive }
        #expect(failed.state == .failed && failed.files.isEmpty, "\(failed)")
        #expect(try #require(failed.reason).contains(says), "\(failed)")
      }
      #expect(service.failureCount == 2 && life.tuner.snapshot.state == .stopped)
      let order = try service.record(.url(closing.url), isSplit: false, isSongsOnly: false, duration: nil)
      let cut = try await Self.recording(order.id, of: service) { !$0.isActive }
      #expect(cut.state == .done && !cut.isComplete && cut.reason?.contains("401") == true, "\(cut)")
      #expect(cut.files.count == 1 && cut.files[0].hasPrefix("incomplete/Closing FM/") && cut.seconds > 9, "\(cut)")
      #expect(service.failureCount == 2)
      #expect(await eventually { home.log.contains("warning: recording 3, Closing FM ended: ") }, "\(home.log.all)")
      #expect(await eventually { life.tuner.snapshot.recordings == 0 })
    }
  }

  @Test("a fifth recording is refused, also while the others wait for their stations, and all end at a stop")
  func bound() async throws {
    let server = try ScriptedServer { $0.answer("503 Service Unavailable") }
    let home = try DaemonHome()
    try await Self.live(home) { life, service in
      for _ in 0..<4 { _ = try service.record(.url(server.url), isSplit: true, isSongsOnly: true, duration: nil) }
      #expect(throws: ServiceError(.conflict, "there are 4 recordings already; stop one first")) {
        try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: nil)
      }
      for recording in service.recordings { _ = try service.stopRecording(recording.id) }
      #expect(await eventually { !service.recordings.contains(where: \.isActive) })
      let next = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: nil)
      #expect(next.id == 5 && next.state == .waiting)
    }
  }

  @Test("the end of the daemon finishes the file")
  func end() async throws {
    let server = try Self.station("Last FM")
    let home = try DaemonHome()
    try await Self.live(home) { _, service in
      let order = try service.record(.url(server.url), isSplit: false, isSongsOnly: false, duration: nil)
      _ = try await Self.recording(order.id, of: service) { $0.seconds > 3 }
    }
    let files = Self.files(home)
    #expect(files.count == 1 && files[0].hasPrefix("Last FM/"), "\(files) \(home.log.all)")
    #expect(try Self.isUnchanged(#require(files.first), in: home, bytes: 32_000))
  }
}

/// A flag for several threads.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
  func clear() { state.withLock { $0 = false } }
}
