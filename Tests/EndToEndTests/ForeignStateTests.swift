import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
  "Files of another user in the state folder", .ownThreads,
  .enabled(if: SignalSource.isAvailable && geteuid() == 0))
struct ForeignStateTests {
  /// The user of the service, and the number of titles in the history that root wrote.
  private static let user: uid_t = 61_050
  private static let titles = 5000

  @Test("a history and played stations that only root can read are kept under another name, with one line each")
  func unreadable() throws {
    let folder = try Scratch()
    let sound = try SignalSource.shared.bytes(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(
      sound, interval: 800, titles: (0..<4).map { .init("New - Title \($0)", at: $0 * 24000) })
    let station = try ScriptedServer { $0.station(headers: ["icy-metaint: 800"], body: body) }
    defer { station.stop() }
    let state = folder.path("state/springradio")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    mkdir(folder.path("run"), 0o700)
    for path in [folder.path, folder.path("run"), folder.path("state"), state] { chown(path, Self.user, Self.user) }
    let history = (0..<Self.titles).map { #"{"time":\#($0),"title":"Old \#($0)","name":"S"}"# + "\n" }.joined()
    let recent = #"{"version":1,"stations":[{"id":"old","name":"Old","url":"http://old.example/"}]}"#
    for (name, text) in [("history.jsonl", history), ("recent.json", recent)] {
      try folder.write(text, as: "state/springradio/" + name)
      chmod(state + "/" + name, 0o600)
    }
    let list = #"{"version":1,"stations":[{"id":"mine","name":"Mine","url":"\#(station.url("/"))"}]}"#
    try folder.write(list, as: "stations.json")
    chmod(folder.path("stations.json"), 0o644)
    let service = try ProcessRunner(
      "setpriv",
      [
        "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", Radiod.path, "serve", "--output", "silent",
        "--no-mpd", "--no-mpris", "--stations", folder.path("stations.json"), "--station", "mine",
      ],
      environment: Radiod.environment.merging([
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path("run"), "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"), "JOURNAL_STREAM": "",
      ]) { $1 })
    let isHeard = ProcessRunner.eventually(within: .seconds(30)) {
      service.errorText.contains("New - Title 3") || service.exitCode != nil
    }
    #expect(isHeard, "\(service.errorText)")
    #expect(service.terminate() == 0, "\(service.errorText)")
    func text(_ name: String) -> String { String(decoding: folder.read("state/springradio/" + name), as: UTF8.self) }
    #expect(text("history.jsonl.bad") == history && text("recent.json.bad") == recent)
    #expect(text("history.jsonl").contains("New - Title 2") && text("recent.json").contains(station.url("/")))
    let lines = service.errorText.split(separator: "\n")
    for name in ["history.jsonl", "recent.json"] {
      #expect(lines.count { $0.contains(name) } == 1, "\(service.errorText)")
    }
  }
}
