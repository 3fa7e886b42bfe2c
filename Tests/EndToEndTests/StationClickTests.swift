import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Clicks for the directory", .ownThreads, .enabled(if: SignalSource.isAvailable))
struct StationClickTests {
  private static let id = DirectoryServer.Entry.id(1)

  private let home: Scratch
  private let station: ScriptedServer
  private let directory: DirectoryServer
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 1), as: .mp3(kilobits: 128))
    // A recording has a length and ends; radiod reconnects to a station that breaks off.
    station = try ScriptedServer { call in
      if call.request.path == "/held" { return call.station(body: audio) }  // ends with the listener
      let length = call.request.path == "/live" ? [] : ["Content-Length: \(audio.count)"]
      call.answer(headers: ["Content-Type: audio/mpeg"] + length, body: audio)
    }
    directory = try DirectoryServer([
      .init(1, "Found FM", url: station.url), .init(2, "Live FM", url: station.url("/live")),
    ])
    for folder in ["config", "cache"] {
      try FileManager.default.createDirectory(
        atPath: home.path(folder + "/springradio"), withIntermediateDirectories: true)
    }
    environment = [
      "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path("config"),
      "XDG_CACHE_HOME": home.path("cache"), "SPRINGRADIO_DIRECTORY": directory.url, "SPRINGRADIO_MPD": "false",
      "SPRINGRADIO_MPRIS": "false", "SPRINGRADIO_OUTPUT": "silent", "JOURNAL_STREAM": "",
    ]
    try home.write(
      """
      { "version": 1, "stations": [
        { "id": "found", "name": "Found FM", "url": "\(station.url)", "directoryId": "\(Self.id)" },
        { "id": "live", "name": "Live FM", "url": "\(station.url("/live"))", "directoryId": "\(DirectoryServer.Entry.id(2))" },
        { "id": "held", "name": "Held FM", "url": "\(station.url("/held"))", "directoryId": "\(Self.id)" },
        { "id": "own", "name": "Own FM", "url": "\(station.url)" } ] }
      """, as: "config/springradio/stations.json")
  }

  private func run(_ words: String..., adding more: [String: String] = [:]) throws -> ProcessRunner.Result {
    try Radiod.run(words, environment: environment.merging(more) { $1 })
  }

  private static let play = ["--output", "silent", "--no-view", "--retry", "never"]

  private func play(_ words: String..., adding more: [String: String] = [:]) throws -> ProcessRunner.Result {
    try Radiod.run(["play"] + words + Self.play, environment: environment.merging(more) { $1 })
  }

  /// Plays a station of the directory until its click is counted. Returns what the program wrote.
  private func playUntilCounted() throws -> String {
    let player = try Radiod.start("play", "held", "--output", "silent", "--no-view", environment: environment)
    #expect(ProcessRunner.eventually { directory.clicks == [Self.id] }, "\(player.errorText)")
    #expect(player.terminate() == 0, "\(player.errorText)")
    return player.errorText
  }

  @Test("a click is counted once when a station from the directory is played")
  func played() throws {
    let text = try playUntilCounted()
    #expect(directory.requests.count == 1 && !text.contains("directory"), "\(text)")
    _ = try run("stations", "search", "found")
    #expect(try play("--from-search", "1").exitCode == 0)
    #expect(directory.clicks == [Self.id], "once a day, whatever programs play it")
  }

  @Test("no click is counted for other stations, for commands that only inspect, or when clicks are disabled")
  func notPlayed() throws {
    #expect(try play("own").exitCode == 0)
    #expect(try play(station.url).exitCode == 0)
    #expect(try run("probe", "found").exitCode == 0)
    #expect(try run("stations", "check").exitCode == 0)
    #expect(try run("spectrum", "found", "--json", "--frames", "2").exitCode == 0)
    #expect(try play("found", "--no-clicks").exitCode == 0)
    #expect(try play("found", adding: ["SPRINGRADIO_CLICKS": "false"]).exitCode == 0)
    for config in [#"{"clicks": false}"#, "{ not JSON"] {
      try home.write(config, as: "config/springradio/config.json")
      #expect(try play("found").exitCode == 0)
    }
    #expect(directory.requests.isEmpty, "\(directory.requests.map(\.line))")
    try home.write("{}", as: "config/springradio/config.json")
    _ = try playUntilCounted()
  }

  @Test("a click that cannot be sent causes no message, and the end does not wait for a slow server")
  func unheard() throws {
    let lines = Mutex(0)
    let slow = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\n")
      while call.send("X: y\r\n") {
        lines.withLock { $0 += 1 }
        call.pause(.milliseconds(100))
      }
    }
    let usual = try play("own")
    for address in ["http://127.0.0.1:1/", slow.url, "no address"] {
      let result = try play("found", adding: ["SPRINGRADIO_DIRECTORY": address])
      #expect(result.exitCode == 0 && result.errorLines.count == usual.errorLines.count, "\(result.errorText)")
    }
    // Its answer would have 80 lines before the program gives it up, after 8 s.
    #expect(slow.callCount == 1 && lines.withLock { $0 } < 60, "\(lines.withLock { $0 }) lines")
  }

  @Test("the service counts clicks, too")
  func served() throws {
    for (words, count) in [(["--no-clicks"], 0), ([], 1)] {
      let service = try ProcessRunner(
        Radiod.path, ["serve", "--station", "live"] + words,
        environment: Radiod.environment.merging(environment) { $1 })
      #expect(ProcessRunner.eventually { service.errorText.contains("playing MP3") }, "\(service.errorText)")
      #expect(ProcessRunner.eventually { directory.clicks.count == count })
      let connections = station.callCount
      let isAgain = ProcessRunner.eventually(within: .seconds(30)) { station.callCount > connections }
      #expect(isAgain, "\(service.errorText)")
      #expect(service.terminate() == 0, "\(service.errorText)")
      #expect(directory.clicks.count == count)
    }
  }
}
