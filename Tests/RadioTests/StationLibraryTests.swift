import AudioCore
import Foundation
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("The library of stations")
struct StationLibraryTests {
  private static let list = StationList(
    stations: ["a", "b"].map { Station(id: $0, name: $0, url: "http://\($0).example/") })

  private static func station(_ name: String) -> Station {
    Station(id: "", name: name, url: "http://\(name).example/")
  }

  /// A list of a user, which begins as another list.
  private struct UserList: StationListOrigin {
    var path: String?
    let unchangeable = "it stays as it is"
    var start = StationLibraryTests.list
    let began = Noted<Int>()

    func list() throws(TuneError) -> StationList {
      try StationList.load(from: path.map { .user(path: $0) } ?? .shipped, shipped: start.encoded())
    }
    func beginning() throws(TuneError) -> StationList? { start }
    func changed(to list: StationList, beginning: StationList?) {
      if let beginning { began.add(beginning.stations.count) }
    }
  }

  /// Values that were noted on any thread.
  private final class Noted<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
  }

  @Test("the last removed stations are kept, with their credentials, and found by what answers show")
  func removed() async throws {
    let scratch = try Scratch()
    let count = StationLibrary.maximumRemoved + 2
    let list = StationList(
      stations: (0..<count).map { Station(id: "s\($0)", name: "S", url: "http://me:secret@s\($0).example/") })
    let origin = UserList(path: scratch.path("stations.json"), start: list)
    let library = StationLibrary(origin, list: list) { _ in }
    for number in 0..<(count - 1) {
      let change = StationChange.delete(id: "s\(number)")
      _ = try await library.change { (list) throws(TuneError) in try change.apply(to: &list) }
    }
    #expect(library.removed(id: "s0", address: "http://s0.example/") == nil, "it is the oldest of 21")
    #expect(library.removed(id: "s1", address: "http://s1.example/") == list.stations[1])
    #expect(library.removed(id: "s1", address: "http://s2.example/") == nil)
    #expect(library.removed(id: "s21", address: "http://s21.example/") == nil, "it is in the list")
  }

  @Test("a list begins as its origin says, is published after each change, and its version grows")
  func begins() async throws {
    let scratch = try Scratch()
    let origin = UserList(path: scratch.path("new/stations.json"))
    let published = Noted<[String]>()
    let library = StationLibrary(origin, list: Self.list) { published.add($0.map(\.id)) }
    let version = library.version
    let change = try await library.change { (list) throws(TuneError) in
      try StationChange.setFavourite(id: "b", true).apply(to: &list)
    }
    #expect(change.value.favourite && change.list.version == version + 1 && library.version == version + 1)
    #expect(origin.began.all == [2] && published.all == [["a", "b"]])
    #expect(try StationList.load(path: try #require(library.path)) == StationList(stations: library.snapshot.stations))
    _ = try await library.change(ifVersion: version + 1) { (list) throws(TuneError) in list.stations.reverse() }
    #expect(origin.began.all == [2] && published.all == [["a", "b"], ["b", "a"]])
    let same = try await library.change { (list) throws(TuneError) in list.stations.count }
    #expect(same.value == 2 && same.list.version == version + 2 && published.all.count == 2)
  }

  @Test("a later run begins with a greater version")
  func later() async throws {
    let first = StationLibrary(UserList(), list: Self.list) { _ in }.version
    try await Task.sleep(for: .milliseconds(2))
    #expect(StationLibrary(UserList(), list: Self.list) { _ in }.version > first)
  }

  @Test("a change for another version, of a list that is not a file, or that throws, changes nothing")
  func refusals() async throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.list.save(to: path)
    let library = StationLibrary(UserList(path: path), list: Self.list) { _ in Issue.record("published") }
    let before = library.snapshot
    await #expect(throws: StationLibrary.ChangeError.outdated) {
      try await library.change(ifVersion: before.version - 1) { (list) throws(TuneError) in list.stations = [] }
    }
    await #expect(throws: TuneError.self) {
      try await library.change { (list) throws(TuneError) in
        try StationChange.delete(id: "none").apply(to: &list)
      }
    }
    #expect(library.snapshot == before)
    #expect(try StationList.load(path: path) == Self.list)
    let fixed = StationLibrary(UserList(), list: Self.list) { _ in Issue.record("published") }
    #expect(fixed.snapshot.fault?.contains("stays as it is") == true && fixed.path == nil)
    await #expect(throws: StationLibrary.ChangeError.unchangeable("it stays as it is")) {
      try await fixed.change { (list) throws(TuneError) in list.stations = [] }
    }
  }

  @Test("a list that another program changed is taken over, by a reading and by the next change")
  func others() async throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.list.save(to: path)
    let published = Noted<[String]>()
    let origin = StationFileOrigin(path: path)
    let library = StationLibrary(origin, list: Self.list) { published.add($0.map(\.id)) }
    let version = library.version
    try StationList(stations: [Self.list.stations[1]]).save(to: path)
    #expect(try await library.reload(from: origin).version == version + 1)
    try Self.list.save(to: path)
    let change = try await library.change { (list) throws(TuneError) in list.stations.removeFirst() }
    #expect(change.value.id == "a" && change.list.version == version + 3)
    #expect(published.all == [["b"], ["a", "b"], ["b"]])
    try Data("{".utf8).write(to: URL(fileURLWithPath: path))
    await #expect(throws: TuneError.self) { try await library.reload(from: origin) }
    #expect(library.snapshot.fault != nil && library.snapshot.stations.map(\.id) == ["b"])
    #expect(library.version == version + 3 && published.all.count == 3)
  }

  @Test("the changes of a program and of the library lose nothing of each other")
  func programs() async throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.list.save(to: path)
    let library = StationLibrary(StationFileOrigin(path: path), list: Self.list) { _ in }
    let other = Thread {
      for number in 0..<20 {
        try? StationList.update(path: path, beginning: nil) { (list, _) throws(TuneError) in
          _ = list.add([Self.station("other-\(number)")])
        }
      }
    }
    other.start()
    for number in 0..<20 {
      _ = try await library.change { (list) throws(TuneError) in list.add([Self.station("own-\(number)")]) }
    }
    #expect(ProcessRunner.eventually { other.isFinished })
    #expect(try StationList.load(path: path).stations.count == 42)
  }

  @Test("a disk that does not answer is given up, at most 32 changes wait for it, and they are made later")
  func slow() async throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.list.save(to: path)
    let library = StationLibrary(
      StationFileOrigin(path: path), list: Self.list, limit: .milliseconds(50)
    ) { _ in }
    let gate = DispatchSemaphore(value: 0)
    await #expect(throws: StationLibrary.ChangeError.late) {
      try await library.change { (list) throws(TuneError) in
        gate.wait()
        list.stations.removeFirst()
      }
    }
    #expect(library.snapshot.stations.count == 2, "a client that only looks does not wait")
    var (late, busy) = (0, 0)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do {
            _ = try await library.change { (list) throws(TuneError) in list.stations[0].tags.append("x") }
            return false
          } catch let fault as StationLibrary.ChangeError {
            return fault == .busy
          }
        }
      }
      for try await isBusy in group { if isBusy { busy += 1 } else { late += 1 } }
    }
    #expect(late == 31 && busy == 9)
    gate.signal()
    #expect(ProcessRunner.eventually { library.snapshot.stations.first?.tags.count == 31 })
    #expect(library.snapshot.stations.map(\.id) == ["b"])
  }
}
