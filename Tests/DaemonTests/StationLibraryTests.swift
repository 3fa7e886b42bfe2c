import AudioCore
import Daemon
import Foundation
import Radio
import RadioModel
import Stations
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("The service's station library", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct StationLibraryTests {
  private func library(_ life: DaemonHome.Life) throws -> StationLibrary {
    try #require(life.frontend.context.withLock { $0?.radio.library })
  }

  private func remove(_ id: String, from library: StationLibrary) async throws {
    _ = try await library.change { (list) throws(TuneError) in try StationChange.delete(id: id).apply(to: &list) }
  }

  private func ids(_ path: String) throws -> [String] { try StationList.load(path: path).stations.map(\.id) }

  @Test("a change is in the user's list, in its last good copy, and in the queue", arguments: [false, true])
  func changes(isSystem: Bool) async throws {
    let home = try DaemonHome(isSystem: isSystem)
    try await home.live { life in
      let library = try library(life)
      try await remove("two", from: library)
      #expect(library.path == home.folders.stations)
      #expect(
        try ids(home.folders.stations) == ["one", "three"] && ids(home.folders.goodStations) == ["one", "three"])
      #expect(life.tuner.snapshot.queue.entries.compactMap { $0.source.station?.id } == ["one", "three"])
      let version = library.version
      life.daemon.reload()
      #expect(await eventually { home.log.contains("reloaded: 2 stations") })
      #expect(library.version == version, "nothing has changed")
    }
    if let seed = home.folders.stationSeed { #expect(try ids(seed) == ["one", "two", "three"]) }
  }

  @Test("an administrator's list that could not be copied is copied by the first change")
  func seed() async throws {
    let home = try DaemonHome(isSystem: true)
    try FileManager.default.createDirectory(atPath: home.scratch.path("state"), withIntermediateDirectories: true)
    try home.write("in the way", to: home.folders.state)
    try await home.live { life in
      let library = try library(life)
      await #expect(throws: TuneError.self) { try await remove("one", from: library) }
      #expect(library.snapshot.stations.count == 3)
      try FileManager.default.removeItem(atPath: home.folders.state)
      try await remove("one", from: library)
      #expect(try ids(home.folders.stations) == ["two", "three"])
      #expect(home.log.contains("it began with 3 stations"), "\(home.log.all)")
    }
  }

  @Test("a list of the setting 'stations' is changed in its file, which must be there; a reload may select another one")
  func named() async throws {
    let home = try DaemonHome()
    let (first, second) = (home.scratch.path("first.json"), home.scratch.path("second.json"))
    try home.write(DaemonHome.stations("a", "b"), to: first)
    try home.write(DaemonHome.stations("c"), to: second)
    try home.write(#"{"output":"silent","stations":"\#(first)"}"#, to: home.folders.settings)
    try await home.live { life in
      let library = try library(life)
      try await remove("a", from: library)
      #expect(try ids(first) == ["b"] && ids(home.folders.stations).count == 3)
      #expect(!FileManager.default.fileExists(atPath: home.folders.goodStations))
      try home.write(#"{"output":"silent","stations":"\#(second)"}"#, to: home.folders.settings)
      life.daemon.reload()
      #expect(await eventually { library.path == second && library.snapshot.stations.map(\.id) == ["c"] })
      try FileManager.default.removeItem(atPath: second)
      await #expect(throws: TuneError.self) { try await remove("c", from: library) }
      #expect(!FileManager.default.fileExists(atPath: second))
    }
  }

  @Test("a broken list at the start is a fault of the library until it is repaired, and is never overwritten")
  func broken() async throws {
    let home = try DaemonHome()
    try await home.live { _ in }
    try home.write("{", to: home.folders.stations)
    try await home.live { life in
      let library = try library(life)
      #expect(library.snapshot.stations.count == 3 && library.snapshot.fault?.contains("line 1") == true)
      await #expect(throws: TuneError.self) { try await remove("one", from: library) }
      #expect(FileManager.default.contents(atPath: home.folders.stations) == Data("{".utf8))
      try home.write(DaemonHome.stations("one", "four"), to: home.folders.stations)
      try await remove("one", from: library)
      #expect(library.snapshot.fault == nil && library.snapshot.stations.map(\.id) == ["four"])
    }
  }

  @Test("a list that cannot be read for seconds does not delay the end")
  func slowEnd() async throws {
    let home = try DaemonHome()
    let writer = Mutex<Int32>(-1)
    let ended = try await home.live { life in
      let library = try library(life)
      try FileManager.default.removeItem(atPath: home.folders.stations)
      mkfifo(home.folders.stations, 0o600)
      writer.withLock { $0 = open(home.folders.stations, O_RDWR | O_CLOEXEC) }
      life.daemon.reload()
      // The reading waits for what the other end of the pipe sends.
      #expect(await eventually { library.isBusy })
      return library
    }
    #expect(ended.isBusy, "it is still being read")
    close(writer.withLock { $0 })
    #expect(await eventually { !ended.isBusy })
  }
}
