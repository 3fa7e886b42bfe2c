import MPDServer
import RadioModel
import Stations
import Testing

@Suite("Versions of the queue")
struct MPDQueueVersionsTests {
  private static func stations(_ count: Int) -> [Station] {
    (0..<count).map { Station(id: "s\($0)", name: "S\($0)", url: "http://s/\($0)") }
  }

  @Test("a version gives the entries whose position or shown title has changed since")
  func changes() throws {
    var queue = StationQueue(stations: Self.stations(3))
    var versions = MPDQueueVersions(queueVersion: queue.version)
    let changed = { (version: Int) in
      queue.entries.map(\.id).filter { id in
        queue.entries.first { $0.id == id }.map { versions.hasChanged($0, since: version) } ?? false
      }
    }
    #expect(changed(0) == [1, 2, 3] && changed(1) == [] && changed(99) == [1, 2, 3])
    let isNew = versions.observe(queueVersion: queue.version, shown: .init(id: 2, name: "S1", title: nil))
    let isNewer = versions.observe(queueVersion: queue.version, shown: .init(id: 2, name: "S1", title: nil))
    #expect(isNew && !isNewer)
    #expect(versions.version == 2 && changed(1) == [2] && changed(2) == [])
    versions.observe(queueVersion: queue.version, shown: .init(id: 2, name: "S1", title: "T"))
    #expect(versions.version == 3 && changed(2) == [2] && changed(3) == [])
    _ = try queue.apply(.swap(0, 2))
    versions.observe(queueVersion: queue.version, shown: .init(id: 2, name: "S1", title: "T"))
    #expect(versions.version == 4 && changed(3) == [3, 1] && changed(2) == [3, 2, 1] && changed(4) == [])
    versions.observe(queueVersion: queue.version, shown: .init(id: 1, name: "S0", title: nil))
    #expect(changed(4) == [2, 1], "the entry that was left is reported as well")
  }

  @Test("a version that is no longer remembered gives every entry, and no change is lost")
  func forgets() throws {
    var queue = StationQueue(stations: Self.stations(4))
    var versions = MPDQueueVersions(queueVersion: queue.version)
    for round in 0..<2000 {
      if round.isMultiple(of: 3) { _ = try queue.apply(.swap(0, 1)) }
      versions.observe(queueVersion: queue.version, shown: .init(id: 3, name: "S", title: "\(round)"))
      let now = versions.version
      #expect(
        versions.hasChanged(queue.entries[2], since: now - 1) && !versions.hasChanged(queue.entries[2], since: now))
      #expect(versions.hasChanged(queue.entries[0], since: now - 5))
      #expect(!versions.hasChanged(queue.entries[3], since: now - 5) || now < 7)
    }
    #expect(versions.hasChanged(queue.entries[3], since: 1), "what changed is no longer known")
  }
}
