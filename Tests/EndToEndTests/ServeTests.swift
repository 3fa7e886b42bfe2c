import Foundation
import Glibc
import TestSupport
import Testing

/// `radiod serve` as its supervisor sees it.
@Suite("radiod serve", .serialized, .ownThreads)
struct ServeTests {
  private let home: Scratch
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    try FileManager.default.createDirectory(atPath: home.path("config/springradio"), withIntermediateDirectories: true)
    environment = [
      "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path("config"),
      "SPRINGRADIO_MPD": "false", "SPRINGRADIO_MPRIS": "false", "SPRINGRADIO_OUTPUT": "silent", "JOURNAL_STREAM": "",
    ]
  }

  private func serve(_ arguments: String..., adding more: [String: String] = [:]) throws -> ProcessRunner {
    try ProcessRunner(
      Radiod.path, ["serve"] + arguments,
      environment: Radiod.environment.merging(environment) { $1 }.merging(more) { $1 })
  }

  private func run(_ arguments: [String], adding more: [String: String] = [:]) throws -> ProcessRunner.Result {
    try Radiod.run(arguments, environment: environment.merging(more) { $1 }, limit: .seconds(10))
  }

  private var socket: String { home.path("springradio/radiod.sock") }
  private var state: String { String(decoding: home.read("state/springradio/state.json"), as: UTF8.self) }

  /// Waits until it accepts clients; false when it does not.
  private func isOpen(_ service: ProcessRunner) -> Bool {
    ProcessRunner.eventually {
      guard let client = UnixStream.connect(to: socket) else { return service.exitCode != nil }
      close(client)
      return true
    } && service.exitCode == nil
  }

  /// True when `answer` of `ctl play` says that the demo has begun. The answer bears the state in which it is written:
  /// on a busy machine the first sound may be there by then.
  private func hasBegun(_ answer: String) -> Bool {
    ["connecting", "buffering", "playing"].contains { answer.hasPrefix("SpringRadio demo\n\($0)") }
  }

  /// A client of MPD's protocol, as soon as it is accepted and greeted: frontends open one after the other, and few
  /// clients may wait at one.
  private func client() throws -> LineClient? {
    var client: LineClient?
    _ = ProcessRunner.eventually {
      client = try? LineClient(path: home.path("springradio/mpd.sock"))
      return client != nil
    }
    return try client?.line()?.hasPrefix("OK MPD") == true ? client : nil
  }

  /// Writes the user's station list.
  private func write(stations: [String: String]) throws {
    let entries = stations.sorted { $0.key < $1.key }.map {
      #"{"id":"\#($0.key)","name":"\#($0.key) FM","url":"\#($0.value)"}"#
    }
    try home.write(
      #"{"version":1,"stations":[\#(entries.joined(separator: ","))]}"#, as: "config/springradio/stations.json")
  }

  // MARK: One instance per user, and what it remembers

  @Test("a second instance reports the first and exits with 1; the first continues and keeps its socket")
  func twoInstances() throws {
    let first = try serve()
    #expect(isOpen(first), "\(first.errorText)")
    let second = try run(["serve"])
    #expect(second.exitCode == 1)
    #expect(second.isOneLineError, "\(second.errorText)")
    #expect(second.errorText.contains("radiod is already running (pid \(first.pid))"), "\(second.errorText)")
    #expect(isOpen(first))
    #expect(first.terminate(SIGTERM) == 0)
    #expect(UnixStream.connect(to: socket) == nil)
  }

  @Test("after a kill and a restart, it plays the same station at the same volume")
  func killed() throws {
    let first = try serve("--station", "demo", "--volume", "37")
    #expect(ProcessRunner.eventually { state.contains("\"demo\"") && state.contains("37") }, "\(first.errorText)")
    first.terminate(SIGKILL)
    let second = try serve()
    #expect(ProcessRunner.eventually { second.errorText.contains("playing MP3") }, "\(second.errorText)")
    #expect(second.terminate(SIGTERM) == 0)
    #expect(state.contains("\"volume\": 37") && state.contains("\"playing\": true"), "\(state)")
  }

  @Test("after a kill and a restart, it has the changed queue again")
  func killedWithQueue() throws {
    try write(stations: ["one": "http://127.0.0.1:1/", "two": "http://127.0.0.1:1/2", "three": "http://127.0.0.1:1/3"])
    func queue(after commands: String...) throws -> String {
      let client = try #require(try client())
      let lines = (commands + ["playlist", "close"]).joined(separator: "\n") + "\n"
      client.send(Array(lines.utf8))
      return String(decoding: try client.rest(), as: UTF8.self)
    }
    let first = try serve()
    #expect(isOpen(first), "\(first.errorText)")
    _ = try queue(after: "delete 1", "add http://127.0.0.1:1/mine", "move 2 0")
    let changed = try queue()
    #expect(changed.contains("0:file: http://127.0.0.1:1/mine"), "\(changed)")
    #expect(
      ProcessRunner.eventually {
        guard let queue = state.range(of: "\"queue\""), let mine = state.range(of: "/mine") else { return false }
        return state[queue.upperBound..<mine.lowerBound].firstRange(of: "\"one\"") == nil
      }, "\(state)")
    first.terminate(SIGKILL)
    let second = try serve()
    #expect(isOpen(second), "\(second.errorText)")
    #expect(try queue() == changed)
    #expect(second.terminate(SIGTERM) == 0)
  }

  @Test(
    "on a full disk it reports once that it cannot remember, and continues to play",
    .enabled(
      if: (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0,
      "needs namespaces"))
  func fullDisk() throws {
    let service = try ProcessRunner(
      "unshare",
      [
        "-rm", "bash", "-c",
        """
        mount -t tmpfs -o size=16k none /mnt && mkdir /mnt/springradio && head -c 20000 /dev/zero >/mnt/springradio/fill
        exec "$RADIOD" serve --station demo
        """,
      ],
      environment: Radiod.environment.merging(environment) { $1 }.merging(
        ["RADIOD": Radiod.path, "XDG_STATE_HOME": "/mnt"]) { $1 })
    #expect(ProcessRunner.eventually { service.errorText.contains("playing MP3") }, "\(service.errorText)")
    for volume in ["40", "50"] {
      #expect(try run(["ctl", "volume", volume]).exitCode == 0)
      #expect(ProcessRunner.eventually { service.errorText.contains("not remembered until that works again") })
    }
    #expect(try run(["ctl", "status"]).text.contains("volume 50 %"))
    #expect(service.terminate(SIGTERM) == 0)
    let lines = service.errorText.split(separator: "\n").filter { $0.contains("the disk is full") }
    #expect(lines.count { $0.contains("what plays is not remembered") } == 1, "\(service.errorText)")
    #expect(lines.count <= 2, "the history may say so too: \(service.errorText)")
  }

  @Test(
    "SIGTERM ends it with 0, also while a sound device hangs, and SIGINT ends it with 130",
    .enabled(if: ALSADouble.isAvailable)
  )
  func ends() throws {
    let device = try ALSADouble()
    let service = try serve("--station", "demo", "--output", "alsa", adding: device.environment)
    #expect(ProcessRunner.eventually { device.heardSeconds > 0.5 }, "\(service.errorText)")
    device.set(.hanging)
    ProcessRunner.never(within: .seconds(1))
    #expect(service.terminate(SIGTERM) == 0, "\(service.errorText)")
    #expect(state.contains("\"playing\": true"))
    let idle = try serve("--no-resume")
    #expect(isOpen(idle))
    #expect(idle.terminate(SIGINT) == 130)
  }

  @Test(
    "stop and pause are answered with their state, also while the sound device blocks",
    .enabled(if: ALSADouble.isAvailable), arguments: ["stop", "pause"])
  func answersWithState(command: String) throws {
    let device = try ALSADouble()
    let service = try serve("--station", "demo", "--output", "alsa", adding: device.environment)
    #expect(ProcessRunner.eventually { device.heardSeconds > 0.5 }, "\(service.errorText)")
    device.set(.hanging)
    let stopped = try run(["ctl", command, "--socket", socket])
    #expect(
      stopped.exitCode == 0 && stopped.text.contains(command == "stop" ? "\nstopped" : "\npaused"), "\(stopped.text)")
    device.set(.none)
    #expect(hasBegun(try run(["ctl", "play", "--socket", socket]).text))
    #expect(
      ProcessRunner.eventually { (try? run(["ctl", "status", "--socket", socket]).text.contains("\nplaying")) == true })
    device.set(.hanging)
    let client = try #require(try client())
    client.send(command == "stop" ? "stop\nstatus\n" : "pause 1\nstatus\n")
    #expect(try client.line() == "OK")
    var lines: [String] = []
    while let line = try client.line(), line != "OK" { lines.append(line) }
    #expect(lines.contains("state: \(command)"), "\(lines)")
    #expect(service.terminate(SIGTERM) == 0)
  }

  @Test("what ctl stopped stays stopped over a restart, and 'ctl play' plays it again")
  func staysStopped() throws {
    let environment = ["SPRINGRADIO_STATION": ""]
    let first = try serve(adding: environment)
    #expect(isOpen(first))
    #expect(try run(["ctl", "play", "demo", "--socket", socket]).exitCode == 0)
    #expect(ProcessRunner.eventually { state.contains("\"heard\": true") }, "\(state)")
    #expect(try run(["ctl", "stop", "--socket", socket]).text.contains("\nstopped"))
    #expect(first.terminate(SIGTERM) == 0)
    let second = try serve(adding: environment)
    #expect(isOpen(second))
    #expect(try run(["ctl", "status", "--socket", socket]).text.hasPrefix("SpringRadio demo\nstopped"))
    #expect(hasBegun(try run(["ctl", "play", "--socket", socket]).text))
    #expect(second.terminate(SIGTERM) == 0)
  }

  // MARK: SIGHUP

  @Test("SIGHUP loads a new list, keeps the old one when the new one is broken, and does not end the service")
  func reload() throws {
    try write(stations: ["one": "http://127.0.0.1:1/"])
    let ear = try NotifySocket()
    let service = try serve(adding: ear.environment())
    #expect(ear.hears("READY=1"), "\(service.errorText)")
    try write(stations: ["one": "http://127.0.0.1:1/", "two": "http://127.0.0.1:1/2"])
    service.signal(SIGHUP)
    #expect(ProcessRunner.eventually { service.errorText.contains("reloaded: 2 stations") }, "\(service.errorText)")
    #expect(ProcessRunner.eventually { ear.count(of: "READY=1") == 2 })
    #expect(ear.hears("RELOADING=1\nMONOTONIC_USEC="))
    try home.write("{\"version\":1,\n\"stations\": [", as: "config/springradio/stations.json")
    service.signal(SIGHUP)
    #expect(
      ProcessRunner.eventually {
        service.errorText.contains("line 2") && service.errorText.contains("stay as they were")
      },
      "\(service.errorText)")
    #expect(isOpen(service))
    #expect(service.terminate(SIGTERM) == 0)
  }

  // MARK: Settings

  static let faults:
    [(arguments: [String], config: String?, environment: [String: String], code: Int32, words: [String])] = [
      (["serve", "--mpd-port", "x"], nil, [:], 64, ["--mpd-port", "1 to 65535", "'x'"]),
      (["config", "--volume", "101"], nil, [:], 64, ["--volume", "0 to 100"]),
      (["serve", "--http", "--http-host", "0.0.0.0"], nil, [:], 64, ["--http-host", "token"]),
      (["serve", "--mdns-name", String(repeating: "ü", count: 32)], nil, [:], 64, ["--mdns-name", "63 bytes"]),
      (["serve", "--on-title", "/no/such/program"], nil, [:], 64, ["--on-title", "/no/such/program"]),
      (["serve", "--on-state", "echo hello"], nil, [:], 64, ["--on-state", "absolute path"]),
      (["serve"], "{\n\"onTitle\": \"/dev/null\"}", [:], 78, ["config.json line 2", "/dev/null"]),
      (["play", "demo", "--output", "silent", "--on-title", "/tmp"], nil, [:], 64, ["--on-title", "/tmp"]),
      (["serve"], nil, ["SPRINGRADIO_VOLUME": "loud"], 78, ["SPRINGRADIO_VOLUME", "'loud'"]),
      (["config"], "{\n\"volum\": 3}", [:], 78, ["config.json line 2", "did you mean \"volume\""]),
      (
        ["serve"], "{\"mpd\": true,\n\"mpdHost\": \"0.0.0.0\"}", ["SPRINGRADIO_MPD": "true"], 78,
        ["config.json line 2", "password"]
      ),
      (["serve", "--station", "nosuchstation"], nil, [:], 64, ["--station", "nosuchstation"]),
      (["serve", "--stations", "/no/such/list"], nil, [:], 64, ["--stations", "/no/such/list"]),
    ]

  @Test("a bad setting gives one error line with its place, and the right exit code", arguments: faults.indices)
  func badSettings(index: Int) throws {
    let row = Self.faults[index]
    if let config = row.config { try home.write(config, as: "config/springradio/config.json") }
    let result = try run(row.arguments, adding: row.environment)
    #expect(result.exitCode == row.code, "\(result.errorText)")
    #expect(result.isOneLineError, "\(result.errorText)")
    for word in row.words { #expect(result.errorText.contains(word), "\(result.errorText)") }
  }

  @Test("'radiod config' shows each setting and its origin, and no password")
  func config() throws {
    try home.write(
      "{\"mpdPassword\": \"sesame\",\n\"httpNames\": [\"radio.lan\"]}", as: "config/springradio/config.json")
    let table = try run(["config", "--http-port", "8700"])
    #expect(table.exitCode == 0, "\(table.errorText)")
    let rows = Dictionary(
      table.text.split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], Array(words.dropFirst()))
      }
    ) { first, _ in first }
    #expect(rows["httpPort"] == ["8700", "--http-port"])
    #expect(rows["output"] == ["silent", "SPRINGRADIO_OUTPUT"])
    #expect(rows["mpdPassword"] == ["(set)", home.path("config/springradio/config.json") + ":1"])
    #expect(rows["volume"] == ["-", "default"])
    let json = try run(["config", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: [String: Any]])
    #expect(object["httpNames"]?["value"] as? [String] == ["radio.lan"])
    #expect(object["mpd"]?["value"] as? Bool == false)
    #expect(object["mpdPort"]?["from"] as? String == "default")
    #expect(!(table.text + json.text).contains("sesame"))
  }

  @Test("a port that the user names and another program has ends the service with 69")
  func takenPort() throws {
    let taken = try ScriptedServer { _ in }
    let wanted = try run(["serve", "--http", "--http-port", "\(taken.port)"])
    #expect(wanted.exitCode == 69, "\(wanted.errorText)")
    #expect(wanted.errorLines.last?.hasPrefix("radiod: cannot listen on port \(taken.port) (--http-port)") == true)
  }

  // MARK: The supervisor

  @Test("the service notifies its supervisor: ready, what plays, alive at twice the needed pace, and stopping")
  func notes() throws {
    let ear = try NotifySocket()
    let start = ContinuousClock.now
    let service = try serve("--station", "demo", adding: ear.environment(watchdog: .seconds(1)))
    #expect(ear.hears("READY=1"), "\(service.errorText)")
    #expect(UnixStream.connect(to: socket).map { close($0) } == 0)
    #expect(ear.hears("STATUS=SpringRadio demo – SpringRadio - "), "\(ear.notes.map(\.text))")
    #expect(ProcessRunner.eventually { ear.count(of: "WATCHDOG=1") >= 5 })
    #expect(start.duration(to: .now) > .seconds(1.5), "five of them, half a second apart")
    #expect(service.terminate(SIGTERM) == 0)
    #expect(ear.count(of: "STOPPING=1") == 1)
  }

  @Test("without a watchdog the service sends no watchdog notifications")
  func noWatchdog() throws {
    let ear = try NotifySocket()
    let service = try serve(adding: ear.environment())
    #expect(ear.hears("STATUS=stopped"), "\(service.errorText)")
    #expect(service.terminate(SIGTERM) == 0)
    #expect(ear.count(of: "WATCHDOG=1") == 0)
  }

  @Test(
    "while the sound stalls, the service sends no watchdog notifications",
    .enabled(if: ALSADouble.isAvailable))
  func hungry() throws {
    let ear = try NotifySocket()
    let device = try ALSADouble()
    let service = try serve(
      "--station", "demo", "--output", "alsa",
      adding: device.environment.merging(ear.environment(watchdog: .seconds(4))) { $1 })
    #expect(ProcessRunner.eventually { ear.count(of: "WATCHDOG=1") > 1 && device.heardSeconds > 0.5 })
    device.set(.hanging)
    #expect(
      ProcessRunner.eventually { service.errorText.contains("the sound stands still: no sign of life") },
      "\(service.errorText)")
    let fed = ear.count(of: "WATCHDOG=1")
    #expect(ProcessRunner.never(within: .seconds(1.5)) { ear.count(of: "WATCHDOG=1") > fed })
    device.set(.none)
    #expect(ProcessRunner.eventually { ear.count(of: "WATCHDOG=1") > fed + 1 }, "it is fed again")
    #expect(service.terminate(SIGTERM) == 0)
  }

  @Test("after a stall the service sends watchdog notifications again at once", .enabled(if: ALSADouble.isAvailable))
  func recovers() throws {
    let ear = try NotifySocket()
    let device = try ALSADouble()
    let service = try serve(
      "--station", "demo", "--output", "alsa",
      adding: device.environment.merging(ear.environment(watchdog: .seconds(4))) { $1 })
    #expect(ProcessRunner.eventually { ear.count(of: "WATCHDOG=1") > 0 && device.heardSeconds > 0.5 })
    device.set(.hanging)
    #expect(ProcessRunner.eventually { service.errorText.contains("the sound stands still") }, "\(service.errorText)")
    let fed = ear.count(of: "WATCHDOG=1")
    device.set(.none)
    #expect(ProcessRunner.eventually(within: .seconds(1.5)) { ear.count(of: "WATCHDOG=1") > fed })
    #expect(service.terminate(SIGTERM) == 0)
  }

  // MARK: The log

  @Test("the journal gets levels and no time, a file gets the time, and neither gets colours")
  func logs() throws {
    try home.write("{ broken", as: "config/springradio/stations.json")
    let command =
      "\"$RADIOD\" serve & sleep 0; for i in $(seq 200); do [ -S '\(socket)' ] && break; sleep 0.02; done; kill $!; wait $!"
    let all = environment.merging(["RADIOD": Radiod.path]) { $1 }
    let journal = try Radiod.shell(
      "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); \(command)", environment: all)
    #expect(journal.errorLines.first?.hasPrefix("<4>cannot use the station list ") == true, "\(journal.errorText)")
    #expect(journal.errorLines.allSatisfy { $0.hasPrefix("<") })
    let file = try Radiod.shell(command, environment: all)
    let line = try #require(file.errorLines.first)
    #expect(
      line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} cannot use the station list .*/) != nil, "\(line)")
    #expect(!(journal.errorText + file.errorText).contains("\u{1B}"))
    let bad = try Radiod.shell(
      "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); \"$RADIOD\" serve --volume x", environment: all)
    #expect(bad.errorText.hasPrefix("<3>radiod: --volume"), "\(bad.errorText)")
  }

  // MARK: Resources

  @Test("an idle service takes less than a thousandth of a processor, 25 MiB and 16 threads")
  func idle() throws {
    let port = try ScriptedServer.freePort()
    let service = try serve(adding: ["SPRINGRADIO_MPD": "true", "SPRINGRADIO_MPD_PORT": "\(port)"])
    #expect(isOpen(service), "\(service.errorText)")
    // The start is over when nothing is done for a moment.
    #expect(
      ProcessRunner.eventually {
        let before = ProcessorTime.seconds(of: service.pid)
        usleep(1_000_000)
        return ProcessorTime.seconds(of: service.pid) - before < 0.001
      })
    let before = ProcessorTime.seconds(of: service.pid)
    let start = ContinuousClock.now
    ProcessRunner.never(within: .seconds(10))
    let seconds = start.duration(to: .now) / .seconds(1)
    let used = ProcessorTime.seconds(of: service.pid) - before
    let after = try #require(ProcessUse(pid: service.pid))
    #expect(used > 0 && used < 0.001 * seconds, "\(used) s")
    #expect(after.residentKilobytes < 25 * 1024, "\(after)")
    #expect(after.threads < 16, "\(after)")
    #expect(service.terminate(SIGTERM) == 0)
  }

  @Test(
    "at a terminal the service says where it listens, and in a file it does not", .enabled(if: TmuxScreen.isAvailable))
  func places() throws {
    let screen = try TmuxScreen(
      columns: 160, rows: 10, command: "'\(Radiod.path)' serve --http --http-port \(try ScriptedServer.freePort())",
      environment: Radiod.environment.merging(environment) { $1 })
    let folder = home.path("springradio/")
    #expect(screen.waits { $0.contains("HTTP: \(folder)radiod.sock, http://127.0.0.1:") }, "\(screen.text)")
    #expect(screen.waits { $0.contains("MPD's protocol: \(folder)mpd.sock") }, "\(screen.text)")
    #expect(kill(screen.pid, SIGTERM) == 0 && screen.exitCode() == 0)
    let quiet = try serve()
    #expect(isOpen(quiet), "\(quiet.errorText)")
    #expect(quiet.terminate(SIGTERM) == 0 && quiet.errorText.isEmpty)
  }

  @Test("the service raises a low soft limit of open files, and reports what a low hard limit restricts")
  func openFiles() throws {
    func service(_ limits: String) throws -> ProcessRunner {
      try ProcessRunner(
        "bash", ["-c", "\(limits); exec \"$RADIOD\" serve"],
        environment: Radiod.environment.merging(environment) { $1 }.merging(["RADIOD": Radiod.path]) { $1 })
    }
    func answered(_ count: Int) throws -> Int {
      let clients = try (0..<count).map { _ in try client() }
      return clients.count { $0 != nil }
    }
    let low = try service("ulimit -Sn 64")
    #expect(isOpen(low), "\(low.errorText)")
    #expect(try answered(200) == 200, "\(low.errorText)")
    #expect(low.terminate(SIGTERM) == 0)
    #expect(low.errorText.isEmpty)
    let bounded = try service("ulimit -n 104")
    #expect(isOpen(bounded), "\(bounded.errorText)")
    #expect(bounded.errorText.contains("104 open files are allowed: 20 clients of each kind instead of 256"))
    #expect(try answered(40) == 20)
    #expect(try run(["ctl", "status"]).exitCode == 0)
    #expect(bounded.terminate(SIGTERM) == 0)
  }
}
