import AudioCore
import Daemon
import Foundation
import JSON
import Logging
import Radio
import RadioModel
import Stations
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("The service", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RadioDaemonTests {
  private func ids(_ queue: StationQueue) -> [String] {
    queue.entries.map { entry in
      switch entry.source {
      case .station(let station): station.id
      case .url(let url): url
      case .file, .standardInput: "?"
      }
    }
  }

  @Test("a restart restores the source, the volume and the queue, and event numbers continue to grow")
  func remembers() async throws {
    let home = try DaemonHome()
    let last = try await home.live { life in
      #expect(life.tuner.snapshot.state == .stopped && life.tuner.snapshot.volume == 100)
      await life.tuner.perform(.setVolume(37))
      await life.tuner.perform(.setMuted(true))
      try life.tuner.edit(.remove(0..<1))
      try life.tuner.edit(.insert([.url("http://127.0.0.1:1/mine")], at: 1))
      let entry = life.tuner.snapshot.queue.entries[1]
      await life.tuner.perform(.playEntry(id: entry.id))
      return life.tuner.eventNumber
    }
    try await home.live { life in
      #expect(await eventually { life.tuner.snapshot.state.isTunedIn })
      let snapshot = life.tuner.snapshot
      #expect(snapshot.volume == 37 && snapshot.isMuted)
      #expect(snapshot.source == .url("http://127.0.0.1:1/mine"))
      #expect(ids(snapshot.queue) == ["two", "http://127.0.0.1:1/mine", "three"])
      #expect(snapshot.entryID == snapshot.queue.entries[1].id)
      #expect(life.tuner.eventNumber > last)
    }
  }

  /// How a station's server may answer its first requests after the service starts.
  enum Obstacle: String, CaseIterable { case notFound, page, nothing }

  @Test("the remembered station is tried again after a temporary fault until it plays", arguments: Obstacle.allCases)
  func comesBack(obstacle: Obstacle) async throws {
    let sound = try SignalSource.shared.bytes(.init(.music, seconds: 6), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      if call.number > 1 { return call.station(body: sound) }
      switch obstacle {
      case .notFound: call.answer("404 Not Found")
      case .page: call.answer(headers: ["Content-Type: text/html"], body: Array("<html><body>Log in".utf8))
      case .nothing: call.answer(headers: ["Content-Type: audio/mpeg"], body: [UInt8](repeating: 0x20, count: 300_000))
      }
    }
    let home = try DaemonHome()
    try home.remember(server.url)
    try await home.live { life in
      #expect(await eventually { life.tuner.snapshot.state == .playing }, "\(life.tuner.snapshot.state)")
    }
    #expect(server.callCount > 2)
    #expect(home.state?["heard"]?.flag == true)
  }

  @Test(
    "a remembered station is tried again while its certificate is not valid yet", .enabled(if: TLSServer.isAvailable))
  func earlyCertificate() async throws {
    let authority = try CertificateAuthority()
    let server = try TLSServer(certificate: authority.issue(.early), answer: [])
    let home = try DaemonHome()
    try home.remember(server.url)
    try await home.live { life in
      // A station that was given up stays so.
      #expect(
        await eventually {
          switch life.tuner.snapshot.state {
          case .retrying(let reason, _): reason.contains("cannot connect securely")
          default: false
          }
        }, "\(life.tuner.snapshot.state)")
    }
  }

  @Test("a station that never played fails and is not tried again, in the next run too")
  func neverHeard() async throws {
    let server = try ScriptedServer { $0.answer("404 Not Found") }
    let home = try DaemonHome()
    for isFirst in [true, false] {
      try await home.live { life in
        if isFirst { await life.tuner.perform(.play(.url(server.url))) }
        #expect(await eventually { if case .failed = life.tuner.snapshot.state { true } else { false } })
      }
      #expect(home.state?["playing"]?.flag == true && home.state?["heard"]?.flag == false)
    }
  }

  @Test("a change is saved at once, and further changes within a second are saved together")
  func savesSoon() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      // A busy machine may take more than that second for the changes: then they are made once more.
      var isInTime = false
      for first in stride(from: 1, to: 100, by: 20) where !isInTime {
        let start = ContinuousClock.now
        await life.tuner.perform(.setVolume(first))
        #expect(await eventually { home.state?["volume"]?.integer() == first })
        for volume in first + 1..<first + 20 { await life.tuner.perform(.setVolume(volume)) }
        let saved: Int? = home.state?["volume"]?.integer()
        isInTime = ContinuousClock.now - start < .seconds(1)
        if isInTime { #expect(saved == first) }
        #expect(await eventually { home.state?["volume"]?.integer() == first + 19 })
        if !isInTime { try await Task.sleep(for: .seconds(1.5)) }  // the second after this save, too
      }
      #expect(isInTime)
    }
  }

  @Test(
    "a source that was stopped or paused stays stopped after a restart, and 'play' resumes it",
    arguments: [Command.stop, .pause])
  func staysStopped(command: Command) async throws {
    let home = try DaemonHome()
    try await home.live { life in
      let two = life.tuner.snapshot.queue.entries[1]
      await life.tuner.perform(.playEntry(id: two.id))
      await life.tuner.perform(command)
    }
    try await home.live { life in
      #expect(!life.tuner.snapshot.state.isTunedIn)
      await life.tuner.perform(.resume)
      #expect(life.tuner.snapshot.source?.station?.id == "two")
    }
  }

  @Test("the settings volume, station and resume override the saved state")
  func settingsAreAbove() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      await life.tuner.perform(.setVolume(20))
      await life.tuner.perform(.play(life.tuner.snapshot.queue.entries[0].source))
    }
    try await home.live(flags: [.resume: "false"]) { life in
      await life.tuner.answer()
      #expect(!life.tuner.snapshot.state.isTunedIn && life.tuner.snapshot.volume == 20)
    }
    try await home.live(flags: [.station: "thre", .volume: "70"]) { life in
      #expect(await eventually { life.tuner.snapshot.source?.station?.id == "three" })
      #expect(life.tuner.snapshot.volume == 70)
    }
    try await home.live(flags: [.station: "demo"]) { life in
      #expect(await eventually { life.tuner.snapshot.source?.station?.id == "demo" })
      let demo = try #require(life.frontend.context.withLock { $0?.radio.demo })
      async let (one, other) = (demo(), demo())
      #expect(try await one == other)
      #expect(home.demoStarts.number == 1, "it is started once for all clients")
    }
    try await home.live { life in
      #expect(await eventually { life.tuner.snapshot.source?.station?.id == "demo" }, "the demo is started again")
    }
    let failure = await #expect(throws: DaemonStartError.self) {
      try await home.live(flags: [.station: "twoo"]) { _ in }
    }
    #expect(failure?.description.contains("--station: no station named 'twoo'; did you mean two?") == true)
    #expect(failure?.cause == .commandLine)
  }

  static let broken = [
    "", "{", "[]", "null", #"{"version":0}"#, #"{"version":1,"event":1,"volume":200,"muted":false,"playing":true}"#,
    #"{"version":1,"event":-1,"volume":20,"muted":false,"playing":true}"#,
    #"{"version":1,"event":1,"volume":20,"muted":false,"playing":true,"source":{"id":"x"}}"#,
    #"{"version":1,"event":1,"volume":20,"muted":false,"playing":true,"queue":7}"#,
  ]

  @Test("a broken state file is moved aside with a warning, and the radio starts with the defaults", arguments: broken)
  func brokenMemory(text: String) async throws {
    let home = try DaemonHome()
    try FileManager.default.createDirectory(atPath: home.folders.state, withIntermediateDirectories: true)
    try home.write(text, to: home.folders.stateFile)
    try await home.live { life in #expect(life.tuner.snapshot.volume == 100) }
    #expect(home.log.all.count { $0.hasPrefix("warning") && $0.contains("state.json.bad") } == 1, "\(home.log.all)")
    #expect(FileManager.default.contents(atPath: home.folders.stateFile + ".bad") == Data(text.utf8))
    #expect(home.state?["volume"]?.integer() == 100)
  }

  @Test("a state file that is too large is moved aside too, and never overwritten")
  func unreadableMemory() async throws {
    let home = try DaemonHome()
    try FileManager.default.createDirectory(atPath: home.folders.state, withIntermediateDirectories: true)
    try home.write("{", to: home.folders.stateFile)
    truncate(home.folders.stateFile, 17 << 20)
    try await home.live { life in #expect(life.tuner.snapshot.volume == 100) }
    #expect(home.log.all.count { $0.contains("larger than") && $0.contains("state.json.bad") } == 1, "\(home.log.all)")
    var status = stat()
    #expect(stat(home.folders.stateFile + ".bad", &status) == 0 && status.st_size == 17 << 20)
  }

  @Test("the last good version replaces a broken user list, so that the queue of its stations is not lost")
  func brokenList() async throws {
    let home = try DaemonHome()
    let queue = try await home.live { life in
      try life.tuner.edit(.move(0..<1, to: 2))
      await life.tuner.perform(.play(life.tuner.snapshot.queue.entries[1].source))
      return ids(life.tuner.snapshot.queue)
    }
    let list = DaemonHome.stations("one", "two", "three")
    try home.write(String(list.dropLast()), to: home.folders.stations)
    try await home.live { life in
      #expect(ids(life.tuner.snapshot.queue) == queue)
      #expect(await eventually { life.tuner.snapshot.source?.station?.id == "three" })
      await life.tuner.perform(.setVolume(5))
    }
    #expect(home.log.all.count { $0.hasPrefix("warning") && $0.contains("when it was good") } == 1, "\(home.log.all)")
    try home.write(list, to: home.folders.stations)
    try await home.live { life in #expect(ids(life.tuner.snapshot.queue) == queue) }
  }

  @Test("a list from a reload becomes the last good version too")
  func reloadedListStepsIn() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      try home.write(DaemonHome.stations("new"), to: home.folders.stations)
      life.daemon.reload()
      #expect(await eventually { home.log.contains("reloaded: 1 station") })
    }
    try home.write("{", to: home.folders.stations)
    try await home.live { life in #expect(ids(life.tuner.snapshot.queue) == ["new"]) }
  }

  @Test("stations that left the list leave the saved state, and the list's own order is not saved as a queue")
  func listChanges() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      try life.tuner.edit(.insert([.url("http://127.0.0.1:1/mine")], at: nil))
      await life.tuner.perform(.play(life.tuner.snapshot.queue.entries[2].source))
    }
    #expect(home.state?["queue"] == nil)
    try home.write(DaemonHome.stations("zero", "one"), to: home.folders.stations)
    try await home.live { life in
      await life.tuner.answer()
      #expect(ids(life.tuner.snapshot.queue) == ["zero", "one", "http://127.0.0.1:1/mine"])
      #expect(!life.tuner.snapshot.state.isTunedIn)
    }
  }

  @Test("a state that cannot be saved is reported once, and the radio continues")
  func fullDisk() async throws {
    let home = try DaemonHome()
    try FileManager.default.createDirectory(
      atPath: home.scratch.path("state"), withIntermediateDirectories: true)
    try home.write("in the way", to: home.folders.state)
    try await home.live { life in
      for volume in [10, 20] {
        await life.tuner.perform(.setVolume(volume))
        #expect(await eventually { home.log.contains("is not remembered until that works again") })
      }
      #expect(life.tuner.snapshot.volume == 20)
    }
    #expect(home.log.all.count { $0.contains("not remembered") } == 1, "\(home.log.all)")
  }

  @Test("a reload applies stations and log level, reports what needs a restart, and keeps volume and source")
  func reloads() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      await life.tuner.perform(.setVolume(33))
      await life.tuner.perform(.play(life.tuner.snapshot.queue.entries[1].source))
      try home.write(DaemonHome.stations("one", "two", "new"), to: home.folders.stations)
      try home.write(
        #"{"output":"silent","volume":90,"logLevel":"debug","mpdPort":7700}"#, to: home.folders.settings)
      life.daemon.reload()
      #expect(await eventually { ids(life.tuner.snapshot.queue) == ["one", "two", "new"] })
      #expect(life.threshold.level == .debug)
      #expect(life.tuner.snapshot.volume == 33 && life.tuner.snapshot.source?.station?.id == "two")
      #expect(home.log.contains("changes of mpdPort wait for the next start"), "\(home.log.all)")
      #expect(await eventually { home.log.contains("reloaded: 3 stations") })
    }
  }

  @Test("a reload of broken files changes nothing and logs a warning for each file")
  func badReload() async throws {
    let home = try DaemonHome()
    try await home.live { life in
      try home.write("{\"version\":1,\n\"stations\":[{]}", to: home.folders.stations)
      try home.write(#"{"volum":3}"#, to: home.folders.settings)
      life.daemon.reload()
      #expect(await eventually { home.log.contains("the stations stay as they were") }, "\(home.log.all)")
      #expect(home.log.contains("line 2"))
      #expect(home.log.contains("did you mean \"volume\"?; the settings stay as they were"))
      #expect(ids(life.tuner.snapshot.queue) == ["one", "two", "three"])
    }
  }

  @Test("a second daemon in the same folder fails with the pid of the first, until the first one has ended")
  func oneInstance() async throws {
    let home = try DaemonHome()
    try await home.live { _ in
      let failure = await #expect(throws: DaemonStartError.self) { try await home.live { _ in } }
      #expect(failure?.description == "another radiod is already running (pid \(getpid()))")
      #expect(failure?.cause == .alreadyRunning)
    }
    try await home.live { _ in }
  }

  @Test("a second daemon with other sockets and the same state folder does not start, until the first one has ended")
  func oneState() async throws {
    let home = try DaemonHome()
    var folders = home.folders
    folders.runtime += "-2"
    let other = folders
    try await home.live { _ in
      let failure = await #expect(throws: DaemonStartError.self) { try await home.live(folders: other) { _ in } }
      #expect(
        failure?.description.contains("another radiod (pid \(getpid())) keeps its state in \(other.state)") == true)
      #expect(failure?.description.contains("XDG_STATE_HOME") == true && failure?.cause == .alreadyRunning)
    }
    try await home.live(folders: other) { _ in }
    #expect(home.log.all.allSatisfy { !$0.contains("radiod.lock") }, "\(home.log.all)")
  }

  @Test(
    "without a home the sockets and the state share a folder, and a state folder that cannot be locked gives one line")
  func unusualState() async throws {
    let home = try DaemonHome()
    var folders = home.folders
    folders.state = folders.runtime
    try await home.live(folders: folders) { _ in }
    #expect(home.log.all.allSatisfy { !$0.contains("radiod.lock") }, "\(home.log.all)")
    folders.state = home.scratch.path("plain")
    try home.write("a file", to: folders.state)
    try await home.live(folders: folders) { _ in }
    #expect(home.log.all.count { $0.hasPrefix("warning") && $0.contains("radiod.lock") } == 1, "\(home.log.all)")
  }

  @Test("a frontend that fails to start ends the daemon, which stops the frontends started before it")
  func frontendFails() async throws {
    struct Broken: Frontend {
      let name = "broken"
      func start() async throws { throw TuneError.cannotCreate(path: "x", reason: "no") }
      func stop() async {}
    }
    let home = try DaemonHome()
    let first = TestFrontend()
    await #expect(throws: TuneError.cannotCreate(path: "x", reason: "no")) {
      try await home.live(extraFrontends: [first, Broken()]) { _ in }
    }
    #expect(first.isOpen.withLock { $0 } == false)
    try await home.live { life in #expect(life.frontend.isOpen.withLock { $0 }) }
  }

  @Test("a frontend that does not stop is ended, and the state is saved", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func frontendHangs() async throws {
    struct Hanging: Frontend {
      let name = "hanging"
      func start() async throws {}
      func stop() async { try? await Task.sleep(for: .seconds(3600)) }  // only the daemon's limit can end it
    }
    let home = try DaemonHome()
    try await home.live(extraFrontends: [Hanging()]) { life in await life.tuner.perform(.setVolume(12)) }
    #expect(home.state?["volume"]?.integer() == 12)
  }

  @Test("a quit command of a frontend ends the daemon")
  func quits() async throws {
    let home = try DaemonHome()
    try await home.live { life in await life.tuner.perform(.quit) }
  }

  @Test(
    "the history has each title with its station, also after a restart",
    .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
  func history() async throws {
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(audio, interval: 4000, titles: [.init("Can - Vitamin C", at: 0)])
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-metaint: 4000"])
      call.broadcast(body, bytesPerSecond: 16_000, burst: 64_000)
    }
    let home = try DaemonHome(
      stations: #"{"version":1,"stations":[{"id":"one","name":"One FM","url":"\#(server.url)"}]}"#)
    let time = Date().timeIntervalSince1970
    try await home.live(flags: [.station: "one"]) { life in
      let history = try #require(life.frontend.context.withLock { $0?.radio.history })
      #expect(await eventually { history.count == 1 })
      let entry = try #require(history.recent(1).first)
      #expect(entry.title == "Can - Vitamin C" && entry.station == "one" && entry.name == "One FM")
      #expect(entry.time > time - 1 && entry.time < Date().timeIntervalSince1970 + 1)
    }
    try await home.live { life in #expect(life.frontend.context.withLock { $0?.radio.history.count } == 1) }
  }
}
