import Foundation
import Glibc
import Radio
import RadioModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("The history of titles", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct TitleHistoryTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("state/history.jsonl")
  }

  private func add(_ numbers: Range<Int>, in history: TitleHistory) {
    for number in numbers { history.add(title: "T\(number)", station: "s", name: "S", at: Double(number)) }
  }

  private func titles(_ history: TitleHistory) -> [String] { history.recent(.max).map(\.title) }

  /// Waits until the history has written what was added.
  private func isWritten(_ history: TitleHistory) async -> Bool {
    await history.flush(limit: TestTime.seconds(10))
  }

  private var lines: [Substring] {
    String(decoding: scratch.read("state/history.jsonl"), as: UTF8.self).split(separator: "\n")
  }

  @Test("the next run has the same titles, in order, with all their fields")
  func roundTrip() async throws {
    let history = TitleHistory(path: path)
    history.add(title: "Björk - \"Jóga\"\n", station: nil, name: "http://x/", at: 1_789_000_000.25)
    add(0..<3, in: history)
    history.add(title: "T2", station: "s", name: "S", at: 99)
    history.add(title: " ", station: "s", name: "S", at: 100)
    history.add(title: "when?", station: "s", name: "S", at: .nan)
    #expect(await isWritten(history))
    let again = TitleHistory(path: path)
    #expect(again.recent(100) == history.recent(100))
    #expect(titles(again) == ["Björk - \"Jóga\"", "T0", "T1", "T2"], "what is repeated or empty is not a title")
    #expect(again.recent(2).map(\.time) == [1, 2])
    #expect(again.recent(4)[0].time == 1_789_000_000.25 && again.recent(4)[0].station == nil)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(lines[1] == #"{"time":0,"title":"T0","station":"s","name":"S"}"#)
  }

  @Test("the history keeps its limit of titles in memory, and at most twice as many in the file")
  func bounds() async throws {
    let history = TitleHistory(path: path, limit: 50)
    var maximum = 0
    for start in 0..<40 {
      add(start * 10..<start * 10 + 10, in: history)
      await history.flush(limit: .seconds(10))
      maximum = max(maximum, lines.count)
      #expect(history.count == min(50, start * 10 + 10))
      #expect(history.recent(.max).count == history.count)
    }
    #expect(maximum > 90 && maximum <= 100)
    let again = TitleHistory(path: path, limit: 50)
    #expect(titles(again) == (350..<400).map { "T\($0)" })
    #expect(TitleHistory(path: path, limit: 5).recent(100).map(\.title) == (395..<400).map { "T\($0)" })
    for run in 0..<5 {  // over many short runs, too
      let short = TitleHistory(path: path, limit: 50)
      add(run * 30..<run * 30 + 30, in: short)
      #expect(await isWritten(short))
      #expect(lines.count <= 100)
    }
  }

  @Test("the history keeps at most 8 MiB of text in memory, and at most 16 MiB in the file")
  func byteBounds() async throws {
    let history = TitleHistory(path: path)
    let long = String(repeating: "x", count: 500)
    var largest = 0
    for number in 0..<12_000 {
      history.add(title: "\(number) \(long)", station: long, name: "\(long)\(number)", at: Double(number))
      if number % 1000 == 999 {
        await history.flush(limit: .seconds(10))
        largest = max(largest, scratch.size("state/history.jsonl"))
      }
    }
    let kept = history.recent(.max)
    #expect(kept.reduce(0) { $0 + $1.title.utf8.count + $1.name.utf8.count + long.utf8.count } <= 8 << 20)
    #expect(kept.count > 4000 && kept.last?.time == 11_999)
    #expect(largest <= 16 << 20 && largest > 8 << 20, "\(largest)")
    #expect(TitleHistory(path: path).recent(100) == history.recent(100))
  }

  @Test("titles and names that an older version stored too long are cut when they are read")
  func longTitles() throws {
    let mark = String(repeating: "\u{301}", count: 7000)
    mkdir(scratch.path("state"), 0o700)
    try scratch.write(
      "{\"time\":1,\"title\":\"e\(mark)\",\"name\":\"n\"}\n{\"time\":2,\"title\":\"t\",\"name\":\"e\(mark)\"}\n",
      as: "state/history.jsonl")
    let read = TitleHistory(path: path).recent(9)
    #expect(read.count == 2 && read.allSatisfy { $0.title.utf8.count <= 61 && $0.name.utf8.count <= 61 })
  }

  @Test("a half-written line costs only its own title, and lines in another format cost none")
  func crash() async throws {
    let history = TitleHistory(path: path)
    add(0..<3, in: history)
    #expect(await isWritten(history))
    let bytes = scratch.read("state/history.jsonl")
    for cut in [1, 2, 20] {
      try scratch.write(Array(bytes.dropLast(cut)), as: "state/history.jsonl")
      let after = TitleHistory(path: path)
      #expect(titles(after) == (cut == 1 ? ["T0", "T1", "T2"] : ["T0", "T1"]))
      #expect(titles(TitleHistory(path: path, limit: 2)) == (cut == 1 ? ["T1", "T2"] : ["T0", "T1"]))
      add(3..<4, in: after)
      #expect(await isWritten(after))
      #expect(titles(TitleHistory(path: path)) == titles(after))
    }
    let long = #"{"time":1,"title":"\#(String(repeating: "x", count: 20_000))","name":"S"}"#
    let junk = long + "\n[1]\n\u{0}\u{0}\n{\"time\":\"x\"}\n" + String(repeating: "x", count: 20_000) + "\n"
    try scratch.write(Array(junk.utf8) + bytes, as: "state/history.jsonl")
    #expect(titles(TitleHistory(path: path)) == ["T0", "T1", "T2"])
  }

  @Test("of a file of 1 TiB, only the end is read")
  func huge() throws {
    try scratch.write("", as: "huge.jsonl")
    let path = scratch.path("huge.jsonl")
    try #require(truncate(path, 1 << 40) == 0)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Array("\n{\"time\":1,\"title\":\"T\",\"name\":\"S\"}\n".utf8))
    try file.close()
    #expect(titles(TitleHistory(path: path)) == ["T"])
  }

  @Test("titles that cannot be written cause one message, and are written as soon as possible")
  func fault() async throws {
    try scratch.write("in the way", as: "state")
    let faults = Mutex<[String]>([])
    let history = TitleHistory(path: path) { text in faults.withLock { $0.append(text) } }
    for number in 0..<5 {
      add(number..<number + 1, in: history)
      #expect(await isWritten(history))
    }
    #expect(history.count == 5)
    #expect(faults.withLock { $0.count } == 1)
    try FileManager.default.removeItem(atPath: scratch.path("state"))
    add(5..<6, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)) == (0..<6).map { "T\($0)" })
  }

  @Test(
    "on a full disk the file keeps its complete lines, and gets the rest when there is space",
    .enabled(if: geteuid() == 0))
  func fullDisk() async throws {
    let folder = scratch.path("state")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let mounted = try ProcessRunner.run("mount", ["-t", "tmpfs", "-o", "size=16k", "none", folder])
    guard mounted.exitCode == 0 else { return }  // not every root user may mount
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let faults = Mutex(0)
    let history = TitleHistory(path: path) { _ in faults.withLock { $0 += 1 } }
    add(0..<20, in: history)
    #expect(await isWritten(history))
    try scratch.write([UInt8](repeating: 0, count: 12 << 10), as: "state/other")
    add(20..<200, in: history)
    #expect(await isWritten(history))
    #expect(faults.withLock { $0 } == 1)
    #expect(titles(TitleHistory(path: path)).starts(with: (0..<20).map { "T\($0)" }))
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    try FileManager.default.removeItem(atPath: scratch.path("state/other"))
    add(200..<201, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)) == (0..<201).map { "T\($0)" })
  }

  @Test("a history without a file is kept in memory, and a pipe in place of the file blocks nothing")
  func memory() async throws {
    let history = TitleHistory(path: nil, limit: 3)
    add(0..<10, in: history)
    #expect(titles(history) == ["T7", "T8", "T9"] && history.recent(-1).isEmpty)
    #expect(await isWritten(history))
    // A thread that opens a pipe for writing would block.
    try FileManager.default.createDirectory(atPath: scratch.path("state"), withIntermediateDirectories: true)
    #expect(mkfifo(path, 0o600) == 0)
    let piped = TitleHistory(path: path)
    add(0..<10, in: piped)
    #expect(await isWritten(piped) && piped.count == 10)
  }

  // MARK: Beside a daemon

  @Test("titles of a radio without a daemon are added to those of others, under the daemon's lock")
  func shared() async throws {
    let lock = scratch.path("state/radiod.lock")
    let one = TitleHistory(path: path, lock: lock)
    let two = TitleHistory(path: path, lock: lock)
    add(0..<2, in: one)
    #expect(await isWritten(one))
    add(2..<4, in: two)
    #expect(await isWritten(two))
    add(4..<5, in: one)
    #expect(await isWritten(one))
    #expect(titles(TitleHistory(path: path)) == ["T0", "T1", "T2", "T3", "T4"])
    #expect(titles(TitleHistory(path: path, lock: lock)) == ["T0", "T1", "T2", "T3", "T4"])
  }

  @Test("while a daemon has the lock, titles are kept in memory only, and a damaged file is left alone")
  func besideDaemon() async throws {
    let lock = scratch.path("state/radiod.lock")
    let faults = Mutex(0)
    let daemon = TitleHistory(path: path)
    add(0..<2, in: daemon)
    #expect(await isWritten(daemon))
    let history = TitleHistory(path: path, lock: lock) { _ in faults.withLock { $0 += 1 } }
    var held: FileLock? = try FileLock(path: lock, namesOwner: true)
    #expect(titles(TitleHistory(path: path, lock: lock)) == ["T0", "T1"], "it is read all the same")
    add(2..<4, in: history)
    #expect(await isWritten(history))
    #expect(titles(history) == ["T0", "T1", "T2", "T3"] && lines.count == 2)
    try scratch.write("damaged\n", as: "state/history.jsonl")
    #expect(titles(TitleHistory(path: path, lock: lock) { _ in faults.withLock { $0 += 1 } }) == [])
    #expect(scratch.read("state/history.jsonl") == Array("damaged\n".utf8) && faults.withLock { $0 } == 0)
    try FileManager.default.removeItem(atPath: path)
    #expect(held != nil)
    held = nil
    add(4..<5, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)) == ["T4"])
  }

  @Test("titles that another radio's lock kept out of the file are added with the next one, once")
  func pending() async throws {
    let lock = scratch.path("state/radiod.lock")
    let history = TitleHistory(path: path, limit: 10, lock: lock)
    add(0..<1, in: history)
    #expect(await isWritten(history))
    var held: FileLock? = try FileLock(path: lock, namesOwner: false)
    add(1..<3, in: history)
    #expect(await isWritten(history))
    #expect(lines.count == 1 && held != nil)
    held = nil
    add(3..<4, in: history)
    #expect(await isWritten(history))
    add(4..<5, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)) == (0..<5).map { "T\($0)" })
  }

  @Test("titles that a fault kept out of a shared file are added later, and a daemon's lock drops them")
  func pendingAfterFault() async throws {
    let lock = scratch.path("state/radiod.lock")
    let faults = Mutex(0)
    let history = TitleHistory(path: path, limit: 10, lock: lock) { _ in faults.withLock { $0 += 1 } }
    add(0..<1, in: history)
    #expect(await isWritten(history))
    let away = scratch.path("state/away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    add(1..<30, in: history)
    #expect(await isWritten(history))
    #expect(faults.withLock { $0 } == 1)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    add(30..<31, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)) == ["T0"] + (21..<31).map { "T\($0)" })
    var held: FileLock? = try FileLock(path: lock, namesOwner: true)
    add(31..<32, in: history)
    #expect(await isWritten(history))
    #expect(held != nil)
    held = nil
    add(32..<33, in: history)
    #expect(await isWritten(history))
    #expect(titles(TitleHistory(path: path)).suffix(2) == ["T30", "T32"])
  }

  @Test("a shared file has at most twice the titles that are kept, and keeps the newest of all programs")
  func sharedBounds() async throws {
    let lock = scratch.path("state/radiod.lock")
    let histories = (0..<2).map { _ in TitleHistory(path: path, limit: 10, lock: lock) }
    for number in 0..<60 {
      let history = histories[number % 2]
      add(number..<number + 1, in: history)
      #expect(await isWritten(history))
      #expect(lines.count <= 20)
    }
    #expect(titles(TitleHistory(path: path, limit: 10)) == (50..<60).map { "T\($0)" })
  }
}
