import Foundation
import TestSupport
import Testing

/// HTTP over TCP as `radiod serve` sets it up.
@Suite("The service's web server", .ownThreads)
struct WebServiceTests {
  private static let token = "zyxwv98765-the-owners-token"
  private static let listenToken = "zyxwv98765-the-listeners-one"

  /// A service with its own folders and ports.
  private struct Service {
    let folder: Scratch
    let (mpdPort, httpPort): (Int, Int)
    let process: ProcessRunner

    /// Starts it with this config.json, in which `PORT` stands for its HTTP port and `FOLDER` for its folder. `wrapped`
    /// makes the command that runs it.
    init(
      _ config: String, _ arguments: [String] = [],
      wrapped: (String, [String]) -> (program: String, arguments: [String]) = { ($0, $1) }
    ) throws {
      folder = try Scratch()
      (mpdPort, httpPort) = (try ScriptedServer.freePort(), try ScriptedServer.freePort())
      try folder.write(WebServiceTests.token + "\n", as: "token")
      try folder.write(WebServiceTests.listenToken + "\n", as: "listen-token")
      for name in ["token", "listen-token"] { chmod(folder.path(name), 0o600) }
      try FileManager.default.createDirectory(
        atPath: folder.path("config/springradio"), withIntermediateDirectories: true)
      let text = config.replacingOccurrences(of: "PORT", with: "\(httpPort)").replacingOccurrences(
        of: "FOLDER", with: folder.path)
      try folder.write(text, as: "config/springradio/config.json")
      let command = wrapped(
        Radiod.path,
        ["serve", "--station", "demo", "--output", "silent", "--no-mpris", "--mpd-port", "\(mpdPort)"] + arguments)
      process = try ProcessRunner(
        command.program, command.arguments, environment: Radiod.environment.merging(Self.environment(folder)) { $1 })
    }

    var environment: [String: String] { Self.environment(folder) }

    private static func environment(_ folder: Scratch) -> [String: String] {
      [
        "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"), "JOURNAL_STREAM": "",
      ]
    }

    /// The answer that curl gets over the Unix socket.
    func local(_ target: String) throws -> String {
      try ProcessRunner.run(
        "curl", ["-s", "-m", "5", "--unix-socket", folder.path("springradio/radiod.sock"), "http://radio" + target]
      ).text
    }

    /// Waits until the demo plays.
    func waitForSound() -> Bool {
      ProcessRunner.eventually { (try? local("/api/status").contains(#""state":"playing""#)) == true }
    }
  }

  // MARK: Addresses

  @Test("at the level info the service logs where it listens, as addresses that can be opened")
  func places() throws {
    let service = try Service(#"{"http": true, "httpPort": PORT}"#, ["--log-level", "info"])
    #expect(service.waitForSound(), "\(service.process.errorText)")
    let log = service.process.errorText
    let sockets = service.folder.path("springradio/")
    #expect(log.contains("HTTP: \(sockets)radiod.sock, http://127.0.0.1:\(service.httpPort)/\n"), "\(log)")
    #expect(log.contains("MPD's protocol: \(sockets)mpd.sock, 127.0.0.1:\(service.mpdPort)\n"), "\(log)")
    #expect(service.process.terminate() == 0)
  }

  // MARK: Monitoring

  @Test(
    "metrics for Prometheus: the start is a time of day without /proc/stat, and events count from 0",
    .enabled(
      if: (try? ProcessRunner.run("unshare", ["-m", "mount", "-t", "proc", "-o", "subset=pid", "proc", "/proc"]))?
        .exitCode == 0, "needs root and a proc that can be mounted in part"))
  func numbers() throws {
    let before = Date().timeIntervalSince1970
    let service = try Service("{}") { program, arguments in
      (
        "unshare",
        ["-m", "sh", "-c", "mount -t proc -o subset=pid proc /proc && exec \"$@\"", "sh", program] + arguments
      )
    }
    #expect(service.waitForSound(), "\(service.process.errorText)")
    func number(_ name: String) throws -> Double {
      let line = try service.local("/metrics").split(separator: "\n").first { $0.hasPrefix(name + " ") }
      return try #require(line?.split(separator: " ").last.flatMap { Double($0) })
    }
    let start = try number("process_start_time_seconds")
    #expect(start > before - 1 && start < Date().timeIntervalSince1970)
    #expect(try number("process_start_time_seconds") == start, "it does not change")
    #expect((1..<100).contains(try number("springradio_events_total")))
    #expect(service.process.terminate() == 0)
  }

  // MARK: Secrets

  @Test("no secret appears in the log, an error, an answer, the settings or the list of processes")
  func secrets() throws {
    let service = try Service(
      """
      {"http": true, "httpPort": PORT, "httpTokenFile": "FOLDER/token", "httpListenTokenFile": "FOLDER/listen-token"}
      """, ["--log-level", "trace"])
    #expect(service.waitForSound(), "\(service.process.errorText)")
    let url = "http://localhost:\(service.httpPort)"
    var seen = ""
    for credential in [Self.token, Self.listenToken, "zyxwv98765-wrong"] {
      for target in ["/api/status", "/api/queue", "/metrics", "/nothing", "/api/history?limit=0", "/openapi.json"] {
        for arguments in [["-H", "Authorization: Bearer \(credential)"], ["-u", "x:\(credential)"]] {
          seen += try ProcessRunner.run("curl", ["-s", "-i", "-m", "5"] + arguments + [url + target]).text
        }
      }
      let body = "{\"token\":\"\(credential)\"}"
      seen += try ProcessRunner.run(
        "curl", ["-s", "-i", "-m", "5", "-H", "Content-Type: application/json", "-d", body, url + "/api/session"]
      ).text
    }
    #expect(seen.contains("200 OK") && seen.contains("204 No Content") && seen.contains("401 Unauthorized"))
    #expect(seen.contains("403 Forbidden") && seen.contains("429 Too Many Requests"))
    let session = try #require(seen.firstMatch(of: /springradio-\d+=([0-9a-f]{64})/)?.1)
    seen = seen.replacing(/Set-Cookie: .*/, with: "")
    for arguments in [["config"], ["config", "--json"], ["ctl", "status", "--json"], ["ctl", "watch", "--json"]] {
      let result = try Radiod.run(
        arguments, environment: service.environment,
        limit: arguments.contains("watch") ? .seconds(1) : .seconds(10))
      seen += result.text + result.errorText
    }
    let files = ["cmdline", "environ"].map { "/proc/\(service.process.pid)/\($0)" }
    for file in files { seen += String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self) }
    seen += try service.local("/metrics") + service.local("/api/status")
    for secret in ["zyxwv98765", String(session)] { #expect(!seen.contains(secret)) }
    #expect(service.process.terminate() == 0)
    #expect(!service.process.errorText.contains("zyxwv98765") && !service.process.errorText.contains(session))
    try service.folder.write("zyxwv98765", as: "token")
    let short = try Radiod.run("serve", environment: service.environment, limit: .seconds(5))
    #expect(short.exitCode == 78 && short.isOneLineError && !short.errorText.contains("zyxwv98765"))
    #expect(short.errorText.contains("holds 10 characters: it needs at least 16"), "\(short.errorText)")
  }

  // MARK: The network

  private static let hasNetwork =
    NetworkNamespace.isAvailable && ProcessRunner.hasPrograms("curl", "ffmpeg", "python3", "chromium")

  @Test(
    "a browser, curl, players with Basic and Prometheus work from another machine, as README describes for a LAN",
    .enabled(if: hasNetwork, "needs a network namespace, curl, ffmpeg, python3 and chromium"))
  func network() throws {
    let network = try NetworkNamespace()
    let neighbour = try network.makeNeighbour()
    let service = try Service(
      """
      {
        "http": true,
        "httpHost": "0.0.0.0",
        "httpPort": PORT,
        "httpTokenFile": "FOLDER/token",
        "httpListenTokenFile": "FOLDER/listen-token"
      }
      """, ["--log-level", "info"], wrapped: network.command)
    #expect(service.waitForSound(), "\(service.process.errorText)")
    let host = "\(network.inside):\(service.httpPort)"
    #expect(service.process.errorText.contains(", http://\(host)/ (every address of this machine)\n"))

    /// The status that curl gets.
    func status(_ target: String, _ arguments: String...) throws -> String {
      try ProcessRunner.run(
        "curl",
        ["-s", "-o", "/dev/null", "-m", "5", "-w", "%{http_code}"] + arguments + ["http://\(host)\(target)"]
      ).text
    }
    // curl, with the owner's token: reading, and a change.
    let bearer = "Authorization: Bearer \(Self.token)"
    #expect(try status("/healthz") == "200" && status("/") == "200" && status("/api/status") == "401")
    #expect(try status("/api/status", "-H", bearer) == "200")
    let change = ["-H", "Content-Type: application/json", "-d", #"{"volume": 40}"#]
    #expect(try status("/api/volume", "-H", bearer, change[0], change[1], change[2], change[3]) == "200")
    #expect(try status("/", "-H", "Host: radio.example") == "403")
    // Prometheus with basic_auth, and a request for which the listeners' token is not enough.
    #expect(try status("/metrics", "-u", "prometheus:\(Self.listenToken)") == "200")
    #expect(try status("/api/stations", "-u", "x:\(Self.listenToken)") == "403")
    // Players: mpv and VLC send the user and password of the address when the server asks for them, as ffmpeg does.
    let player = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "info", "-i", "http://x:\(Self.listenToken)@\(host)/stream", "-t", "1", "-f", "null", "-"])
    #expect(player.exitCode == 0 && player.errorText.contains("Audio: mp3"), "\(player.errorText)")
    let without = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", "http://\(host)/stream", "-f", "null", "-"])
    #expect(without.exitCode != 0 && without.errorText.contains("401"))
    // A browser: a link on another machine's page leads to the service, the token signs in once for all tabs, and the
    // button works.
    let profile = try Scratch()
    let page = Radiod.root + "/Tests/Checker/follow_link.py"
    let browser = neighbour.command(
      "python3",
      [
        page, "chromium", "http://\(neighbour.address):\(service.httpPort)/", profile.path, neighbour.itsAddress,
        Self.token,
      ])
    let seen = try ProcessRunner.run(browser.program, browser.arguments, limit: .seconds(90))
    #expect(seen.exitCode == 0, "\(seen.text)\(seen.errorText)")
    #expect(try service.local("/api/status").contains(#""state":"stopped""#))
    #expect(service.process.terminate() == 0)
  }
}
