import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Too few resources, and obstacles of the system", .serialized, .ownThreads)
struct ProcessFaultTests {
  private static let recording = SignalSource.Recording(.music, seconds: 9)
  private static let mp3 = SignalSource.Coding.mp3(kilobits: 128)
  private static let canUnshare =
    (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0
  private static let isRoot = geteuid() == 0

  /// A station that sends for ever at its own pace.
  private static func station() throws -> ScriptedServer {
    let audio = try SignalSource.shared.bytes(recording, as: mp3)
    return try ScriptedServer { call in
      call.answer()
      call.broadcast(audio, bytesPerSecond: 16_000, burst: 64_000)
    }
  }

  private func expectError(
    _ result: ProcessRunner.Result, _ code: Int32, _ words: String..., comment: Comment? = nil
  ) {
    #expect(result.exitCode == code, "\(comment ?? "") \(result.errorText)")
    #expect(result.isOneLineError, "\(comment ?? "") \(result.errorText)")
    for word in words { #expect(result.errorText.contains(word), "\(comment ?? "") \(result.errorText)") }
  }

  // MARK: Limits

  @Test(
    "with too few descriptors a command exits at once with 71 and one error line",
    arguments: [4, 6, 8, 10, 12, 14, 16, 20])
  func fewDescriptors(limit: Int) throws {
    for command in ["play demo --output silent --no-view --duration 1", "spectrum demo --json", "stations"] {
      let result = try Radiod.shell("exec prlimit --nofile=\(limit) \"$RADIOD\" \(command)", limit: .seconds(5))
      expectError(result, 71, "open files", "ulimit -n", comment: "\(command)")
    }
  }

  @Test("32 descriptors are enough to play, to analyse and to probe")
  func enoughDescriptors() throws {
    let server = try Self.station()
    for command in [
      "play \(server.url) --output silent --no-view --duration 0.5", "spectrum demo --json --duration 0.5",
      "probe \(server.url)", "stations",
    ] {
      let result = try Radiod.shell("exec prlimit --nofile=32 \"$RADIOD\" \(command)", limit: .seconds(10))
      #expect(result.exitCode == 0, "\(command): \(result.errorText)")
    }
  }

  @Test(
    "with too little memory play exits at once with 71 and one error line", arguments: [48, 64, 80, 96, 112])
  func littleMemory(megabytes: Int) throws {
    let result = try Radiod.shell(
      "exec prlimit --as=\(megabytes << 20) \"$RADIOD\" play demo --output silent --no-view --duration 1",
      limit: .seconds(5))
    expectError(result, 71, "memory", "ulimit -v")
  }

  @Test("160 MiB of address space are enough for sound and frames, and so is more", arguments: [160, 280])
  func enoughMemory(megabytes: Int) throws {
    // 280: with one heap per thread, this is the limit at which no memory is left.
    for command in ["play demo --output silent --no-view --duration 1", "spectrum demo --json --duration 1"] {
      let result = try Radiod.shell(
        "exec prlimit --as=\(megabytes << 20) \"$RADIOD\" \(command)", limit: .seconds(10))
      #expect(result.exitCode == 0, "\(command): \(result.errorText)")
    }
  }

  /// The limit does not bind root: the command runs as another user, a different one for each limit, so that no other
  /// process counts.
  private func asOtherUser(threads: Int, _ command: String) throws -> ProcessRunner.Result {
    let user = 61_000 + threads
    return try Radiod.shell(
      """
      exec setpriv --reuid=\(user) --regid=\(user) --clear-groups prlimit --nproc=\(threads) \
      "$RADIOD" \(command)
      """, limit: .seconds(10))
  }

  @Test("with too few threads play exits with 71 and one error line", .enabled(if: isRoot), arguments: [1, 2, 4, 6, 8])
  func fewThreads(limit: Int) throws {
    expectError(
      try asOtherUser(threads: limit, "play demo --output silent --no-view --duration 1"), 71, "threads", "ulimit -u")
  }

  @Test("16 threads are enough for sound and frames", .enabled(if: isRoot))
  func enoughThreads() throws {
    for command in ["play demo --output silent --no-view --duration 1", "spectrum demo --json --duration 1"] {
      let result = try asOtherUser(threads: 16, command)
      #expect(result.exitCode == 0, "\(command): \(result.errorText)")
    }
  }

  @Test("stations needs fewer threads than play, and also reports when it lacks them", .enabled(if: isRoot))
  func threadsOfLists() throws {
    let result = try asOtherUser(threads: 7, "stations --stations shipped")
    #expect(result.exitCode == 0 && result.text.contains("groovesalad"), "\(result.errorText)")
    expectError(try asOtherUser(threads: 3, "stations --stations shipped"), 71, "threads", "ulimit -u")
  }

  @Test(
    "when descriptors run out, the next station fails but play continues, and the station after that plays",
    .enabled(if: TmuxScreen.isAvailable))
  func descriptorsRunOut() throws {
    let server = try Self.station()
    let list = Stations(server)
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play alpha --stations \(list.path) --output silent",
      environment: Radiod.environment)
    #expect(screen.waits { $0.contains("Alpha FM") && $0.contains("playing") }, "\(screen.text)")
    // Stopped, it holds no descriptor of a station; then the limit allows no more.
    try screen.type(" ")
    #expect(screen.waits { $0.contains("stopped") }, "\(screen.text)")
    #expect(ProcessRunner.eventually { server.openCallCount == 0 })
    let held = Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(screen.pid)/fd").compactMap { Int($0) })
    let firstFree = try #require((0...held.count).first { !held.contains($0) })
    func limit(_ count: Int) throws {
      #expect(try ProcessRunner.run("prlimit", ["--pid", "\(screen.pid)", "--nofile=\(count):4096"]).exitCode == 0)
    }
    try limit(firstFree)
    try screen.type("n")
    #expect(screen.waits { $0.contains("Bravo FM") && $0.contains("open files") }, "\(screen.text)")
    try limit(1024)
    try screen.type("n")
    #expect(screen.waits { $0.contains("Charlie FM") && $0.contains("playing") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  // MARK: Standard descriptors

  static let closings: [(line: String, code: Int32, words: [String])] = [
    ("play demo --output silent --no-view --duration 0.5 <&- >&-", 0, []),
    ("play demo --output silent --no-view --duration 0.5 <&- >&- 2>&-", 0, []),
    ("play FILE --output wav:WAV --no-view <&- >&- 2>&-", 0, []),
    ("play - --output silent --no-view <&-", 66, ["standard input"]),
    ("spectrum - --json <&-", 66, ["standard input"]),
    ("play FILE --output raw >&-", 74, ["standard output", "closed"]),
    ("play FILE --output raw <&- >&-", 74, ["standard output", "closed"]),
    ("spectrum FILE --json >&-", 74, ["standard output", "closed"]),
    ("spectrum FILE --json <&- >&-", 74, ["standard output", "closed"]),
    ("spectrum FILE --json <&- >&- 2>&-", 74, []),
    ("stations >&- <&-", 74, ["standard output", "closed"]),
    ("probe http://127.0.0.1:1/ >&-", 69, ["refused"]),
    ("play nosuchstation 2>&-", 66, []),
    ("play nosuchstation 2>/dev/full", 66, []),
  ]

  @Test("closed standard descriptors stay closed: no pipe of radiod takes their place", arguments: closings.indices)
  func closedDescriptors(index: Int) throws {
    let (line, code, words) = Self.closings[index]
    let scratch = try Scratch()
    let path = try SignalSource.shared.path(.init(.music, seconds: 3), as: Self.mp3)
    let command = line.replacing("FILE", with: path).replacing("WAV", with: scratch.path("x.wav"))
    let result = try Radiod.shell("\"$RADIOD\" \(command)", limit: .seconds(10))
    #expect(result.exitCode == code, "\(line): \(result.errorText)")
    let error = result.errorLines.filter { $0.hasPrefix("radiod: ") }
    #expect(error.count == (words.isEmpty ? 0 : 1), "\(line): \(result.errorText)")
    for word in words { #expect(error.first?.contains(word) == true, "\(line): \(result.errorText)") }
  }

  @Test("a log without a reader does not block playing, and its next line reports the lost lines")
  func stuckLog() throws {
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 20), as: Self.mp3)
    let interval = 4000
    let titles = (0..<(audio.count / interval)).map { ICYBody.Title("Song \($0)", at: $0 * interval) }
    let body = ICYBody.interleave(audio, interval: interval, titles: titles)
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-metaint: \(interval)"])
      call.broadcast(body, bytesPerSecond: 32_000, burst: 64_000)
    }
    let scratch = try Scratch()
    let pipe = scratch.path("log")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let filling = [UInt8](repeating: UInt8(ascii: "-"), count: 4096)
    while write(reader, filling, filling.count) > 0 {}
    let player = try ProcessRunner(
      "bash",
      ["-c", "exec \"$RADIOD\" play \(server.url) --output wav:\(scratch.path("x.wav")) --no-view 2>'\(pipe)'"],
      environment: Radiod.environment.merging(["RADIOD": Radiod.path]) { $1 })
    // Six seconds of sound and some titles later it still plays.
    #expect(ProcessRunner.eventually { Self.size(scratch.path("x.wav")) > 6 * 44_100 * 4 })
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var text = ""
    #expect(
      ProcessRunner.eventually {
        let count = read(reader, &bytes, bytes.count)
        if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
        return text.contains(" lines before this one were not taken)\n")
      }, "\(text)")
    player.signal(SIGTERM)
    #expect(player.wait(limit: .seconds(3)) == 0)
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  // MARK: Disks

  @Test("play works with a read-only home, and leaves nothing in a writable one", .enabled(if: canUnshare))
  func readOnlyHome() throws {
    let result = try Radiod.shell(
      """
      unshare -rm bash -c 'mount -t tmpfs none /mnt && mkdir /mnt/home && export HOME=/mnt/home XDG_CONFIG_HOME= &&
        "$RADIOD" play demo --output silent --no-view --duration 0.5 && ls -A /mnt/home && mount -o remount,ro /mnt &&
        exec "$RADIOD" play demo --output silent --no-view --duration 0.5'
      """)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.output.isEmpty, "\(result.text)")
  }

  @Test("frames that fill up a disk end with one error line", .enabled(if: canUnshare))
  func fullDisk() throws {
    let path = try SignalSource.shared.path(Self.recording, as: Self.mp3)
    let result = try Radiod.shell(
      """
      unshare -rm bash -c 'mount -t tmpfs -o size=200k none /mnt && exec "$RADIOD" spectrum \(path) --json >/mnt/x.json'
      """)
    expectError(result, 74, "standard output", "the disk is full")
  }

  // MARK: The user's own station list

  /// A configuration folder with a station list.
  private static func configuration(_ list: String) throws -> Scratch {
    let own = try Scratch()
    try FileManager.default.createDirectory(atPath: own.path("springradio"), withIntermediateDirectories: true)
    try own.write(list, as: "springradio/stations.json")
    return own
  }

  private static let broken = "{ \"version\": 1,\n  \"stations\": [ {\"id\": \"one\" ] }\n"

  @Test("a broken list of the user is only a warning when no station's name is needed")
  func brokenListIsNotNeeded() throws {
    let own = try Self.configuration(Self.broken)
    let environment = ["XDG_CONFIG_HOME": own.path]
    let server = try Self.station()
    let scratch = try Scratch()
    let song = try scratch.write(try SignalSource.shared.bytes(.init(.music, seconds: 3), as: Self.mp3), as: "song.mp3")
    for command in [
      "play demo --output silent --no-view --duration 0.5", "play '\(song)' --output raw >/dev/null",
      "play song.mp3 --output raw >/dev/null", "play file://\(song) --output raw >/dev/null",
      "play - --output raw <'\(song)' >/dev/null", "play \(server.url) --output silent --no-view --duration 0.5",
      "spectrum '\(song)' --json >/dev/null", "probe \(server.url) >/dev/null",
    ] {
      let result = try Radiod.shell("cd '\(scratch.path)' && exec \"$RADIOD\" \(command)", environment: environment)
      #expect(result.exitCode == 0, "\(command): \(result.errorText)")
      let warnings = result.errorLines.filter { $0.contains("stations.json") }
      #expect(warnings.count == 1, "\(command): \(result.errorText)")
      #expect(warnings.first?.contains("line 2") == true && warnings.first?.contains("going on") == true)
    }
    #expect(own.read("springradio/stations.json") == Array(Self.broken.utf8))
  }

  @Test(
    "a broken list of the user is an error when a station of it may be meant",
    arguments: ["play one", "play groovesalad", "play", "spectrum one", "probe one", "stations", "stations check"])
  func brokenListIsNeeded(command: String) throws {
    let own = try Self.configuration(Self.broken)
    let result = try Radiod.shell(
      "exec \"$RADIOD\" \(command)", environment: ["XDG_CONFIG_HOME": own.path], limit: .seconds(10))
    expectError(result, 78, own.path("springradio/stations.json"), "line 2")
  }

  @Test("a list of the user that cannot be reached is not treated as a missing one")
  func unreachableList() throws {
    let own = try Self.configuration(Self.broken)
    try FileManager.default.removeItem(atPath: own.path("springradio/stations.json"))
    symlink("/no/such/disk/stations.json", own.path("springradio/stations.json"))
    let environment = ["XDG_CONFIG_HOME": own.path]
    expectError(try Radiod.run("stations", environment: environment), 66, own.path("springradio/stations.json"))
    let demo = try Radiod.run(
      "play", "demo", "--output", "silent", "--no-view", "--duration", "0.5", environment: environment)
    #expect(demo.exitCode == 0 && demo.errorText.contains("going on"), "\(demo.errorText)")
  }

  @Test("a station list of 100 MB, or one without an end, is refused", arguments: ["sparse", "/dev/zero"])
  func hugeList(kind: String) throws {
    let scratch = try Scratch()
    let path = kind == "sparse" ? try scratch.write("{", as: "s.json") : kind
    if kind == "sparse" { try #require(truncate(path, 100_000_000) == 0) }
    expectError(try Radiod.run("stations", "--stations", path), 78, path, "16384 KiB")
  }

  // MARK: Two processes at once

  @Test("when two processes record into one file, the second exits with 73, and the first's recording is whole")
  func sameRecording() throws {
    let server = try Self.station()
    let scratch = try Scratch()
    let target = scratch.path("x.wav")
    func record() throws -> ProcessRunner {
      try Radiod.start("play", server.url, "--no-view", "--output", "wav:" + target)
    }
    let first = try record()
    #expect(ProcessRunner.eventually { Self.size(target) > 300_000 })
    let second = try record()
    #expect(second.wait(limit: .seconds(10)) == 73)
    #expect(second.errorLine.contains(target) && second.errorLine.contains("another program"), "\(second.errorText)")
    #expect(ProcessRunner.eventually { Self.size(target) > 600_000 })
    #expect(first.terminate(SIGTERM) == 0)
    let file = try #require(WAVFile(path: target))
    #expect(file.isConsistent && file.samples.count > 500_000)
    // Once the first has ended, the file can be used again.
    let third = try record()
    #expect(ProcessRunner.eventually { third.errorText.contains("playing") }, "\(third.errorText)")
    #expect(third.terminate(SIGTERM) == 0)
  }

  @Test("two processes can record into one device")
  func sameDevice() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 3), as: Self.mp3)
    let server = try Self.station()
    let first = try Radiod.start("play", server.url, "--no-view", "--output", "wav:/dev/null")
    #expect(ProcessRunner.eventually { first.errorText.contains("playing") })
    #expect(try Radiod.run("play", path, "--no-view", "--output", "wav:/dev/null").exitCode == 0)
    #expect(first.terminate(SIGTERM) == 0)
  }

  @Test("two processes play the same station, and two the demo, from one list")
  func sameStation() throws {
    let server = try Self.station()
    let list = Stations(server)
    for source in ["alpha", "demo"] {
      let players = try (0..<2).map { _ in
        try Radiod.start("play", source, "--stations", list.path, "--no-view", "--output", "silent", "--duration", "1")
      }
      for player in players { #expect(player.wait(limit: .seconds(10)) == 0, "\(player.errorText)") }
      #expect(players.allSatisfy { $0.errorText.contains("playing MP3") })
    }
    #expect(server.callCount == 2)
  }

  @Test("a second broadcast on the same port exits with 69")
  func samePort() throws {
    let path = try SignalSource.shared.path(Self.recording, as: Self.mp3)
    let port = try ScriptedServer.freePort()
    let first = try Radiod.start("broadcast", path, "--port", "\(port)")
    #expect(ProcessRunner.eventually { first.errorText.contains("on the air") })
    expectError(try Radiod.run("broadcast", path, "--port", "\(port)"), 69, "\(port)", "another program has the port")
    #expect(first.terminate(SIGTERM) == 0)
  }

  // MARK: Keys

  @Test(
    "three hundred random keys are all handled; one stream stays open, and no resource leaks",
    .enabled(if: TmuxScreen.isAvailable))
  func keyStorm() throws {
    let server = try Self.station()
    let list = Stations(server)
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play alpha --stations \(list.path) --output silent",
      environment: Radiod.environment)
    func plays(_ name: String) -> Bool { screen.waits { $0.contains("\(name) FM") && $0.contains("playing") } }
    #expect(plays("Alpha"), "\(screen.text)")
    let pid = screen.pid
    func heading() -> String? { screen.lines.first { $0.contains(" FM ") } }
    func tuneIn() throws {
      let old = heading().map { $0.prefix { $0 != "►" && $0 != "○" && $0 != "■" } }
      try screen.type("n")
      #expect(
        ProcessRunner.eventually {
          guard let new = heading(), new.contains("playing") else { return false }
          return old.map { !new.hasPrefix($0) } ?? true
        }, "\(screen.text)")
      #expect(ProcessRunner.eventually { server.openCallCount == 1 })
    }
    // What the first keys of a kind open once and keep, such as the descriptors of Swift's timers, is not a leak: the
    // first round comes before.
    var before: ProcessUse?
    var random = SeededRandom(seed: 37)
    var (volume, isMuted) = (100, false)
    for round in 0..<10 {
      var keys = ""
      for _ in 0..<30 {
        let key: Character = ["n", "n", "b", " ", "+", "-", "m", "s", "v"].randomElement(using: &random) ?? "n"
        if key == "+" { volume = min(100, volume + 5) }
        if key == "-" { volume = max(0, volume - 5) }
        if key == "m" { isMuted.toggle() }
        keys.append(key)
      }
      // Keys are handled in order: once the volume is what these keys leave, the others were handled, too.
      if isMuted { keys.append("m") }
      isMuted = false
      keys.append(volume == 0 ? "+" : "-")
      volume += volume == 0 ? 5 : -5
      try screen.type(keys)
      #expect(screen.waits(within: .seconds(5)) { $0.contains(" \(volume) %") }, "\(round) \(keys): \(screen.text)")
      #expect(ProcessRunner.eventually { server.openCallCount <= 1 }, "\(round) \(keys)")
      if round == 0 {
        try tuneIn()
        before = ProcessUse(pid: pid)
      }
    }
    // Whatever its state is now, it plays after it is tuned in again.
    try tuneIn()
    let first = try #require(before)
    let isReleased = ProcessRunner.eventually {
      guard let now = ProcessUse(pid: pid) else { return false }
      return now.descriptors <= first.descriptors && now.threads <= first.threads
    }
    let after = try #require(ProcessUse(pid: pid))
    #expect(isReleased, "\(first), then \(after)")
    #expect(after.ownKilobytes - first.ownKilobytes < 12 * 1024, "\(first), then \(after)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    #expect(ProcessRunner.eventually { server.openCallCount == 0 })
  }
}

/// A station list whose entries are all on one server.
private struct Stations {
  private let scratch: Scratch?
  let path: String

  init(_ server: ScriptedServer) {
    let entries = ["Alpha", "Bravo", "Charlie"].map {
      "{\"id\":\"\($0.lowercased())\",\"name\":\"\($0) FM\",\"url\":\"\(server.url("/" + $0))\"}"
    }
    scratch = try? Scratch()
    let text = "{\"version\":1,\"stations\":[\(entries.joined(separator: ","))]}"
    path = (try? scratch?.write(text, as: "s.json")) ?? ""
  }
}

extension ProcessRunner {
  /// The line that says why the program ended.
  fileprivate var errorLine: Substring { errorText.split(separator: "\n").last { $0.hasPrefix("radiod: ") } ?? "" }
}
