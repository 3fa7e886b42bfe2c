import Foundation
import Glibc
import TestSupport
import Testing

/// All that the daemon reports of titles to programs, services and people.
@Suite(
  "A title is reported once, also when it is heard again", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct TimeShiftNewsTests {
  private static let songs = ["One", "Two", "Three", "Four"]
  /// When the songs begin, in seconds.
  private static let beginnings = [0, 3, 6, 16]
  /// Their titles, as the station sends them.
  private static let titles = songs.map { "Artist - \($0)" }

  /// Whether a desktop that shows notifications can be played.
  private static let hasDesktop =
    SessionBusServer.isAvailable
    && (try? ProcessRunner.run("/usr/bin/python3", ["-c", "import dbus; from gi.repository import GLib"]))?.exitCode
      == 0

  /// A station that sends the songs, and then nothing but the last of them.
  private static func station() throws -> ScriptedServer {
    let (bytesPerSecond, interval) = (16_000, 800)
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 60), as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(
      audio, interval: interval,
      titles: zip(titles, beginnings).map { ICYBody.Title($0, at: $1 * bytesPerSecond) })
    return try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-metaint: \(interval)"])
      call.broadcast(body, bytesPerSecond: bytesPerSecond * body.count / audio.count, burst: 4 * bytesPerSecond)
    }
  }

  private static func desktop(on bus: SessionBusServer) throws -> ProcessRunner {
    let script = Radiod.root + "/Tests/Checker/notification_desktop.py"
    let process = try ProcessRunner("/usr/bin/python3", [script, "body"], environment: bus.environment)
    let isReady = ProcessRunner.eventually { process.exitCode != nil || !process.output.isEmpty }
    try #require(isReady && process.exitCode == nil, "\(process.errorText)")
    return process
  }

  @Test(
    """
    one goes back over two titles and returns to live: history, log, events, hooks, notifications, scrobbler and the \
    directory get each once
    """)
  func once() throws {
    let (station, scrobbler, folder) = (try Self.station(), try ListenBrainzServer(), try Scratch())
    defer { scrobbler.stop() }
    let directory = try DirectoryServer([.init(1, "Song FM", url: station.url)])
    let bus = Self.hasDesktop ? try SessionBusServer() : nil
    let desktop = try bus.map { try Self.desktop(on: $0) }
    for name in ["config", "config/springradio"] { mkdir(folder.path(name), 0o700) }
    try folder.write(
      """
      {"version": 1, "stations": [
        {"id": "song", "name": "Song FM", "url": "\(station.url)", "directoryId": "\(DirectoryServer.Entry.id(1))"}]}
      """, as: "config/springradio/stations.json")
    try folder.write(ListenBrainzServer.token, as: "token")
    chmod(folder.path("token"), 0o600)
    let hook = try folder.write("#!/bin/sh\necho \"$RADIO_TITLE\" >>'\(folder.path("hooks"))'\n", as: "hook.sh")
    chmod(hook, 0o700)
    var more = ["SPRINGRADIO_DIRECTORY": directory.url, "SPRINGRADIO_OUTPUT": "silent"]
    if let bus {
      more["DBUS_SESSION_BUS_ADDRESS"] = bus.address
      more["SPRINGRADIO_NOTIFICATIONS"] = "true"
    }
    let service = try TimeShiftService(
      "song", in: folder,
      [
        "--on-title", hook, "--scrobble", "--scrobble-server", scrobbler.address, "--scrobble-token-file",
        folder.path("token"),
      ], adding: more)
    let events = try ProcessRunner(
      Radiod.path, ["ctl", "watch", "--json"], environment: Radiod.environment.merging(service.environment) { $1 })

    // Three songs, then a pause in which the first one is gone back to.
    func hears(_ words: String, _ condition: @escaping (TimeShiftService.Place) -> Bool) throws {
      let isHeard = service.waits(limit: .seconds(25), for: condition) != nil
      let now = try service.place()
      try #require(isHeard, "\(words): \(now)\n\(service.process.errorText)")
    }
    try hears("the third song") { $0.title == Self.titles[2] && $0.elapsed > 7 }
    try service.ctl("pause")
    try service.ctl("back", "10m")
    try hears("the first song, held") { $0.state == "paused" && $0.title == Self.titles[0] && $0.elapsed < 1 }
    try service.ctl("play")
    try hears("the second song again") { $0.title == Self.titles[1] && $0.behind > 3 }
    try service.ctl("live")
    try hears("live") { $0.behind < 1 && $0.elapsed > 7 }
    try hears("the last song") { $0.title == Self.titles[3] }

    // All of them have got the last song, and each of them once. Only then is what came twice complete.
    func gets(_ words: String, _ got: () throws -> [String]) throws {
      _ = ProcessRunner.eventually { (try? got().contains { $0.hasSuffix(Self.songs[3]) }) == true }
      let all = try got()
      #expect(all.map { $0.split(separator: " ").last.map(String.init) ?? "" } == Self.songs, "\(words): \(all)")
    }
    try gets("log") {
      service.process.errorText.split(separator: "\n").filter { $0.contains("title: ") }.map(String.init)
    }
    try gets("history") { try Self.strings("title", in: service.ctl("history", "--json")).reversed() }
    try gets("hooks") {
      String(decoding: folder.read("hooks"), as: UTF8.self).split(separator: "\n").map(String.init)
    }
    try gets("events") {
      let sent = JSONObjects.lines(events.output).filter { $0["type"] as? String == "title" }
        .compactMap { $0["title"] as? String }
      // The first title may have been heard before the first event.
      return (sent.first == Self.titles[0] ? [] : [Self.titles[0]]) + sent
    }
    try gets("scrobbler") { scrobbler.playing.map(\.title) }
    if let desktop {
      try gets("notifications") { Self.strings("summary", in: String(decoding: desktop.output, as: UTF8.self)) }
    }
    _ = ProcessRunner.eventually { !directory.clicks.isEmpty }
    #expect(directory.clicks == [DirectoryServer.Entry.id(1)])
    #expect(scrobbler.listens.isEmpty && scrobbler.faults.isEmpty, "no song was heard for long")
    events.terminate()
    #expect(service.process.terminate() == 0, "\(service.process.errorText)")
    #expect(station.callCount == 1)
  }

  /// The member `name` of each object of `text`, which has one a line.
  private static func strings(_ name: String, in text: String) -> [String] {
    JSONObjects.lines(Array(text.utf8)).compactMap { $0[name] as? String }
  }
}
