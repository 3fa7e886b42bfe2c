import Foundation
import Radio
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("The stations played last")
struct RecentStationsTests {
  private static func station(_ number: Int) -> Station {
    Station(id: "s\(number)", name: "Station \(number)", url: "http://user:secret@h/\(number)", tags: ["t"])
  }

  @Test("the last 50 are kept, the latest first, each once, also in the next run")
  func order() async throws {
    let scratch = try Scratch()
    let recent = RecentStations(path: scratch.path("state/recent.json"))
    for number in 1...60 { recent.add(Self.station(number)) }
    recent.add(Self.station(30))
    recent.add(Station(id: "other", name: "The same address", url: "http://user:secret@h/59"))
    recent.add(Station(id: Station.demoID, name: "Demo", url: "http://127.0.0.1:1/"))
    let ids = ["other", "s30", "s60"] + (11...58).reversed().filter { $0 != 30 }.map { "s\($0)" }
    #expect(recent.stations.map(\.id) == ids)
    #expect(await recent.flush(limit: TestTime.seconds(10)))
    let again = RecentStations(path: scratch.path("state/recent.json"))
    #expect(again.stations == recent.stations)
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("state/recent.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o600, "addresses may have passwords")
  }

  @Test("two programs that share the file lose no station of each other")
  func shared() async throws {
    let scratch = try Scratch()
    let (one, two) = (RecentStations(path: scratch.path("r")), RecentStations(path: scratch.path("r")))
    one.add(Self.station(1))
    await one.flush(limit: TestTime.seconds(10))
    two.add(Self.station(2))
    await two.flush(limit: TestTime.seconds(10))
    #expect(RecentStations(path: scratch.path("r")).stations.map(\.id) == ["s2", "s1"])
  }

  private static let invalidTexts = [
    ("", 0), ("[]", 0), (#"{"version":0,"stations":[]}"#, 0),
    (#"{"version":1,"stations":[{"id":"a","name":"A","url":"http://a/"},{"id":"b"},7]}"#, 1),
    (String(repeating: " ", count: 2 << 20), 0),
  ]

  @Test(
    "a file that is not valid counts as empty, and a station that is not valid is left out",
    arguments: invalidTexts.indices)
  func invalid(index: Int) async throws {
    let (text, count) = Self.invalidTexts[index]
    let scratch = try Scratch()
    let path = try scratch.write(text, as: "r")
    let recent = RecentStations(path: path)
    #expect(recent.stations.count == count)
    recent.add(Self.station(9))
    await recent.flush(limit: TestTime.seconds(10))
    #expect(RecentStations(path: path).stations.first?.id == "s9")
  }

  @Test("a fault of the file is reported once, and the stations are kept in memory")
  func fault() async throws {
    let faults = Mutex(0)
    let recent = RecentStations(path: "/proc/nothing/recent.json") { _ in faults.withLock { $0 += 1 } }
    for number in 1...3 {
      recent.add(Self.station(number))
      await recent.flush(limit: TestTime.seconds(10))
    }
    #expect(recent.stations.count == 3 && faults.withLock { $0 } == 1)
  }
}
