import RadioModel
import Stations
import Testing

@Suite("The queue")
struct StationQueueTests {
  private static let stations = ["a", "b", "c"].map { Station(id: $0, name: $0, url: "http://\($0)/") }

  /// The positions whose entries changed after `version`.
  private func changes(in queue: StationQueue, since version: Int) -> [Int] {
    queue.entries.indices.filter { queue.entries[$0].version > version }
  }

  private func ids(_ queue: StationQueue) -> [String] { queue.entries.map(\.source.displayName) }

  @Test("next and previous step through the queue in a ring")
  func ring() {
    let queue = StationQueue(stations: Self.stations)
    #expect(queue.neighbour(of: 3, by: 1)?.id == 1)
    #expect(queue.neighbour(of: 3, by: -1)?.id == 2)
    #expect(queue.neighbour(of: 1, by: -1)?.id == 3)
  }

  @Test("without a current entry, next begins at the first entry and previous at the last")
  func outside() {
    let queue = StationQueue(stations: Self.stations)
    #expect(queue.neighbour(of: nil, by: 1)?.id == 1)
    #expect(queue.neighbour(of: 77, by: -1)?.id == 3)
    #expect(StationQueue().neighbour(of: nil, by: 1) == nil)
  }

  @Test("the queue keeps each entry's id through every edit, and shows which positions changed")
  func edits() throws {
    var queue = StationQueue(stations: Self.stations)
    #expect(try queue.apply(.insert([.url("http://x/")], at: 1)) == [4])
    #expect(ids(queue) == ["a", "http://x/", "b", "c"])
    #expect(queue.version == 2)
    #expect(changes(in: queue, since: 1) == [1, 2, 3])
    _ = try queue.apply(.move(0..<2, to: 2))
    #expect(queue.entries.map(\.id) == [2, 3, 1, 4])
    _ = try queue.apply(.swap(0, 3))
    #expect(changes(in: queue, since: 3) == [0, 3])
    _ = try queue.apply(.removeEntry(id: 1))
    _ = try queue.apply(.remove(0..<1))
    #expect(queue.entries.map(\.id) == [3, 2])
    _ = try queue.apply(.clear)
    #expect(queue.entries.isEmpty)
    #expect(try queue.apply(.insert([.url("http://y/")], at: nil)) == [5])
  }

  @Test("an edit that changes nothing keeps the version of the queue")
  func unchanged() throws {
    var queue = StationQueue(stations: Self.stations)
    let before = queue
    for edit in [QueueEdit.swap(1, 1), .move(0..<2, to: 0), .remove(1..<1), .shuffle(2..<3), .insert([], at: nil)] {
      _ = try queue.apply(edit)
      #expect(queue == before)
    }
  }

  @Test("a shuffle stays within the given positions, and loses no entry")
  func shuffle() throws {
    var queue = StationQueue(sources: (0..<200).map { .url("http://\($0)/") })
    _ = try queue.apply(.shuffle(50..<150))
    let ids = queue.entries.map(\.id)
    #expect(ids != Array(1...200) && ids.sorted() == Array(1...200))
    #expect(ids.prefix(50) == [Int](1...50)[...] && ids.suffix(50) == [Int](151...200)[...])
    _ = try queue.apply(.shuffle(nil))
    #expect(queue.entries.map(\.id).prefix(50) != [Int](1...50)[...])
  }

  @Test("the queue finds a station by its id, even when its name and address changed")
  func entry() {
    let queue = StationQueue(sources: Self.stations.map { .station($0) } + [.url("http://b/")])
    #expect(queue.entry(for: .station(Station(id: "b", name: "new", url: "http://new/")))?.id == 2)
    #expect(queue.entry(for: .url("http://b/"))?.id == 4)
    #expect(queue.entry(for: .station(Station(id: "x", name: "b", url: "http://b/"))) == nil)
  }

  @Test("a new queue takes no more entries than its maximum")
  func tooMany() {
    let many = [Source](repeating: .url("u"), count: StationQueue.maximumEntries + 1)
    #expect(StationQueue(sources: many).entries.count == StationQueue.maximumEntries)
  }

  @Test(
    "an edit that is not possible leaves the queue unchanged",
    arguments: [
      (QueueEdit.remove(2..<4), QueueError.noSuchPlace), (.removeEntry(id: 9), .noSuchEntry),
      (.move(0..<2, to: 2), .noSuchPlace), (.shuffle(1..<4), .noSuchPlace), (.swap(0, 3), .noSuchPlace),
      (.insert([.url("u")], at: 4), .noSuchPlace),
      (.insert([Source](repeating: .url("u"), count: 4998), at: nil), .full),
    ])
  func faults(edit: QueueEdit, fault: QueueError) {
    var queue = StationQueue(stations: Self.stations)
    let before = queue
    #expect(throws: fault) { try queue.apply(edit) }
    #expect(queue == before)
  }

  @Test("a queue that is the station list follows a new list, and keeps added entries")
  func reload() throws {
    var queue = StationQueue(stations: Self.stations)
    _ = try queue.apply(.insert([.url("http://x/")], at: nil))
    let new = [Self.stations[2], Station(id: "d", name: "d", url: "http://d/"), Self.stations[0]]
    _ = try queue.apply(.reload(old: Self.stations, new: new))
    #expect(ids(queue) == ["c", "d", "a", "http://x/"])
    #expect(queue.entries.map(\.id) == [3, 5, 1, 4])
  }

  @Test(
    "a reload keeps the current entry, also when its station is gone and the new list has the maximum length")
  func reloadKeeping() throws {
    var queue = StationQueue(stations: Self.stations)
    _ = try queue.apply(.insert([.url("http://x/")], at: nil))
    let new = (0..<StationQueue.maximumEntries).map { Station(id: "n\($0)", name: "n\($0)", url: "http://n/") }
    _ = try queue.apply(.reload(old: Self.stations, new: new, keeping: 2))
    #expect(queue.entries.count == StationQueue.maximumEntries)
    #expect(queue.entries.last?.id == 2 && queue.entries.first?.source.station?.id == "n0")
  }

  @Test(
    "the queue finds the entry that took the place of another one",
    arguments: [(1, 2), (2, 2), (3, 5), (4, 5), (5, 5), (9, nil)])
  func successor(id: Int, heir: Int?) throws {
    let before = StationQueue(sources: (0..<5).map { .url("http://\($0)/") })
    var queue = before
    _ = try queue.apply(.removeEntry(id: 1))
    _ = try queue.apply(.remove(1..<3))
    #expect(queue.successor(of: id, in: before) == heir)
    _ = try queue.apply(.removeEntry(id: 5))
    #expect(queue.successor(of: id, in: before) == (heir == nil ? nil : 2))
    _ = try queue.apply(.clear)
    #expect(queue.successor(of: id, in: before) == nil)
  }

  @Test("a queue in another order than the station list keeps it, and gets the stations' new addresses")
  func reloadEdited() throws {
    var queue = StationQueue(stations: Self.stations)
    _ = try queue.apply(.swap(0, 1))
    let moved = Station(id: "a", name: "A", url: "http://elsewhere/")
    _ = try queue.apply(.reload(old: Self.stations, new: [moved]))
    #expect(ids(queue) == ["b", "A", "c"])
  }
}
