import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod serve --scrobble", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct ScrobbleTests {
  /// Folders of a service, with a token, and a station that sends one title.
  private final class Home {
    let folder: Scratch
    let station: ProcessRunner
    let stationURL: String
    let environment: [String: String]

    init(title: String) throws {
      folder = try Scratch()
      let names = ["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"]
      for name in names.values { mkdir(folder.path(name), 0o700) }
      environment = names.mapValues(folder.path)
      try folder.write(ListenBrainzServer.token + "\n", as: "token")
      chmod(folder.path("token"), 0o600)
      let file = try SignalSource.shared.path(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
      let station = try ProcessRunner(
        Radiod.path, ["broadcast", "--port", "0", "--name", "Test Radio", "--title", title, file],
        environment: Radiod.environment)
      _ = ProcessRunner.eventually { station.errorText.hasSuffix("/\n") || station.exitCode != nil }
      stationURL = String(station.errorText.split(separator: " ").last?.dropLast() ?? "")
      self.station = station
    }

    deinit { station.terminate() }

    func serve(_ server: ListenBrainzServer, _ options: String...) throws -> ProcessRunner {
      try ProcessRunner(
        Radiod.path,
        [
          "serve", "--output", "silent", "--no-mpd", "--no-mpris", "--station", stationURL, "--scrobble-server",
          server.address, "--scrobble-token-file", folder.path("token"), "--log-level", "info",
        ] + options, environment: Radiod.environment.merging(environment) { $1 })
    }

    /// Writes a queue as a daemon leaves it that was offline.
    func writeQueue(_ titles: [String]) throws {
      mkdir(folder.path("state/springradio"), 0o700)
      let time = Int(Date().timeIntervalSince1970) - 86400
      let listens = titles.enumerated().map {
        #"{"time":\#(time + $0.offset * 200),"artist":"Artist","title":"\#($0.element)","station":"FIP"}"#
      }
      try folder.write(
        #"{"version":1,"listens":[\#(listens.joined(separator: ","))]}"#, as: "state/springradio/scrobbles.json")
    }

    var queue: String { String(decoding: folder.read("state/springradio/scrobbles.json"), as: UTF8.self) }
  }

  @Test("what plays is announced, what waited from an earlier run is submitted, and no token is seen")
  func submits() throws {
    let server = try ListenBrainzServer()
    defer { server.stop() }
    let home = try Home(title: "Boards of Canada - Dayvan Cowboy")
    try home.writeQueue(["One", "Two"])
    let service = try home.serve(server, "--scrobble")
    #expect(
      ProcessRunner.eventually { server.playing.contains { $0.title == "Dayvan Cowboy" } }, "\(service.errorText)")
    #expect(server.playing.first?.artist == "Boards of Canada" && server.playing.first?.station == "Test Radio")
    #expect(ProcessRunner.eventually { server.listens.map(\.title) == ["One", "Two"] }, "\(server.listens)")
    #expect(ProcessRunner.eventually { !home.queue.contains("Two") }, "\(home.queue)")
    #expect(service.errorText.contains("scrobbling to 127.0.0.1 as jane"), "\(service.errorText)")
    let log = try Radiod.run("ctl", "log", "--json", environment: home.environment).text
    #expect(service.terminate() == 0)
    #expect(!(service.errorText + log + home.queue).contains(ListenBrainzServer.token))
    #expect(server.faults.isEmpty, "\(server.faults)")
    #expect(server.listens.count == 2, "the song was heard too shortly")
  }

  @Test("without --scrobble nothing is sent, and what is not a song is not announced", arguments: [true, false])
  func silent(isOn: Bool) throws {
    let server = try ListenBrainzServer()
    defer { server.stop() }
    let title = isOn ? "Test Radio - The best music" : "Boards of Canada - Dayvan Cowboy"
    let home = try Home(title: title)
    let service = try home.serve(server, isOn ? "--scrobble" : "--no-scrobble")
    #expect(ProcessRunner.eventually { service.errorText.contains("title: \(title)") }, "\(service.errorText)")
    if isOn { #expect(ProcessRunner.eventually { service.errorText.contains("scrobbling to") }) }
    #expect(service.terminate() == 0)
    #expect(server.playing.isEmpty && server.requestCount == (isOn ? 1 : 0))
  }

  @Test("a server that is away keeps neither the radio nor its end waiting, and a wrong token gives one warning")
  func faults() throws {
    let server = try ListenBrainzServer()
    defer { server.stop() }
    let home = try Home(title: "Boards of Canada - Dayvan Cowboy")
    try home.writeQueue(["One"])
    server.set(.down)
    let offline = try home.serve(server, "--scrobble")
    #expect(ProcessRunner.eventually { offline.errorText.contains("not scrobbled yet: ") }, "\(offline.errorText)")
    #expect(
      ProcessRunner.eventually {
        (try? Radiod.run("ctl", "status", environment: home.environment).text.contains("\nplaying")) == true
      }, "\(offline.errorText)")
    #expect(offline.terminate() == 0, "\(offline.errorText)")
    #expect(home.queue.contains("One"))
    server.set(.works)
    try home.folder.write("another-token", as: "token")
    let refused = try home.serve(server, "--scrobble")
    #expect(ProcessRunner.eventually { refused.errorText.contains("127.0.0.1 does not know the token") })
    #expect(refused.terminate() == 0)
    #expect(refused.errorLines("scrobbleTokenFile") == 1 && server.listens.isEmpty && home.queue.contains("One"))
    chmod(home.folder.path("token"), 0o644)
    let open = try Radiod.run(
      "serve", "--scrobble", "--scrobble-token-file", home.folder.path("token"), environment: home.environment,
      limit: .seconds(5))
    #expect(open.exitCode == 78 && open.isOneLineError && open.errorText.contains("can be read by others"))
  }
}

extension ProcessRunner {
  /// The number of lines of standard error with these words.
  fileprivate func errorLines(_ words: String) -> Int { errorText.split(separator: "\n").count { $0.contains(words) } }
}
