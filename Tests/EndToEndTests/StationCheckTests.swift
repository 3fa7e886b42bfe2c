import Foundation
import TestSupport
import Testing

@Suite("stations check, with many stations", .serialized, .ownThreads)
struct StationCheckTests {
  private let scratch: Scratch
  private let server: ScriptedServer
  private let list: String

  init() throws {
    scratch = try Scratch()
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 6), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      switch call.request.path {
      case let path where path.hasPrefix("/play"):
        if path == "/play0" { call.pause(.milliseconds(300)) }  // the first of the list is not the first to answer
        call.station(body: audio)
      case "/mute": call.waitForEnd()
      default: call.answer("404 Not Found")
      }
    }
    self.server = server
    let stations = ["play0", "mute", "gone", "play1", "play2", "play3"].map { path in
      #"{"id":"\#(path)","name":"\#(path) FM","url":"\#(server.url("/" + path))"}"#
    }
    list = try scratch.write(#"{"version":1,"stations":[\#(stations.joined(separator: ","))]}"#, as: "stations.json")
  }

  @Test("stations check reports all stations in order, in columns or as JSON, and limits the time of each")
  func table() throws {
    let check = try Radiod.run("stations", "check", "--timeout", "8", "--stations", list)
    #expect(check.exitCode == 69)
    #expect(check.errorText == "radiod: 2 of 6 stations do not play\n")
    let rows = check.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map(\.first) == ["STATE", "plays", "fails", "fails", "plays", "plays", "plays"])
    #expect(rows.dropFirst().map { $0[1] } == ["play0", "mute", "gone", "play1", "play2", "play3"])
    #expect(rows[1].dropFirst(2).prefix(3) == ["MP3", "128", "kbit/s"] && rows[1][6] == "ms", "\(check.text)")
    #expect(check.text.contains("no sound after 8 s") && check.text.contains("404"), "\(check.text)")

    let start = ContinuousClock.now
    let some = try Radiod.run("stations", "check", "play1", "gone", "demo", "--json", "--jobs", "1", "--stations", list)
    let objects = JSONObjects.lines(some.output)
    #expect(some.exitCode == 69)
    #expect(objects.map { $0["id"] as? String } == ["play1", "gone", "demo"])
    #expect(objects.map { $0["plays"] as? Bool } == [true, false, true])
    #expect(objects.map { $0["codec"] as? String } == ["mp3", nil, "mp3"])
    let took = (ContinuousClock.now - start) / .seconds(1)
    #expect((objects[0]["timeToFirstPacket"] as? Double).map { (time: Double) in time > 0 && took > time } == true)
    #expect(try Radiod.run("stations", "check", "play2", "--stations", list).exitCode == 0)
    #expect(try Radiod.run("stations", "show", "demo").text.contains("SpringRadio demo"))
    // The demo has no address that others could use.
    #expect(try !Radiod.run("stations", "show", "demo", "--json").text.contains("url"))
  }

  @Test(
    "on a terminal, the table fits the width, and failures are red unless NO_COLOR is set",
    .enabled(if: TmuxScreen.isAvailable), arguments: [true, false])
  func fitted(hasColors: Bool) throws {
    let command = "'\(Radiod.path)' stations check gone play1 --stations '\(list)'"
    let screen = try TmuxScreen(
      columns: 40, rows: 12, command: "sh -c \"\(command); echo end; read word\"",
      environment: Radiod.environment.merging(hasColors ? [:] : ["NO_COLOR": "1"]) { $1 })
    #expect(screen.waits { $0.contains("end") })
    let lines = screen.lines.filter { !$0.isEmpty }
    #expect(lines.map { $0.prefix(5) } == ["STATE", "fails", "plays", "radio", "end"], "\(screen.text)")
    #expect(screen.colored.contains("\u{1B}[31mfails") == hasColors, "\(screen.colored)")
    #expect(lines[1].hasPrefix("fails  gone     127.0.0.1"), "\(screen.text)")
  }

  @Test("stations check asks at most --jobs stations at a time")
  func jobs() throws {
    let check = try Radiod.start(
      "stations", "check", "mute", "play1", "play2", "--jobs", "1", "--timeout", "300", "--stations", list)
    #expect(ProcessRunner.eventually { server.requests.map(\.path) == ["/mute"] })
    #expect(check.exitCode == nil && server.callCount == 1)
    check.signal(SIGINT)
    #expect(check.wait(limit: .seconds(5)) == 130)
    #expect(check.errorText == "radiod: stopped; 0 of 3 stations were checked, 0 do not play\n")
  }

  @Test(
    "on a terminal, stations check shows its progress and leaves nothing of it behind",
    .enabled(if: TmuxScreen.isAvailable))
  func progress() throws {
    let screen = try TmuxScreen(
      columns: 100, rows: 12, command: "'\(Radiod.path)' stations check --timeout 10 --stations '\(list)'",
      environment: Radiod.environment)
    #expect(
      ProcessRunner.eventually { screen.lines.contains { $0.hasSuffix("of 6 checked, 1 fail") } }, "\(screen.lines)")
    #expect(
      ProcessRunner.eventually { screen.lines.contains("radiod: 2 of 6 stations do not play") }, "\(screen.lines)")
    #expect(!screen.lines.contains { $0.contains("checked") })
  }
}
