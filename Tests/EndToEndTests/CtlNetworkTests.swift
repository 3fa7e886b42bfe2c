import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl over TCP", .ownThreads)
struct CtlNetworkTests {
  private static let token = "zyxwv98765-the-owners-token"

  /// A running `radiod serve` with HTTP over TCP and a token, in folders of its own.
  private final class Service {
    let folder: Scratch
    let port: Int
    private let process: ProcessRunner

    init() throws {
      folder = try Scratch()
      port = try ScriptedServer.freePort()
      let names = ["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"]
      for name in names.values { mkdir(folder.path(name), 0o700) }
      try CtlNetworkTests.write(CtlNetworkTests.token, in: folder, as: "token")
      process = try Radiod.start(
        "serve", "--output", "silent", "--station", "demo", "--no-mpd", "--no-mpris", "--http", "--http-port",
        "\(port)", "--http-token-file", folder.path("token"), environment: names.mapValues(folder.path))
      let isUp = ProcessRunner.eventually { (try? ctl("status").text.contains("playing")) ?? false }
      guard isUp else { throw ProcessRunner.StartError(description: "no daemon: \(process.errorText)") }
    }

    deinit { process.terminate() }

    var url: String { "http://127.0.0.1:\(port)" }
    var options: [String] { ["--url", url, "--token-file", folder.path("token")] }

    func ctl(_ words: String...) throws -> ProcessRunner.Result { try Radiod.run(["ctl"] + words + options) }
  }

  /// Writes a token that only this user can read.
  private static func write(_ token: String, in folder: Scratch, as name: String) throws {
    try folder.write(token + "\n", as: name)
    chmod(folder.path(name), 0o600)
  }

  @Test("every command works with --url and a token file, before and after the command, and from the environment")
  func commands() throws {
    let service = try Service()
    #expect(try service.ctl("volume", "70").text == "volume 70 %\n")
    #expect(try Radiod.run(["ctl"] + service.options + ["volume", "-5"]).text == "volume 65 %\n")
    let variables = ["SPRINGRADIO_URL": service.url, "SPRINGRADIO_TOKEN_FILE": service.folder.path("token")]
    #expect(try Radiod.run("ctl", "volume", "+2", environment: variables).text == "volume 67 %\n")
    #expect(try Radiod.run(["ctl", "volume"] + service.options, environment: variables).text == "volume 67 %\n")
    #expect(try service.ctl("mute", "on").text == "volume 67 %, muted\n")
    #expect(try service.ctl("queue").text.contains("  groovesalad "))
    #expect(
      ProcessRunner.eventually { (try? service.ctl("history").text.contains("  SpringRadio demo: ")) == true })
    #expect(try service.ctl("log", "--level", "notice").text.contains("playing MP3"))
    #expect(try service.ctl("play", "demo", "--wait").text.contains("\nplaying  MP3"))
    let frames = JSONLine.parse(try service.ctl("spectrum", "--json", "--frames", "3", "--bands", "12").output)
    #expect(frames.first?.type == "header" && frames.count { $0.type == "frame" } == 3)
    let watch = try ProcessRunner(Radiod.path, ["ctl", "watch"] + service.options, environment: Radiod.environment)
    #expect(
      ProcessRunner.eventually { String(decoding: watch.output, as: UTF8.self).hasPrefix("playing SpringRadio demo\n") }
    )
    #expect(watch.terminate(SIGTERM) == 0)
    #expect(try service.ctl("stop").text.hasSuffix("\nstopped  volume 67 %, muted\n"))
  }

  @Test(
    "the view of a daemon on another machine draws the bars that the daemon measures",
    .enabled(if: TmuxScreen.isAvailable))
  func view() throws {
    let service = try Service()
    let screen = try TmuxScreen(
      columns: 120, rows: 40, command: "'\(Radiod.path)' \(service.options.joined(separator: " "))",
      environment: Radiod.environment)
    #expect(
      screen.waits { $0.contains("playing") && $0.contains("█") && $0.contains("SpringRadio demo") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    #expect(try service.ctl("status").text.contains("\nplaying"))
  }

  @Test("a missing, wrong or exposed token gives one line that names the file, and no token appears in it")
  func tokens() throws {
    let service = try Service()
    try Self.write("zyxwv98765-another-token", in: service.folder, as: "wrong")
    try service.folder.write(Self.token, as: "open")
    chmod(service.folder.path("open"), 0o644)
    try Self.write("two words", in: service.folder, as: "words")
    let cases: [([String], Int32, String)] = [
      ([], 69, "127.0.0.1:\(service.port) wants a token: name the file that holds it with --token-file"),
      (
        ["--token-file", service.folder.path("wrong")], 69,
        "127.0.0.1:\(service.port) refuses the token: \(service.folder.path("wrong")) must hold the token"
      ),
      (["--token-file", service.folder.path("open")], 78, "open can be read by others: 'chmod 600' closes it"),
      (["--token-file", service.folder.path("words")], 78, "words must hold one line of ASCII without blanks"),
      (["--token-file", "/nowhere/token"], 78, "cannot read the token file /nowhere/token"),
    ]
    for (options, code, words) in cases {
      for command in ["status", "watch"] {
        let result = try Radiod.run(["ctl", command, "--url", service.url] + options)
        #expect(result.exitCode == code && result.isOneLineError, "\(options): \(result.errorText)")
        #expect(result.errorText.contains(words) && !result.errorText.contains("zyxwv"), "\(result.errorText)")
      }
    }
    // The token of the environment is for the daemon of the environment.
    let variables = ["SPRINGRADIO_URL": "http://pi:8600", "SPRINGRADIO_TOKEN_FILE": service.folder.path("token")]
    let result = try Radiod.run("ctl", "status", "--url", service.url, environment: variables)
    #expect(result.exitCode == 69 && result.errorText.contains(" wants a token"), "\(result.errorText)")
  }

  /// What may answer at an address: servers that are not a daemon, and a daemon that does not know the name.
  enum OtherServer: String, CaseIterable { case page, notFound, mail, redirect, badGateway, hangUp, unknownName }

  @Test(
    "a server that refuses or is not a daemon gets one request, and the error says what it does",
    arguments: OtherServer.allCases)
  func otherServers(kind: OtherServer) throws {
    let folder = try Scratch()
    try Self.write(Self.token, in: folder, as: "token")
    let other = try ScriptedServer { $0.answer() }
    defer { other.stop() }
    let server = try ScriptedServer { call in
      switch kind {
      case .page: call.answer(headers: ["Content-Type: text/html"], body: Array("<html>router</html>".utf8))
      case .notFound: call.answer("404 Not Found", headers: ["Content-Type: text/html"], body: Array("<html>".utf8))
      case .mail: call.send("220 mail.example ESMTP\r\n\r\n")
      case .redirect: call.answer("302 Found", headers: ["Location: \(other.url("/api/status"))"])
      case .badGateway: call.answer("502 Bad Gateway")
      case .hangUp: break
      case .unknownName:
        call.answer(
          "403 Forbidden", headers: ["Content-Type: application/json"],
          body: Array(#"{"error":"\"pi\" is not known as a name of this machine"}"#.utf8))
      }
    }
    defer { server.stop() }
    let words =
      switch kind {
      case .page: "is not this version's radiod serve: its answer is not a JSON object"
      case .notFound: "is not this version's radiod serve: it answers 404"
      case .mail: "is not this version's radiod serve: it does not speak HTTP"
      case .redirect: "sends 302, a redirect: none is followed, as the token is for this host only"
      case .badGateway: "answers 502 and does not say why"
      case .hangUp: "closed the connection in the middle"
      case .unknownName: #" refuses: "pi" is not known as a name of this machine"#
      }
    let result = try Radiod.run(
      "ctl", "status", "--url", "http://127.0.0.1:\(server.port)/", "--token-file", folder.path("token"))
    #expect(result.exitCode == 69 && result.isOneLineError, "\(result.errorText)")
    #expect(result.errorText.contains(words), "\(result.errorText)")
    #expect(server.callCount == 1 && other.callCount == 0)
  }

  @Test("a server that never answers ends ctl after five seconds, and a closed port at once")
  func unanswered() throws {
    let silent = try ScriptedServer { $0.waitForEnd() }
    defer { silent.stop() }
    let late = try Radiod.run("ctl", "status", "--url", "http://127.0.0.1:\(silent.port)", limit: .seconds(9))
    #expect(late.exitCode == 69 && late.isOneLineError)
    #expect(late.errorText.contains("does not answer at 127.0.0.1:\(silent.port): nothing came within 5 s"))
    let port = try ScriptedServer.freePort()
    let closed = try Radiod.run("ctl", "status", "--url", "http://127.0.0.1:\(port)")
    #expect(closed.exitCode == 69 && closed.errorText.contains("(nothing listens at 127.0.0.1:\(port))"))
  }

  @Test(
    "an address that is none, and options that exclude each other, are usage errors",
    arguments: [
      (["--url", "https://pi:8600"], "--url takes http:// only"),
      (["--url", "pi:8600"], "--url takes http://HOST:PORT"),
      (["--url", "http://x:y@pi:8600"], "takes no password"), (["--url", "http://pi/radio"], "without a path"),
      (["--url", "http://:8600"], "names no host"), (["--url", "ftp://pi"], "is not http or https"),
      (["--token-file", "/x"], "--token-file goes with --url"),
      (["--url", "http://pi", "--socket", "/x"], "name two daemons"),
      (["--token-file", "/x", "--socket", "/y"], "not --socket"),
    ])
  func usage(options: [String], words: String) throws {
    let result = try Radiod.run(["ctl", "status"] + options)
    #expect(result.exitCode == 64 && result.isOneLineError, "\(result.errorText)")
    #expect(result.errorText.contains(words), "\(result.errorText)")
  }
}
