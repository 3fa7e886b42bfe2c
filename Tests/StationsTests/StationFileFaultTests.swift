import AudioCore
import Foundation
import Glibc
import Stations
import TestSupport
import Testing

/// Lists that show whether they are complete: the name of each station has the list's tag and the number of stations.
private enum TaggedList {
  static func make(tag: String, count: Int) -> StationList {
    StationList(
      stations: (0..<count).map { number in
        Station(id: "s\(number)", name: "\(tag) of \(count)", url: "http://127.0.0.1/\(number)")
      })
  }

  static func isWhole(_ list: StationList) -> Bool {
    guard let name = list.stations.first?.name else { return false }
    return list.stations.allSatisfy { $0.name == name } && name.hasSuffix(" of \(list.stations.count)")
  }
}

/// Processes that only save: the test program, started again to run one test of ``SaverProcesses``.
private enum Saver {
  static let variable = "SPRINGRADIO_TEST_SAVES_TO"

  static var path: String? { ProcessInfo.processInfo.environment[variable] }

  static let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  static func arguments(_ test: String) -> [String] {
    ["--testing-library", "swift-testing", "--filter", "SaverProcesses/\(test)"]
  }

  static func start(_ test: String, savingTo path: String) throws -> ProcessRunner {
    try ProcessRunner(program, arguments(test), environment: [variable: path])
  }
}

@Suite("Processes that other tests start", .enabled(if: Saver.path != nil))
struct SaverProcesses {
  private let path = Saver.path ?? ""

  @Test("the process saves lists until it is killed") func savesForEver() throws {
    var number = 0
    while true {
      number += 1
      try TaggedList.make(tag: "\(getpid()) \(number)", count: 1 + number % 200).save(to: path)
    }
  }

  @Test("the process saves a list a hundred times") func savesOften() throws {
    for number in 1...100 { try TaggedList.make(tag: "\(getpid())", count: number).save(to: path) }
  }

  @Test("a save to a full disk fails and keeps the old list") func fillsTheDisk() throws {
    let small = TaggedList.make(tag: "small", count: 3)
    try small.save(to: path)
    let large = TaggedList.make(tag: "large", count: 2000)
    #expect(throws: TuneError.cannotWrite(path: path, reason: "the disk is full")) { try large.save(to: path) }
    #expect(try StationList.load(path: path) == small)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent).count == 1)
  }

  @Test("a save to a read-only folder fails and keeps the old list") func findsFolderReadOnly() throws {
    #expect(throws: TuneError.cannotCreate(path: path, reason: "Read-only file system")) {
      try TaggedList.make(tag: "new", count: 1).save(to: path)
    }
    #expect(TaggedList.isWhole(try StationList.load(path: path)))
  }
}

@Suite("The station list file under faults", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct StationFileFaultTests {
  private static let small = TaggedList.make(tag: "one", count: 3)

  // MARK: Reading

  @Test("a file cut off at any byte is an error and is not overwritten")
  func truncated() throws {
    let scratch = try Scratch()
    let whole = Self.small.encoded()
    for length in 0..<(whole.count - 1) {  // without its last line feed the file is still complete
      let path = try scratch.write(Array(whole[..<length]), as: "stations.json")
      #expect(throws: TuneError.self) { try StationList.load(path: path) }
      #expect(throws: TuneError.self) { try TaggedList.make(tag: "two", count: 1).save(to: path) }
      #expect(scratch.read("stations.json") == Array(whole[..<length]))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["stations.json"])
  }

  static let hostileFiles: [(name: String, bytes: [UInt8], reason: String)] = [
    ("a mebibyte of brackets", [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20), "nested deeper than 32 levels"),
    (
      "deep objects", Array(String(repeating: "{\"a\":", count: 100_000).utf8), "nested deeper than 32 levels"
    ),
    ("bad UTF-8 in a name", Array("{\"stations\":[{\"id\":\"a\",\"name\":\"".utf8) + [0xFF, 0xFE, 0x22], "not UTF-8"),
    ("UTF-16", [0xFF, 0xFE] + "{}".utf8.flatMap { [$0, 0] }, "an unexpected character"),
    ("a string for a list", Array("\"stations\"".utf8), "a string, not an object"),
    ("null", Array("null".utf8), "not an object"),
    (
      "a number as a name", Array("{\"stations\":[{\"id\":\"a\",\"name\":1e999}]}".utf8),
      "name of station 1 (a) is a number"
    ),
    (
      "true for tags", Array("{\"stations\":[{\"id\":\"a\",\"name\":\"A\",\"url\":\"http://h/\",\"tags\":true}]}".utf8),
      "tags of station 1 (a) is true or false"
    ),
    ("a digit string of a mebibyte", [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20), "a number, not an object"),
    (
      "a text of a mebibyte, never closed", [0x22] + [UInt8](repeating: UInt8(ascii: "a"), count: (1 << 20) - 1),
      "end of file within a text"
    ),
    ("zeros", [UInt8](repeating: 0, count: 5000), "an unexpected character"),
  ]

  @Test(
    "a hostile file is refused with its reason, for less than a second of a processor, and is not overwritten",
    arguments: hostileFiles.indices)
  func hostile(_ index: Int) throws {
    let (name, bytes, reason) = Self.hostileFiles[index]
    let scratch = try Scratch()
    let path = try scratch.write(bytes, as: "stations.json")
    let before = ProcessorTime.seconds
    let error = #expect(throws: TuneError.self, "\(name)") { try StationList.load(path: path) }
    #expect(ProcessorTime.seconds - before < Double(TestTime.scale), "\(name)")
    guard case .list(.badStationList)? = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(error?.description.contains(reason) == true, "\(name): \(String(describing: error))")
    #expect(throws: TuneError.self) { try Self.small.save(to: path) }
    let isAsItWas = scratch.read("stations.json") == bytes  // not in the expectation, which would print a mebibyte
    #expect(isAsItWas, "\(name)")
  }

  @Test("a file of 100 MB is refused after its first 16 MiB, and reading a device or a pipe ends too")
  func endless() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{", as: "stations.json")
    try #require(truncate(path, 100_000_000) == 0)
    try #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
    let before = Self.bytesRead
    for (path, reason) in [
      (path, "it is larger than 16384 KiB"), ("/dev/zero", "it is larger than 16384 KiB"),
      (scratch.path("pipe"), "line 1: the file is empty"), ("/dev/null", "line 1: the file is empty"),
    ] {
      #expect(throws: TuneError.badStationList(path: path, reason: reason)) { try StationList.load(path: path) }
    }
    #expect(Self.bytesRead - before < 64 << 20)
  }

  /// The bytes that this process has read from files so far.
  private static var bytesRead: Int {
    let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
    return text.firstMatch(of: /rchar: (\d+)/).flatMap { Int($0.1) } ?? .max
  }

  @Test("a list can be read from a pipe whose writer pauses")
  func slowPipe() throws {
    let scratch = try Scratch()
    let pipe = scratch.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let file = try scratch.write(Self.small.encoded(), as: "list")
    let holder = open(pipe, O_RDWR | O_CLOEXEC)
    let writer = try ProcessRunner(
      "sh", ["-c", "exec >'\(pipe)'; head -c 50 '\(file)'; sleep 0.2; tail -c +51 '\(file)'"])
    #expect(
      ProcessRunner.eventually {
        var slot = pollfd(fd: holder, events: Int16(POLLIN), revents: 0)
        return poll(&slot, 1, 0) == 1
      })
    close(holder)
    #expect(try StationList.load(path: pipe) == Self.small)
    #expect(writer.wait(limit: .seconds(5)) == 0)
  }

  @Test(
    "a link that leads to itself or to nothing is an error, not a missing file",
    arguments: ["a link in a circle", "a link to nowhere"])
  func notMissing(_ kind: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    symlink(kind == "a link to nowhere" ? "none" : "stations.json", path)
    #expect(throws: TuneError.self) {
      try StationList.load(from: .user(path: path), shipped: Self.small.encoded())
    }
    let underFile = try scratch.write("", as: "file") + "/stations.json"
    #expect(try StationList.load(from: .user(path: underFile), shipped: Self.small.encoded()) == Self.small)
  }

  // MARK: Writing

  @Test("the file is a complete version after each of 100 killed saves, with at most one draft beside it")
  func killed() throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.small.save(to: path)
    var random = SeededRandom(seed: 41)
    for _ in 0..<25 {
      // Four run at a time, so that they also compete with each other.
      let savers = try (0..<4).map { _ in try Saver.start("savesForEver", savingTo: path) }
      for saver in savers {
        try #require(
          ProcessRunner.eventually {
            (try? StationList.load(path: path))?.stations.first?.name.hasPrefix("\(saver.pid) ") ?? false
          }, "\(saver.errorText)")
        usleep(useconds_t(random.unit() * 3000))
        #expect(saver.terminate(SIGKILL) == 128 + SIGKILL)
        #expect(TaggedList.isWhole(try StationList.load(path: path)))
      }
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: scratch.path))
      #expect(names.isSubset(of: ["stations.json", ".stations.json.new"]))
    }
    try Self.small.save(to: path)
    #expect(try StationList.load(path: path) == Self.small)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["stations.json"])
  }

  @Test("the file is complete at every moment while two programs save at once, and both programs finish")
  func atOnce() throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    try Self.small.save(to: path)
    let savers = try (0..<2).map { _ in try Saver.start("savesOften", savingTo: path) }
    var loads = 0
    var broken = 0
    let isOver = ProcessRunner.eventually(within: .seconds(30)) {
      loads += 1
      if (try? StationList.load(path: path)).map(TaggedList.isWhole) != true { broken += 1 }
      return savers.allSatisfy { $0.exitCode != nil }
    }
    #expect(isOver && broken == 0)
    #expect(savers.map(\.exitCode) == [0, 0], "\(savers.map(\.errorText))")
    #expect(loads > 10)
    let last = try StationList.load(path: path).stations
    #expect(last.count == 100)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["stations.json"])
  }

  private static let canMount =
    (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0

  @Test("the file survives a full disk and a read-only folder unchanged", .enabled(if: canMount))
  func full() throws {
    func child(_ test: String) -> String { "'\(Saver.program)' \(Saver.arguments(test).joined(separator: " "))" }
    let result = try ProcessRunner.run(
      "unshare",
      [
        "-rm", "bash", "-c",
        """
        mount -t tmpfs -o size=64k none /mnt && \(child("fillsTheDisk")) &&
        mount -o remount,ro /mnt && \(child("findsFolderReadOnly"))
        """,
      ], environment: [Saver.variable: "/mnt/stations.json"])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  @Test("a save keeps the mode and the owner of the file")
  func modeAndOwner() throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    for mode: mode_t in [0o644, 0o640, 0o600, 0o400] {
      unlink(path)
      try Self.small.save(to: path)
      chmod(path, mode)
      let owner: uid_t = geteuid() == 0 ? 61_234 : geteuid()
      chown(path, owner, gid_t.max)
      try TaggedList.make(tag: "two", count: 2).save(to: path)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o7777 == mode)
      #expect(status.st_uid == owner)
    }
  }

  @Test("a save through symbolic links writes their target and keeps the links", arguments: [true, false])
  func links(targetExists: Bool) throws {
    let scratch = try Scratch()
    for folder in ["config", "dotfiles"] { mkdir(scratch.path(folder), 0o700) }
    if targetExists { try Self.small.save(to: scratch.path("dotfiles/real.json")) }
    symlink("../dotfiles/middle.json", scratch.path("config/stations.json"))
    symlink("real.json", scratch.path("dotfiles/middle.json"))
    let two = TaggedList.make(tag: "two", count: 2)
    try two.save(to: scratch.path("config/stations.json"))
    #expect(try StationList.load(path: scratch.path("dotfiles/real.json")) == two)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("dotfiles/middle.json")) == "real.json")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("config")) == ["stations.json"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("dotfiles")).sorted() == [
        "middle.json", "real.json",
      ])
  }

  @Test("a save through links in a circle is an error")
  func linkInCircle() throws {
    let scratch = try Scratch()
    symlink("b", scratch.path("a"))
    symlink("a", scratch.path("b"))
    #expect(throws: TuneError.cannotCreate(path: scratch.path("a"), reason: "Too many levels of symbolic links")) {
      try Self.small.save(to: scratch.path("a"))
    }
  }

  @Test(
    "a foreign file at the draft's path neither becomes the list nor redirects the save",
    arguments: ["a link", "a second name", "a pipe", "another user's file"])
  func foreignDraft(_ kind: String) throws {
    let scratch = try Scratch()
    let victim = try scratch.write("precious", as: "victim")
    let draft = scratch.path(".stations.json.new")
    switch kind {
    case "a link": symlink(victim, draft)
    case "a second name": link(victim, draft)
    case "a pipe": mkfifo(draft, 0o666)
    default:
      guard geteuid() == 0 else { return }
      try scratch.write("theirs", as: ".stations.json.new")
      chown(draft, 61_234, 61_234)
    }
    try Self.small.save(to: scratch.path("stations.json"))
    #expect(scratch.read("victim") == Array("precious".utf8))
    #expect(scratch.read("stations.json") == Self.small.encoded())
    var status = stat()
    #expect(lstat(scratch.path("stations.json"), &status) == 0)
    #expect(status.st_uid == geteuid() && status.st_nlink == 1 && status.st_mode == S_IFREG | 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["stations.json", "victim"])
  }

  @Test("a save fails while another program holds the lock of the draft")
  func stuckSaver() throws {
    let scratch = try Scratch()
    let holder = open(scratch.path(".stations.json.new"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(holder) }
    try #require(flock(holder, LOCK_EX) == 0)
    let path = scratch.path("stations.json")
    #expect(throws: TuneError.cannotWrite(path: path, reason: "another program is writing it")) {
      try Self.small.save(to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
