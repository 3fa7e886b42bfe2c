import AudioCore
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite(
  "The tuner's queue", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct TunerQueueTests {
  @Test("when the current entry is removed, the tuner plays the entry that takes its place")
  func remove() async throws {
    let bench = try RadioBench(stations: 4)
    let tuner = bench.tuner
    await tuner.perform(.playEntry(id: 2))
    try await bench.plays("S1")
    try tuner.edit(.removeEntry(id: 2))
    try await bench.plays("S2")
    #expect(tuner.snapshot.entryID == 3)
    try tuner.edit(.remove(1..<3))  // S2 and S3: the next entry in the ring is S0
    try await bench.plays("S0")
    #expect(bench.queue == ["S0"])
    await bench.end()
  }

  @Test("when entries are removed one by one, the tuner ends on one that is left")
  func removeQuickly() async throws {
    let bench = try RadioBench(stations: 50)
    await bench.tuner.perform(.playEntry(id: 1))
    try await bench.plays("S0")
    for id in 1...48 { try bench.tuner.edit(.removeEntry(id: id)) }
    try await eventually { bench.tuner.snapshot.entryID == 49 || bench.tuner.snapshot.entryID == 50 }
    try bench.tuner.edit(.removeEntry(id: 49))
    try await bench.plays("S49")
    #expect(bench.tuner.snapshot.entryID == 50)
    await bench.end()
  }

  @Test("clearing the queue stops the tuner, also while it waits for a retry")
  func clear() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.resume)
    try await bench.plays("S0")
    try tuner.edit(.clear)
    try await eventually { tuner.snapshot.state == .stopped && bench.server.openCallCount == 0 }
    #expect(bench.queue.isEmpty)
    await tuner.perform(.resume)
    try await bench.plays("S0")  // the last source, though it is not in the queue
    await tuner.perform(.stop)

    await tuner.perform(.play(.url("http://127.0.0.1:\(try ScriptedServer.freePort())/")))
    try await eventually { if case .retrying = tuner.snapshot.state { true } else { false } }
    try tuner.edit(.clear)
    try await eventually { tuner.snapshot.state == .stopped }
    #expect(tuner.snapshot.entryID == nil)
    await bench.end()
  }

  @Test("a played address gets one entry at the end of the queue, and none when the queue is full")
  func full() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    let first = Source.url(bench.server.url("/first"))
    await tuner.perform(.play(first))
    await tuner.perform(.play(first))
    #expect(bench.queue.count == 4 && tuner.snapshot.entryID == 4)
    await tuner.perform(.playEntry(id: 1))
    #expect(bench.queue.count == 3)

    let free = StationQueue.maximumEntries - 3
    try tuner.edit(.insert([Source](repeating: .url("http://127.0.0.1:1/"), count: free), at: nil))
    #expect(throws: QueueError.full) { try tuner.edit(.insert([first], at: nil)) }
    let other = Source.url(bench.server.url("/other"))
    await tuner.perform(.play(other))
    try await bench.plays(other.displayName)
    #expect(tuner.snapshot.entryID == nil && tuner.snapshot.queue.entries.count == StationQueue.maximumEntries)
    await tuner.perform(.pause)
    await tuner.perform(.resume)
    try await bench.plays(other.displayName)
    await tuner.perform(.next)
    #expect(tuner.snapshot.entryID == 1)
    await bench.end()
  }

  @Test("next and previous leave a temporary address for the entry before it, and remove it from the queue")
  func passing() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    let other = Source.url(bench.server.url("/other"))
    for way in [Command.next, .previous] {
      await tuner.perform(.playEntry(id: 2))
      for _ in 0..<3 { await tuner.perform(.play(.url(bench.server.url("/passing")))) }
      await tuner.perform(.play(other))
      try await bench.plays(other.displayName)
      #expect(bench.queue == ["S0", "S1", "S2", other.displayName])
      await tuner.perform(.stop)
      await tuner.perform(.resume)
      try await bench.plays(other.displayName)
      await tuner.perform(way)
      try await bench.plays("S1")
      #expect(bench.queue == ["S0", "S1", "S2"] && tuner.snapshot.entryID == 2)
    }
    await tuner.perform(.next)
    try await bench.plays("S2")
    await bench.end()
  }

  @Test("the queue keeps an address that a listener inserted or moved")
  func kept() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    try tuner.edit(.insert([.url("http://127.0.0.1:1/added")], at: nil))
    await tuner.perform(.playEntry(id: 4))
    let moved = Source.url(bench.server.url("/moved"))
    await tuner.perform(.play(moved))
    try tuner.edit(.move(4..<5, to: 0))
    await tuner.perform(.playEntry(id: 1))
    #expect(bench.queue == [moved.displayName, "S0", "S1", "S2", "http://127.0.0.1:1/added"])
    await bench.end()
  }

  @Test("with fewer than two lasting entries, next and previous follow the station list, and the entries stay")
  func shortQueue() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.playEntry(id: 2))
    try await bench.plays("S1")
    try tuner.edit(.clear)
    let announcement = Source.url(bench.server.url("/announcement"))
    let id = try tuner.edit(.insert([announcement], at: nil))[0]
    await tuner.perform(.playEntry(id: id))
    try await bench.plays(announcement.displayName)
    await tuner.perform(.next)
    try await bench.plays("S1")  // the station before the announcement
    #expect(bench.queue == [announcement.displayName, "S1"])
    await tuner.perform(.next)
    try await bench.plays("S2")
    await tuner.perform(.next)
    try await bench.plays("S0")
    await tuner.perform(.previous)
    try await bench.plays("S2")
    #expect(bench.queue == [announcement.displayName, "S2"])
    await tuner.perform(.playEntry(id: id))
    #expect(bench.queue == [announcement.displayName])

    try tuner.edit(.clear)
    await tuner.perform(.previous)
    try await bench.plays("S2")  // the station before the announcement
    await bench.end()
  }

  @Test("next after the only entry of the queue plays the station that follows in the station list")
  func oneStation() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    try tuner.edit(.clear)
    try tuner.edit(.insert([.url(bench.stations[1].url)], at: nil))
    await tuner.perform(.resume)
    try await bench.plays(bench.stations[1].url)
    await tuner.perform(.next)
    try await bench.plays("S2")
    try tuner.edit(.clear)
    try await eventually { tuner.snapshot.state == .stopped }
    await tuner.perform(.next)
    try await bench.plays("S0")
    #expect(bench.queue == ["S0"])
    await bench.end()
  }

  @Test("a station with two entries keeps the current one when it is played again, and a new entry is one event")
  func twice() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    let events = tuner.events()
    try tuner.edit(.insert([.station(bench.stations[0])], at: nil))
    await tuner.perform(.playEntry(id: 4))
    await tuner.perform(.play(.station(bench.stations[0])))
    #expect(tuner.snapshot.entryID == 4)
    await tuner.perform(.play(.url(bench.server.url("/new"))))
    #expect(tuner.snapshot.entryID == 5 && bench.queue.count == 5)
    await bench.end()
    var versions: [Int] = []
    for await case .queue(let version) in events { versions.append(version) }
    #expect(versions == [2, 3])
  }

  @Test("a reload of the station list does not interrupt the current station, and keeps its entry")
  func reload() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.playEntry(id: 2))
    try await bench.plays("S1")
    tuner.reload(stations: [bench.stations[2]])
    #expect(tuner.snapshot.stations.map(\.id) == ["s2"])
    #expect(bench.queue == ["S2", "S1"] && tuner.snapshot.entryID == 2)
    await tuner.answer()
    #expect(tuner.snapshot.state == .playing && bench.paths == ["/s1"])
    await bench.end()
  }

  @Test("edits from many threads during station changes lose nothing, and their events come in order")
  func manyThreads() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    let events = tuner.events()
    try tuner.edit(.insert([Source](repeating: .url("http://127.0.0.1:1/"), count: 2000), at: nil))  // slows edits
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for turn in 0..<25 {
            let ids = try tuner.edit(.insert([.url("http://127.0.0.1:1/\(number)/\(turn)")], at: turn % 3))
            if turn % 2 == 0 { try tuner.edit(.removeEntry(id: ids[0])) }
          }
        }
      }
      group.addTask { for turn in 0..<40 { tuner.send(turn % 2 == 0 ? .next : .previous) } }
      try await group.waitForAll()
    }
    await tuner.answer()
    let queue = tuner.snapshot.queue
    #expect(queue.entries.count == 2003 + 48)  // of 100 inserted entries, 52 were removed
    #expect(Set(queue.entries.map(\.id)).count == queue.entries.count)
    await bench.end()
    var versions: [Int] = []
    for await case .queue(let version) in events { versions.append(version) }
    #expect(versions == Array(2...queue.version))
  }
}
