import RadioModel
import Stations
import Testing

@Suite("What playing begins with")
struct BeginningTests {
  private static let stations = (0..<3).map { number in
    Station(id: "s\(number)", name: "S\(number)", url: "http://s.example/\(number)", favourite: number > 0)
  }

  private static func snapshot(queue: [Source]? = nil) -> TunerSnapshot {
    var snapshot = TunerSnapshot()
    snapshot.stations = stations
    snapshot.queue = queue.map(StationQueue.init(sources:)) ?? StationQueue(stations: stations)
    return snapshot
  }

  @Test("before anything was played, it is the first favourite of the list")
  func favourite() {
    let listed = Self.snapshot()
    #expect(listed.beginning?.source == .station(Self.stations[1]) && listed.beginning?.entryID == 2)
    let empty = Self.snapshot(queue: [])
    #expect(empty.beginning?.source == .station(Self.stations[1]) && empty.beginning?.entryID == nil)
  }

  @Test("a queue of the listener's own begins with its first entry, and so does one that was played")
  func ownQueue() {
    let own = Self.snapshot(queue: [.station(Self.stations[0]), .station(Self.stations[2])])
    #expect(own.beginning?.source == .station(Self.stations[0]) && own.beginning?.entryID == 1)
    var played = Self.snapshot()
    played.tune(to: .url("http://x.example/"), entryID: nil)
    #expect(played.beginning?.source == .station(Self.stations[0]))
  }

  @Test("without a favourite it is the first station, and without stations nothing")
  func noFavourite() {
    var snapshot = TunerSnapshot()
    #expect(snapshot.beginning == nil)
    snapshot.stations = [Self.stations[0]]
    #expect(snapshot.beginning?.source == .station(Self.stations[0]) && snapshot.beginning?.entryID == nil)
  }
}
