import Foundation
import TestSupport
import Testing

@Suite("One service and all its clients", .ownThreads)
struct RemotesTests {
  /// A service that plays the demo, with all the frontends that its clients use.
  private final class Fixture {
    let folder: Scratch
    let bus: SessionBusServer?
    let mpdPort: Int
    let httpPort: Int
    let environment: [String: String]
    private let process: ProcessRunner

    init() throws {
      folder = try Scratch()
      bus = SessionBusServer.isAvailable ? try SessionBusServer() : nil
      (mpdPort, httpPort) = (try ScriptedServer.freePort(), try ScriptedServer.freePort())
      var environment = bus?.environment ?? [:]
      environment["XDG_RUNTIME_DIR"] = folder.path
      environment["XDG_STATE_HOME"] = folder.path("state")
      environment["XDG_CONFIG_HOME"] = folder.path("config")
      self.environment = environment
      process = try Radiod.start(
        "serve", "--station", "demo", "--output", "silent", "--mpd-port", "\(mpdPort)", "--http", "--http-port",
        "\(httpPort)", environment: environment)
      let isHeard = ProcessRunner.eventually { (try? ctl("status").contains("SpringRadio - ")) ?? false }
      guard isHeard else { throw ProcessRunner.StartError(description: "no radio: \(process.errorText)") }
    }

    func stop() -> Int32? { process.terminate() }

    func ctl(_ words: String...) throws -> String { try Radiod.run(["ctl"] + words, environment: environment).text }

    /// Runs a program in the service's environment; returns its output.
    func run(_ program: String, _ arguments: [String], limit: Duration = .seconds(20)) throws -> String {
      let result = try ProcessRunner.run(program, arguments, environment: environment, limit: limit)
      #expect(result.exitCode == 0, "\(program) \(arguments): \(result.text)\(result.errorText)")
      return result.text
    }

    func curl(_ path: String, _ arguments: String...) throws -> String {
      try run("curl", ["-sS"] + arguments + ["http://localhost:\(httpPort)\(path)"])
    }

    func mpc(_ arguments: String...) throws -> String {
      try run("mpc", ["-h", "127.0.0.1", "-p", "\(mpdPort)"] + arguments)
    }
  }

  private static let hasPythonClient =
    (try? ProcessRunner.run("/usr/bin/python3", ["-c", "import mpd"]))?.exitCode == 0

  private static let pythonClient = """
    import sys, mpd
    client = mpd.MPDClient(); client.timeout = 10; client.connect("127.0.0.1", int(sys.argv[1]))
    song, status = client.currentsong(), client.status()
    assert song["name"] == "SpringRadio demo" and song["artist"] == "SpringRadio" and song["title"], song
    assert (status["state"], status["volume"]) == ("play", "40"), status
    client.setvol(55)
    """

  @Test(
    "curl, mpc, python-mpd2, playerctl, ncmpcpp and a browser see each other's changes",
    .enabled(if: ProcessRunner.hasPrograms("curl", "mpc", "python3")))
  func sharedChanges() throws {
    let fixture = try Fixture()

    // curl: the status, another volume, and the event that reports it.
    #expect(try fixture.curl("/api/status").contains(#""station":"demo""#))
    let events = try ProcessRunner("curl", ["-sSN", "http://localhost:\(fixture.httpPort)/api/events"])
    let volume = ["-X", "POST", "-H", "Content-Type: application/json", "-d", #"{"volume": 40}"#]
    _ = try fixture.run("curl", ["-sS"] + volume + ["http://localhost:\(fixture.httpPort)/api/volume"])
    #expect(
      ProcessRunner.eventually { String(decoding: events.output, as: UTF8.self).contains(#""volume":40"#) })
    events.terminate()

    // mpc and python-mpd2: the same volume, the same title.
    #expect(try fixture.mpc("status").contains("volume: 40%"))
    #expect(try fixture.mpc("current").hasPrefix("SpringRadio demo: SpringRadio - "))
    if Self.hasPythonClient {
      let script = try fixture.folder.write(Self.pythonClient, as: "client.py")
      _ = try fixture.run("/usr/bin/python3", [script, "\(fixture.mpdPort)"])
      #expect(try fixture.ctl("volume") == "volume 55 %\n")
    }

    // playerctl: the media keys of a desktop.
    if fixture.bus != nil {
      #expect(try fixture.run("playerctl", ["status"]) == "Playing\n")
      #expect(try fixture.run("playerctl", ["metadata", "artist"]) == "SpringRadio\n")
      _ = try fixture.run("playerctl", ["pause"])
      #expect(ProcessRunner.eventually { (try? fixture.mpc("status").contains("[paused]")) ?? false })
      _ = try fixture.run("playerctl", ["play"])
      #expect(ProcessRunner.eventually { (try? fixture.mpc("status").contains("[playing]")) ?? false })
    }

    // ncmpcpp: shows the title and the volume, and stops.
    if TmuxScreen.isAvailable, ProcessRunner.hasPrograms("ncmpcpp") {
      let screen = try TmuxScreen(
        columns: 100, rows: 24, command: "ncmpcpp -h 127.0.0.1 -p \(fixture.mpdPort) -c /dev/null",
        environment: ["HOME": fixture.folder.path, "TERM": "tmux-256color"])
      #expect(screen.waits { $0.contains("SpringRadio - ") && $0.contains("55%") }, "\(screen.text)")
      try screen.type("s")
      #expect(ProcessRunner.eventually { (try? fixture.ctl("status").contains("\nstopped")) ?? false })
      try screen.type("q")
      _ = try fixture.mpc("play")
    }

    // A browser: titles and bars as they come, and its Stop holds for all clients.
    if ProcessRunner.hasPrograms("chromium") {
      #expect(
        ProcessRunner.eventually { (try? fixture.curl("/api/status").contains(#""song""#)) ?? false })
      let page = Radiod.root + "/Tests/Checker/browse_page.py"
      let profile = try Scratch()
      let seen = try fixture.run(
        "python3", [page, "chromium", "http://localhost:\(fixture.httpPort)/", profile.path], limit: .seconds(60))
      #expect(seen.contains("SpringRadio demo") && seen.contains("SpringRadio - "), "\(seen)")
      #expect(try fixture.mpc("status").contains("volume: 55%"))
      #expect(try !fixture.mpc("status").contains("[playing]"))
    }
    #expect(fixture.stop() == 0)
  }
}
