import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Command lines that are nearly right", .ownThreads)
struct CommandHintTests {
  @Test(
    "a wrong command line is rejected with a suggestion or a reference to the help",
    arguments: [
      (["pley", "fip"], "did you mean 'radiod play'?"), (["stat"], "did you mean 'radiod stations'?"),
      (["groovesalad"], "say 'radiod play groovesalad'"), (["demo"], "say 'radiod play demo'"),
      (["http://h.example/live"], "say 'radiod play http://h.example/live'"),
      (["/etc/hosts"], "say 'radiod play /etc/hosts'"),
      (["quibble"], "'radiod --help' lists"), (["dance"], "'radiod stations dance' lists the stations that fit"),
      (["salad"], "to play SomaFM Groove Salad, say 'radiod play groovesalad'"),
      (["list"], "did you mean 'radiod stations list'?"),
      (["search", "jazz"], "did you mean 'radiod stations search jazz'?"),
      (["stop"], "did you mean 'radiod ctl stop'?"),
      (["status"], "did you mean 'radiod ctl status'?"), (["volume", "40"], "did you mean 'radiod ctl volume 40'?"),
      (["version"], "did you mean 'radiod --version'?"), (["-"], "say 'radiod play -'"),
      (["song.mp3"], "there is no command 'song.mp3', and no file of this name to play"),
      (["/missing/song"], "no file of this name"), (["help", "stop"], "did you mean 'radiod ctl stop'?"),
      (["--plain", "--json"], "'radiod view' has no option '--json'; 'radiod view --help' lists"),
      (["play", "demo", "--visualizer", "x"], "radiod: --visualizer takes bars, mirrored, waterfall,"),
      (["--visualizer=x"], "float, not 'x'"), (["--log-level", "loud"], "--log-level takes trace, debug,"),
      (
        ["play", "demo", "--duration", "-1"],
        "radiod: --duration takes a number of seconds above 0, or a time such as 10m, not '-1'"
      ),
      (
        ["spectrum", "demo", "--duration", "x"],
        "radiod: --duration takes a number of seconds above 0, or a time such as 10m, not 'x'"
      ),
      (
        ["play", "demo", "--timeshift", "7h"],
        "radiod: --timeshift takes a duration from 0s to 6h, such as 90, 90s, 10m or 2h, not '7h'"
      ),
      (["play", "demo", "--output", "silent", "--timeshift", "1m"], "--timeshift goes with --output alsa"),
      (["serve", "--timeshift", "7h"], "--timeshift must be a duration from 0s to 6h, such as"),
      (
        ["serve", "--recording-names", "{titel}"], "--recording-names: there is no field {titel}; did you mean {title}?"
      ),
      (["serve", "--timeshift-memory", "5000"], "--timeshift-memory must be a number from 1 to 4096, not '5000'"),
      (["play", "demo", "--retry", "-1"], "radiod: --retry takes never, forever or a number of tries, not '-1'"),
      (["ctl", "pley"], "did you mean 'radiod ctl play'?"),
      (["ctl", "volum", "5"], "did you mean 'radiod ctl volume'?"), (["ctl", "xyzzy"], "'radiod ctl --help' lists"),
      (["play", "demo", "--vol", "5"], "did you mean '--volume'?"),
      (["play", "--volme", "5"], "did you mean '--volume'?"),
      (["play", "--zzz"], "'radiod play --help' lists"),
      (["stations", "add", "--favorit"], "did you mean '--favo"),
      (["ctl", "volume", "--sock", "/x"], "did you mean '--socket'?"), (["help", "nothere"], "no command 'nothere'"),
      (["help", "pley"], "did you mean 'radiod play'?"),
      (["help", "stations", "ad"], "did you mean 'radiod stations add'?"),
      (["ctl", "toggle", "it"], "'radiod ctl toggle' takes no argument: leave out 'it'"),
      (["ctl", "play", "groove", "salad"], "'radiod ctl play' takes 1 argument: leave out 'salad'"),
      (["stations", "--vrbose"], "did you mean '--verbose'?"),
    ])
  func hint(words: [String], says: String) throws {
    let result = try Radiod.run(words)
    #expect(result.exitCode == 64 && result.isOneLineError && result.output.isEmpty, "\(result.errorText)")
    #expect(result.errorText.contains(says), "\(result.errorText)")
  }

  @Test(
    "the help of an existing command is printed",
    arguments: ["help", "help play", "help stations add", "--help", "play -h"])
  func help(line: String) throws {
    let result = try Radiod.run(line.split(separator: " ").map(String.init))
    #expect(result.exitCode == 0 && result.errorText.isEmpty && result.text.contains("USAGE: radiod"))
  }

  @Test(
    "ctl accepts --socket before its command as well as after it",
    arguments: [
      "ctl --socket PATH volume", "ctl volume --socket PATH", "ctl --socket=PATH volume", "ctl volume --socket=PATH",
    ])
  func earlySocket(line: String) throws {
    let scratch = try Scratch()
    let daemon = try FakeDaemon(socketPath: scratch.path("s"))
    defer { daemon.stop() }
    let words = line.replacing("PATH", with: scratch.path("s")).split(separator: " ").map(String.init)
    let result = try Radiod.run(words)
    #expect(result.exitCode == 0 && result.text == "volume 70 %\n", "\(result.errorText)")
    let change = try Radiod.run(words + ["-5"])
    #expect(change.exitCode == 0 && daemon.asked.last == "POST /api/volume {\"change\":-5}", "\(change.errorText)")
  }

  @Test("options that all commands accept may also stand before the first word")
  func earlyList() throws {
    let scratch = try Scratch()
    let list = try scratch.write(#"{"stations":[{"id":"one","name":"One","url":"http://h/"}]}"#, as: "s.json")
    for words in [
      ["--stations", list, "stations"], ["stations", "--stations", list, "list"], ["stations", "--stations", list],
    ] {
      let result = try Radiod.run(words)
      #expect(result.text == " one  One\n", "\(words): \(result.errorText)")
    }
    #expect(try Radiod.run("-v", "stations", "--stations", list, "show", "one", "--json").text.contains("\"One\""))
    #expect(try Radiod.run("--version").text.hasPrefix("radiod "))
  }

  @Test("a player that plays aloud beside a daemon says what that plays and how to change it, and still plays")
  func besideDaemon() throws {
    let folder = try Scratch()
    mkdir(folder.path("springradio"), 0o700)
    let environment = ["XDG_RUNTIME_DIR": folder.path]
    func hints(_ source: String = "demo", _ more: String...) throws -> [String] {
      let result = try Radiod.run(
        ["play", source, "--no-view", "--duration", "0.2"] + more, environment: environment)
      #expect(result.exitCode == 0, "\(result.errorText)")
      return result.errorLines.filter { $0.hasPrefix("radiod: ") }.map { String($0.dropFirst(8)) }
    }
    #expect(try hints() == [])
    let daemon = try FakeDaemon(socketPath: folder.path("springradio/radiod.sock"))
    defer { daemon.stop() }
    #expect(try hints() == ["the daemon plays Groove Salad; 'radiod ctl play demo' changes it"])
    #expect(daemon.asked == ["GET /api/status"])
    #expect(try hints("demo", "--output", "silent") == [])
    let file = "\(Radiod.root)/Sources/CAssets/demo.mp3"
    #expect(try hints(file) == ["the daemon plays Groove Salad; 'radiod ctl stop' stops it"])
    daemon.set(["state": "\"stopped\""])
    #expect(try hints() == ["'radiod serve' is running, too; 'radiod ctl play demo' plays there"])
    daemon.answer("/api/status") { call in _ = call.readBody() }
    #expect(try hints() == ["'radiod serve' is running, too; 'radiod ctl play demo' plays there"])
    daemon.answer("/api/status") { $0.waitForEnd() }
    #expect(try hints() == ["'radiod serve' is running, too; 'radiod ctl play demo' plays there"])
  }

  @Test("the hint about a daemon does not hold up the sound, and names the station so that the daemon can find it")
  func hintOfOther() throws {
    let folder = try Scratch()
    mkdir(folder.path("springradio"), 0o700)
    let song = try Data(contentsOf: URL(fileURLWithPath: "\(Radiod.root)/Sources/CAssets/demo.mp3"))
    let station = try ScriptedServer { $0.station(body: Array(song)) }
    let daemon = try FakeDaemon(socketPath: folder.path("springradio/radiod.sock"))
    defer { daemon.stop() }
    // The daemon's status comes only after the station was asked.
    daemon.answer("/api/status") { call in
      _ = ProcessRunner.eventually { !station.requests.isEmpty }
      let status = #"{"state":"playing","name":"Other","volume":7,"muted":false}"#
      call.answer(headers: ["Content-Type: application/json"], body: Array(status.utf8))
    }
    let list = try folder.write(
      #"{"stations":[{"id":"one","name":"One","url":"\#(station.url("/live?a=1&b=2"))"}]}"#, as: "other.json")
    let result = try Radiod.run(
      ["play", "one", "--stations", list, "--no-view", "--duration", "0.2"],
      environment: ["XDG_RUNTIME_DIR": folder.path])
    #expect(result.exitCode == 0, "\(result.errorText)")
    let command = #"radiod ctl play "\#(station.url("/live?a=1&b=2"))""#
    let hint = "radiod: the daemon plays Other; '\(command)' changes it"
    #expect(result.errorText.contains(hint + "\n"), "\(result.errorText)")
  }

  @Test("ctl prev is short for ctl previous")
  func previous() throws {
    let scratch = try Scratch()
    let daemon = try FakeDaemon(socketPath: scratch.path("s"))
    defer { daemon.stop() }
    #expect(try Radiod.run("ctl", "prev", "--socket", scratch.path("s")).exitCode == 0)
    #expect(daemon.asked.last == "POST /api/previous {}")
  }

  @Test("stations export rejects a file ending that names no format, unless --format is given")
  func exportEnding() throws {
    let scratch = try Scratch()
    for name in ["x.csv", "x.txt", "x.json.bak"] {
      let result = try Radiod.run("stations", "export", scratch.path(name))
      #expect(result.exitCode == 64 && result.isOneLineError, "\(result.errorText)")
      #expect(result.errorText.contains(".m3u, .pls, .xspf, .json"), "\(result.errorText)")
      #expect(scratch.read(name).isEmpty)
      #expect(try Radiod.run("stations", "export", scratch.path(name), "--format", "pls").exitCode == 0)
      #expect(scratch.read(name).starts(with: Array("[playlist]".utf8)))
    }
    #expect(try Radiod.run("stations", "export", scratch.path("x.M3U8")).exitCode == 0)
    #expect(scratch.read("x.M3U8").starts(with: Array("#EXTM3U".utf8)))
  }
}
