import Foundation
import Glibc
import TestSupport
import Testing

/// `radiod` without a command in a terminal, with real keys: the way of a new user who reads nothing but the screen.
@Suite("The radio in the terminal", .ownThreads, .enabled(if: TmuxScreen.isAvailable))
struct RadioViewTests {
  private let home: Scratch
  private let environment: [String: String]
  private let directory: DirectoryServer
  /// Plays the demo's music to everyone who connects.
  private let station: ProcessRunner

  init() throws {
    home = try Scratch()
    for name in ["run", "state", "config/springradio", "cache"] {
      try FileManager.default.createDirectory(
        atPath: home.path(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let song = home.path("song.mp3")
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=60", song], limit: .seconds(30))
    guard made.exitCode == 0 else { throw ProcessRunner.StartError(description: "no music: \(song)") }
    let port = try ScriptedServer.freePort()
    station = try Radiod.start("broadcast", song, "--port", "\(port)")
    let url = "http://127.0.0.1:\(port)/"
    directory = try DirectoryServer([.init(1, "Jazz From Afar", url: url + "?far", tags: ["jazz"], clicks: 3)])
    environment = Radiod.environment.merging([
      "XDG_RUNTIME_DIR": home.path("run"), "XDG_STATE_HOME": home.path("state"),
      "XDG_CONFIG_HOME": home.path("config"), "XDG_CACHE_HOME": home.path("cache"),
      "SPRINGRADIO_DIRECTORY": directory.url, "COLORTERM": "truecolor",
    ]) { $1 }
    try home.write(
      """
      {"version": 1, "stations": [
        {"id": "alpha", "name": "Alpha Radio", "url": "\(url)", "tags": ["news"], "country": "DE"},
        {"id": "bossa", "name": "Bossa Nova Club", "url": "\(url)?b", "tags": ["jazz"], "country": "BR"},
        {"id": "chill", "name": "Chillout", "url": "\(url)?c", "country": "FR"}]}
      """, as: "config/springradio/stations.json")
  }

  private var list: String { String(decoding: home.read("config/springradio/stations.json"), as: UTF8.self) }

  private func open(_ arguments: String = "", columns: Int = 80, rows: Int = 24) throws -> TmuxScreen {
    try TmuxScreen(
      columns: columns, rows: rows, command: "'\(Radiod.path)' \(arguments)", environment: environment)
  }

  @Test(
    "a station is found, played and made a favourite; another is searched in the directory and added",
    arguments: [(80, 24), (200, 60)])
  func newUser(columns: Int, rows: Int) throws {
    let screen = try open(columns: columns, rows: rows)
    func sees(_ words: String..., after key: String) {
      let isSeen = screen.waits { text in words.allSatisfy(text.contains) }
      #expect(isSeen, "after \(key), \(words) in:\n\(screen.text)")
    }
    sees("Alpha Radio", "Bossa Nova Club", after: "the start")
    try screen.type("/")
    try screen.type("nova bos")
    #expect(screen.waits { $0.contains("Bossa Nova Club") && !$0.contains("Alpha Radio") }, "\(screen.text)")
    try screen.press("Enter")
    sees("playing", after: "Enter")
    try screen.press("Escape")
    sees("Alpha Radio", after: "Escape")  // at once, ESC and f are one key: Alt-f
    try screen.type("f")
    #expect(ProcessRunner.eventually { list.contains("\"favourite\": true") }, "\(list)\n\(screen.text)")
    try screen.type("S")
    try screen.type("jazz")
    try screen.press("Enter")
    sees("Jazz From Afar", after: "the search")
    try screen.type("a")
    #expect(ProcessRunner.eventually { list.contains("Jazz From Afar") }, "\(list)\n\(screen.text)")
    let before = screen.colored
    try screen.type("c")
    #expect(ProcessRunner.eventually { screen.colored != before })
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  @Test("with a daemon it shows and controls the daemon, q leaves it playing, Q stops it")
  func client() throws {
    let daemon = try Radiod.start(
      "serve", "--output", "silent", "--station", "bossa", "--no-mpd", "--no-mpris", environment: environment)
    defer { daemon.terminate() }
    func status() -> String { (try? Radiod.run(["ctl", "status"], environment: environment).text) ?? "" }
    #expect(ProcessRunner.eventually { status().contains("\nplaying") })
    // The shell waits at the end, so that tmux keeps what is on the screen.
    var screen = try TmuxScreen(
      columns: 80, rows: 24, command: "sh -c \"'\(Radiod.path)'; echo exit code $?; read word\"",
      environment: environment)
    #expect(screen.waits { $0.contains("Bossa Nova Club") && $0.contains("Chillout") }, "\(screen.text)")
    try screen.type("/chill")
    #expect(screen.waits { $0.contains("Chillout") && !$0.contains("Alpha Radio") }, "\(screen.text)")
    try screen.press("Enter")
    #expect(ProcessRunner.eventually { status().contains("Chillout") && status().contains("\nplaying") })
    try screen.press("Escape")
    #expect(screen.waits { $0.contains("Alpha Radio") })
    try screen.type("q")
    #expect(screen.waits { $0.contains("plays on") && $0.contains("exit code") }, "\(screen.text)")
    #expect(ProcessRunner.eventually { status().contains("\nplaying") })
    screen = try open()
    #expect(screen.waits { $0.contains("Chillout") })
    try screen.type("Q")
    #expect(screen.exitCode() == 0)
    #expect(status().contains("\nstopped"))
  }

  @Test("the view survives the end of the daemon, and shows the next one")
  func daemonComesBack() throws {
    func start() throws -> ProcessRunner {
      try Radiod.start(
        "serve", "--output", "silent", "--station", "alpha", "--no-mpd", "--no-mpris", environment: environment)
    }
    func isUp() -> Bool { (try? Radiod.run(["ctl", "status"], environment: environment).exitCode == 0) ?? false }
    var daemon = try start()
    #expect(ProcessRunner.eventually { isUp() })
    let screen = try open("--visualizer bars", columns: 120, rows: 40)
    #expect(screen.waits { $0.contains("playing") && $0.contains("█") }, "\(screen.text)")
    daemon.terminate()
    #expect(screen.waits { $0.contains("radiod serve") && !$0.contains("█") }, "\(screen.text)")
    daemon = try start()
    defer { daemon.terminate() }
    #expect(screen.waits(within: .seconds(20)) { $0.contains("playing") && $0.contains("█") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  @Test("as lines of text, alone and as a client: commands are read, events are printed, no cursor is moved")
  func plain() throws {
    let words = try home.write("stations nova\nvolume 40\nfavourite 1\nnonsense\nquit\n", as: "words")
    let alone = try Radiod.run("--plain", environment: environment, input: words)
    #expect(alone.exitCode == 0 && !alone.text.contains("\u{1B}"), "\(alone.text)\(alone.errorText)")
    for text in ["1. Bossa Nova Club", "volume 40 %", "there is no command \"nonsense\""] {
      #expect(alone.text.contains(text), "\(text) in:\n\(alone.text)")
    }
    #expect(ProcessRunner.eventually { list.contains("\"favourite\": true") }, "\(list)")

    let daemon = try Radiod.start(
      "serve", "--output", "silent", "--station", "alpha", "--no-mpd", "--no-mpris", environment: environment)
    defer { daemon.terminate() }
    func status() -> String { (try? Radiod.run(["ctl", "status"], environment: environment).text) ?? "" }
    #expect(ProcessRunner.eventually { status().contains("\nplaying") })
    let client = try Radiod.run(
      "--plain", environment: environment, input: try home.write("stations\nplay chill\nquit\n", as: "more"))
    #expect(client.exitCode == 0, "\(client.text)\(client.errorText)")
    #expect(
      ProcessRunner.eventually { status().contains("Chillout") && status().contains("\nplaying") }, "\(client.text)")
  }

  @Test("without a terminal radiod alone prints its help, and a view that was asked for says what it needs")
  func noTerminal() throws {
    let help = try Radiod.run([], environment: environment)
    #expect(help.exitCode == 0 && help.text.contains("USAGE: radiod"), "\(help.text)\(help.errorText)")
    for words in [["view"], ["--url", "http://127.0.0.1:9"], ["view", "--theme", "light"]] {
      let result = try Radiod.run(words, environment: environment)
      #expect(result.exitCode == 64 && result.isOneLineError && result.output.isEmpty, "\(result.errorText)")
      #expect(result.errorText.contains("needs a terminal; use --plain"), "\(result.errorText)")
    }
  }

  @Test("a terminal that cannot move its cursor gets a hint at --plain")
  func dumbTerminal() throws {
    let screen = try TmuxScreen(
      columns: 100, rows: 24, command: "sh -c 'TERM=dumb \"\(Radiod.path)\"; echo code $?; read x'",
      environment: environment)
    #expect(screen.waits { $0.contains("move its cursor; use --plain") && $0.contains("code 64") }, "\(screen.text)")
  }

  @Test("a station that fails for good is in the log of the view")
  func failureInLog() throws {
    let server = try ScriptedServer { $0.answer("404 Not Found", body: Array("<html>no</html>".utf8)) }
    try home.write(
      """
      {"version": 1, "stations": [
        {"id": "gone", "name": "Gone FM", "url": "\(server.url("/live"))"},
        {"id": "other", "name": "Other FM", "url": "\(server.url("/other"))"}]}
      """, as: "config/springradio/stations.json")
    let screen = try open(columns: 160, rows: 40)
    #expect(screen.waits { $0.contains("Gone FM") })
    try screen.type("/gone")
    #expect(screen.waits { !$0.contains("Other FM") }, "\(screen.text)")
    try screen.press("Enter")
    #expect(screen.waits { $0.contains("failed") }, "\(screen.text)")
    try screen.press("Escape")
    #expect(screen.waits { $0.contains("Other FM") }, "\(screen.text)")  // at once, ESC and 4 are one key: Alt-4
    try screen.type("4")
    #expect(screen.waits { $0.contains("error") && $0.contains("says 404") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }
}
