import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl with a fake daemon", .ownThreads)
struct CtlTests {
  /// A folder for the runtime files of a daemon.
  private static func place() throws -> (folder: Scratch, socket: String, environment: [String: String]) {
    let folder = try Scratch()
    mkdir(folder.path("springradio"), 0o700)
    return (folder, folder.path("springradio/radiod.sock"), ["XDG_RUNTIME_DIR": folder.path])
  }

  @Test(
    "each command sends the right request, and prints the resulting state",
    arguments: [
      (
        ["status"], "GET /api/status",
        "Groove Salad: Artist - Song\nplaying  MP3 128 kbit/s  44.1 kHz stereo  buffer 8 s  volume 70 %\n"
      ),
      ([], "GET /api/status", "Groove Salad: Artist"),
      (["play", "fip"], "POST /api/play {\"station\":\"fip\"}", "Groove Salad: Artist - Song\nconnecting  "),
      (["play", "http://x.example/a"], "POST /api/play {\"url\":\"http://x.example/a\"}", "Groove Salad: "),
      (["play"], "POST /api/play {}", "Groove Salad: "),
      (["stop"], "POST /api/stop {}", "Groove Salad: Artist - Song\nstopped  volume 70 %\n"),
      (["pause"], "POST /api/pause {}", "Groove Salad: Artist - Song\npaused  volume 70 %\n"),
      (["toggle"], "POST /api/toggle {}", "Groove Salad: "),
      (["next"], "POST /api/next {}", "FIP: "), (["previous"], "POST /api/previous {}", "Groove Salad: "),
      (["back"], "POST /api/seek {\"by\":-10}", "Groove Salad: "),
      (["back", "90s"], "POST /api/seek {\"by\":-90}", "Groove Salad: "),
      (["back", "title"], "POST /api/seek {\"title\":-1}", "Groove Salad: "),
      (["forward"], "POST /api/seek {\"by\":10}", "Groove Salad: "),
      (["forward", "2.5"], "POST /api/seek {\"by\":2.5}", "Groove Salad: "),
      (["forward", "5m"], "POST /api/seek {\"by\":300}", "Groove Salad: "),
      (["forward", "title"], "POST /api/seek {\"title\":1}", "Groove Salad: "),
      (["live"], "POST /api/seek {\"live\":true}", "Groove Salad: "),
      (["volume"], "GET /api/status", "volume 70 %\n"),
      (["volume", "30"], "POST /api/volume {\"volume\":30}", "volume 30 %\n"),
      (["volume", "+5"], "POST /api/volume {\"change\":5}", "volume 75 %\n"),
      (["volume", "-5"], "POST /api/volume {\"change\":-5}", "volume 65 %\n"),
      (["volume", "-15"], "POST /api/volume {\"change\":-15}", "volume 55 %\n"),
      (["mute"], "POST /api/volume {\"toggleMute\":true}", "volume 70 %, muted\n"),
      (["mute", "off"], "POST /api/volume {\"muted\":false}", "volume 70 %\n"),
      (["queue"], "GET /api/queue", "  1  fip          FIP\n> 2  groovesalad  Groove Salad\n  3  http://x.example/\n"),
      (["queue", "list"], "GET /api/queue", "  1  fip          FIP\n> 2  groovesalad"),
      (["queue", "add", "fip"], "POST /api/queue/add {\"station\":\"fip\"}", "the queue has 3 entries\n"),
      (
        ["queue", "add", "http://x.example/a"], "POST /api/queue/add {\"station\":\"http://x.example/a\"}",
        "the queue has 3 entries\n"
      ),
      (
        ["queue", "remove", "2"], "POST /api/queue/remove {\"position\":2}",
        "removed Groove Salad; the queue has 1 entry\n"
      ),
      (["queue", "clear"], "POST /api/queue/clear {}", "the queue has 0 entries\n"),
      (["queue", "reset"], "POST /api/queue/reset {}", "the queue is the station list: 1 entry\n"),
      (["history", "--limit", "7"], "GET /api/history?limit=7", "2026-09-10 00:27  Groove Salad: Artist - Song\n"),
    ])
  func commands(words: [String], asked: String, reported: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let environment = place.environment.merging(["TZ": "UTC"]) { $1 }
    let result = try Radiod.run(["ctl"] + words, environment: environment)
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    #expect(daemon.asked.last == asked)
    #expect(result.text.hasPrefix(reported), "\(result.text)")
  }

  @Test("what a command met is a line of its own")
  func messages() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    daemon.answer(
      "POST /api/seek",
      with: #"{"state":"playing","name":"FIP","volume":70,"muted":false,"message":"0:19 is the oldest that is kept"}"#)
    let result = try Radiod.run("ctl", "back", "10m", environment: place.environment)
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    #expect(result.text.hasPrefix("FIP\nplaying"), "\(result.text)")
    #expect(result.text.hasSuffix("\nnotice: 0:19 is the oldest that is kept\n"), "\(result.text)")
  }

  @Test("history --json has the time in seconds, as the daemon sends it, and as the local clock shows it")
  func historyClock() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    for (zone, clock) in [("UTC", "2026-09-10T00:27:40.500+00:00"), ("XXX-5:30", "2026-09-10T05:57:40.500+05:30")] {
      let environment = place.environment.merging(["TZ": zone]) { $1 }
      let line = try Radiod.run("ctl", "history", "--json", "--limit", "1", environment: environment).text
      #expect(line.contains(#""time":"#) && line.hasSuffix(#","clock":"\#(clock)"}"# + "\n"), "\(line)")
    }
  }

  /// How a listener of another user may come to be at the socket's path.
  enum ForeignListener: CaseIterable { case listens, takesThePlace, isOutsideNamespace }

  @Test(
    "another user's listener gets no byte: at the path first, in the daemon's place, or outside the PID namespace",
    .enabled(if: getuid() == 0 && ProcessRunner.hasPrograms("setpriv", "socat", "unshare")),
    arguments: ForeignListener.allCases)
  func foreignListener(kind: ForeignListener) throws {
    let takesThePlace = kind == .takesThePlace
    let folder = try Scratch()
    for path in [folder.path, Radiod.path] { chmod(path, 0o755) }
    mkdir(folder.path("sockets"), 0o777)
    chmod(folder.path("sockets"), 0o777)
    let (socket, other, log) = ("sockets/radiod.sock", "sockets/other.sock", "sockets/log")
    let foreignListener = try ProcessRunner(
      "setpriv",
      [
        "--reuid=61501", "--regid=61501", "--clear-groups", "socat", "-u",
        "UNIX-LISTEN:\(folder.path(takesThePlace ? other : socket)),fork,mode=666",
        "OPEN:\(folder.path(log)),creat,append",
      ])
    defer { foreignListener.terminate(SIGKILL) }
    // Its file is there before it listens, and before it has its mode.
    let path = folder.path(takesThePlace ? other : socket)
    let listens = ProcessRunner.eventually {
      var file = stat()
      guard stat(path, &file) == 0, file.st_mode & 0o666 == 0o666 else { return false }
      return UnixStream.connect(to: path).map { close($0) } == 0
    }
    #expect(listens)
    let status = "{\"state\":\"stopped\",\"name\":\"Ours\",\"volume\":5,\"muted\":false}"
    var server: ScriptedServer?
    if takesThePlace {
      // Root's socket may be used. The other user's socket replaces it as soon as the first connection was accepted.
      server = try ScriptedServer(socketPath: folder.path(socket), readsRequest: false) { call in
        rename(folder.path(other), folder.path(socket))
        call.answer(headers: ["Content-Type: application/json"], body: Array(status.utf8))
      }
      chmod(folder.path(socket), 0o666)
    }
    defer { server?.stop() }
    let namespace = kind == .isOutsideNamespace ? ["unshare", "--pid", "--fork", "--kill-child"] : []
    let command =
      namespace + ["setpriv", "--reuid=61502", "--regid=61502", "--clear-groups", Radiod.path, "ctl", "stop"]
      + ["--socket", folder.path(socket)]
    let result = try ProcessRunner.run(
      command[0], Array(command.dropFirst()), environment: Radiod.environment, limit: .seconds(20))
    if takesThePlace {
      #expect(result.exitCode == 0 && result.text.hasPrefix("Ours"), "\(result.errorText)")
    } else {
      #expect(result.exitCode == 69 && result.isOneLineError, "\(result.errorText)")
      #expect(result.errorText.contains("user 61501 listens there, who is neither you nor root"))
    }
    #expect(String(decoding: folder.read(log), as: UTF8.self) == "")
  }

  @Test("--json prints the daemon's data as lines of JSON", arguments: ["status", "queue", "history"])
  func json(command: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let result = try Radiod.run("ctl", command, "--json", "--socket", place.socket)
    #expect(result.exitCode == 0)
    for line in result.text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["name"] != nil || object?["entries"] != nil)
    }
    #expect(result.text.split(separator: "\n").count == (command == "history" ? 2 : 1))
  }

  @Test(
    "an impossible request gets the exit code of its kind, and one error line unless it is a usage error",
    arguments: [
      (["play", "nosuch"], 66, "did you mean fip?"), (["play", "ftp://x"], 64, "only http and https"),
      (["volume", "101"], 64, "takes 0 to 100"), (["volume", "-x"], 64, "takes 0 to 100"),
      (["volume", "5", "6"], 64, "takes 0 to 100"), (["mute", "maybe"], 64, "maybe"),
      (["back", "-5"], 64, "'back' takes a time up to 6h, such as 10s or 5m, or 'title', not '-5'"),
      (["forward", "-5m"], 64, "'forward' takes a time up to 6h, such as 10s or 5m, or 'title', not '-5m'"),
      (["back", "5", "m"], 64, "'back' takes a time up to 6h, such as 10s or 5m, or 'title', not '5 m'"),
      (["live", "now"], 64, "'radiod ctl live' takes no argument: leave out 'now'"),
      (["back", "7h"], 64, "'back' takes a time up to 6h, such as 10s or 5m, or 'title', not '7h'"),
      (["back", "0"], 64, "not '0'"), (["forward", "song"], 64, "'forward' takes a time"), (["back", "-5"], 64, "-5"),
      (["live", "now"], 64, "now"),
      (["queue", "remove", "0"], 64, "takes a number from 1 up"), (["queue", "remove", "x"], 64, "'x'"),
      (["queue", "remove", "99"], 66, "the queue has no entry 99"),
      (["history", "--limit", "0"], 64, "--limit takes"), (["spectrum", "--fps", "61"], 64, "--fps takes 1 to 60"),
      (["status", "--socket", "/nowhere/x.sock"], 69, "radiod serve is not running (no socket at /nowhere/x.sock)"),
      (["watch", "--socket", "/nowhere/x.sock"], 69, "not running"),
      (["spectrum", "--socket", "/nowhere/x.sock"], 69, "not running"),
      (["status", "--socket", "/etc/passwd"], 69, "is not a socket"),
    ])
  func faults(words: [String], code: Int32, reported: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let result = try Radiod.run(["ctl"] + words, environment: place.environment)
    #expect(result.exitCode == code)
    #expect(result.errorText.contains(reported), "\(result.errorText)")
    #expect(code == 64 || result.isOneLineError, "\(result.errorText)")
    #expect(result.output.isEmpty)
  }

  @Test(
    "where no sound is kept, back, forward and live fail with one sentence", arguments: ["back", "forward", "live"])
  func nothingKept(command: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let sentence = "there is no sound to move in: nothing plays, or none is kept"
    daemon.answer("/api/seek", with: "{\"error\":\"\(sentence)\"}", status: "409 Conflict")
    let result = try Radiod.run(["ctl", command], environment: place.environment)
    #expect(result.exitCode == 69 && result.isOneLineError && result.output.isEmpty, "\(result.errorText)")
    #expect(result.errorText.contains(sentence), "\(result.errorText)")
  }

  @Test("ctl without a daemon says how to start one")
  func startHint() throws {
    let folder = try Scratch()
    for words in [["status"], ["volume", "5"]] {
      let result = try Radiod.run(["ctl"] + words, environment: ["XDG_RUNTIME_DIR": folder.path])
      #expect(result.exitCode == 69 && result.isOneLineError, "\(result.errorText)")
      let hint = "; start it with 'radiod serve', or as a service with 'systemctl --user start radiod'\n"
      #expect(result.errorText.hasSuffix(hint), "\(result.errorText)")
    }
  }

  @Test("watch prints each line as it comes, continues after a restart of the daemon, and ends quietly on a signal")
  func watch() throws {
    let place = try Self.place()
    let first = try FakeDaemon(socketPath: place.socket)
    let watch = try Radiod.start("ctl", "watch", environment: place.environment)
    let json = try Radiod.start("ctl", "watch", "--json", environment: place.environment)
    func prints(_ program: ProcessRunner, _ text: String) -> Bool {
      ProcessRunner.eventually { String(decoding: program.output, as: UTF8.self).contains(text) }
    }
    #expect(prints(watch, "playing Groove Salad\nGroove Salad: Artist - Song\n"))
    #expect(prints(json, "\"title\":\"Artist - Song\""))
    first.emit("title", "{\"title\":\"A \\u001b[2J title\",\"name\":\"Groove Salad\"}")
    #expect(prints(watch, "\nGroove Salad: A [2J title\n"))
    first.stop()
    #expect(prints(watch, "\nlost the daemon: "))
    unlink(place.socket)
    // It has its title before a client can find it.
    let hidden = place.socket + ".new"
    let second = try FakeDaemon(socketPath: hidden)
    defer { second.stop() }
    second.set(["title": "\"After\""])
    #expect(rename(hidden, place.socket) == 0)
    #expect(prints(watch, "\nplaying Groove Salad\nGroove Salad: After\n"))
    #expect(watch.terminate(SIGINT) == 130 && watch.errorText.isEmpty)
    #expect(prints(json, "\"title\":\"After\""))
    #expect(json.terminate(SIGTERM) == 0)
    for line in json.output.split(separator: UInt8(ascii: "\n")) {
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      #expect(object?["type"] is String)
    }
  }

  @Test(
    "a reader that closes the pipe ends ctl quietly, also while nothing happens", arguments: ["watch", "spectrum"])
  func closedPipe(command: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let result = try Radiod.shell(
      "\"$RADIOD\" ctl \(command) --socket '\(place.socket)' | head -n 1; echo ${PIPESTATUS[0]}", limit: .seconds(10))
    #expect(result.text.hasSuffix("\n0\n"), "\(result.text)")
    #expect(result.errorText.isEmpty)
  }

  @Test("spectrum writes one line of bars per frame into a pipe, and with --json the daemon's lines")
  func spectrumLines() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let options = ["--frames", "5", "--bands", "10", "--fps", "60", "--socket", place.socket]
    let bars = try Radiod.run(["ctl", "spectrum"] + options)
    #expect(bars.text.split(separator: "\n") == Array(repeating: "▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄", count: 5), "\(bars.text)")
    #expect(
      daemon.asked.last
        == "GET /api/spectrum?fps=60&bands=10&channels=stereo&low=40.0&high=18000.0&fftSize=4096&weighting=none&profile=rta"
    )
    let json = try Radiod.run(["ctl", "spectrum", "--json", "--channels", "mono"] + options)
    let lines = JSONLine.parse(json.output)
    #expect(lines.map(\.type) == ["header"] + Array(repeating: "frame", count: 5))
    #expect(lines.last?.levels?.first?.count == 10)
  }

  @Test(
    "in a terminal the view shows the daemon's bars, and the keys control the daemon",
    .enabled(if: TmuxScreen.isAvailable))
  func view() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let screen = try TmuxScreen(
      columns: 132, rows: 40, command: "'\(Radiod.path)' ctl spectrum --socket '\(place.socket)'",
      environment: Radiod.environment)
    #expect(
      screen.waits {
        $0.contains("► playing") && $0.contains("█") && $0.contains("Artist - Song") && $0.contains("bars stereo")
          && $0.contains("MP3 128 kbit/s")
      }, "\(screen.text)")
    func press(_ keys: String, shows condition: (String) -> Bool) throws {
      try screen.type(keys)
      let isShown = screen.waits(within: .seconds(5), for: condition)
      #expect(isShown, "after \(keys):\n\(screen.text)")
    }
    try press("+") { $0.contains("75 %") }
    try press("--") { $0.contains("65 %") }
    try press("m") { $0.contains("muted") }
    try press("m") { $0.contains("65 %") }
    try press("n") { $0.contains("FIP") }
    try press("s") { $0.contains("bars mono") && $0.contains("█") }
    try press("VV") { $0.contains("springradio mono") && $0.contains("█") }
    #expect(
      ProcessRunner.eventually {
        let query = daemon.asked.last { $0.contains("/api/spectrum") }
        return query?.contains("channels=mono") == true && query?.contains("profile=springradio") == true
      }, "\(daemon.asked.last { $0.contains("/api/spectrum") } ?? "")")
    try screen.resize(columns: 60, rows: 20)
    #expect(
      ProcessRunner.eventually {
        daemon.asked.last { $0.contains("/api/spectrum") }?.contains("bands=18&") == true && screen.text.contains("█")
      }, "\(daemon.asked.last { $0.contains("/api/spectrum") } ?? "")\n\(screen.text)")
    daemon.setLevel(nil)
    #expect(screen.waits { !$0.contains("█") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    #expect(screen.variable("alternate_on") == "0")
    #expect(!daemon.asked.contains { $0.contains("/api/stop") })
  }
}
