import Daemon
import Foundation
import Radio
import RadioModel
import Stations
import SystemSupport
import TestSupport
import Testing

/// The station list of the system service, which may not write below /etc.
@Suite("The system service", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct SystemListTests {
  @Test("the system service has its list in its state folder, and a user's service in its settings folder")
  func folders() {
    func folders(_ environment: [String: String]) -> Folders { Folders(environment: environment, userID: 1) }
    let system = folders(["XDG_RUNTIME_DIR": "/run", "XDG_STATE_HOME": "/var/lib", "XDG_CONFIG_HOME": "/etc/"])
    #expect(system.stations == "/var/lib/springradio/stations.json")
    #expect(system.stationSeed == "/etc/springradio/stations.json")
    #expect(system.goodStations == "/var/lib/springradio/stations.good.json")
    #expect(system.settings == "/etc/springradio/config.json")
    let own = folders(["XDG_STATE_HOME": "/home/me/state", "XDG_CONFIG_HOME": "/home/me/config"])
    #expect(own.stations == "/home/me/config/springradio/stations.json" && own.stationSeed == nil)
    #expect(own.goodStations == "/home/me/state/springradio/stations.json")
    #expect(own.playMemory == "/home/me/state/springradio/play.json")
  }

  /// The ids of the stations in the queue.
  private func ids(_ life: DaemonHome.Life) -> [String] {
    life.tuner.snapshot.queue.entries.compactMap { $0.source.station?.id }
  }

  @Test("the service copies the administrator's list, keeps its own changes, and reports later changes of the original")
  func seeds() async throws {
    let home = try DaemonHome(isSystem: true)
    let seed = try #require(home.folders.stationSeed)
    chmod(home.folders.config, 0o555)  // like ProtectSystem=strict, but root can still write
    defer { chmod(home.folders.config, 0o755) }
    try await home.live { life in #expect(ids(life) == ["one", "two", "three"]) }
    #expect(try StationList.load(path: home.folders.stations).stations.map(\.id) == ["one", "two", "three"])
    #expect(home.log.all.count { $0.contains("it began with \(seed)") } == 1, "\(home.log.all)")
    try home.write(DaemonHome.stations("mine"), to: home.folders.stations)
    try await home.live { life in
      #expect(ids(life) == ["mine"])
      #expect(!home.log.contains("was changed after"))
      try home.write(DaemonHome.stations("other"), to: seed)
      try FileManager.default.setAttributes([.modificationDate: Date() + 5], ofItemAtPath: seed)
      life.daemon.reload()
      #expect(
        await eventually { home.log.contains("\(seed) was changed after \(home.folders.stations) began with it") })
      #expect(ids(life) == ["mine"])
    }
  }

  @Test("the last good list replaces a broken own or administrator's list, and a broken list is not copied")
  func faults() async throws {
    let home = try DaemonHome(isSystem: true)
    let own = home.folders.stations
    try await home.live { life in #expect(ids(life) == ["one", "two", "three"]) }
    try home.write("{", to: own)
    try await home.live { life in #expect(ids(life) == ["one", "two", "three"]) }
    #expect(home.log.contains("when it was good"), "\(home.log.all)")
    try FileManager.default.removeItem(atPath: own)
    try home.write("{", to: try #require(home.folders.stationSeed))
    try await home.live { life in #expect(ids(life) == ["one", "two", "three"]) }
    #expect(access(own, F_OK) != 0, "a broken list is not copied")
  }

  @Test("a state folder that cannot be written gives one warning, and the administrator's list is used")
  func cannotCopy() async throws {
    let home = try DaemonHome(isSystem: true)
    try FileManager.default.createDirectory(atPath: home.scratch.path("state"), withIntermediateDirectories: true)
    try home.write("in the way", to: home.folders.state)
    try await home.live { life in #expect(ids(life) == ["one", "two", "three"]) }
    #expect(home.log.all.count { $0.contains("the stations are those of") } == 1, "\(home.log.all)")
  }
}
