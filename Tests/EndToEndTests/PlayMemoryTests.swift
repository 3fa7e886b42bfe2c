import Foundation
import Glibc
import TestSupport
import Testing

/// What `radiod play` takes from the settings of the service, and what it remembers itself.
@Suite(
  "Settings and remembered volume of play",
  .serialized, .ownThreads, .enabled(if: ALSADouble.isAvailable && TmuxScreen.isAvailable))
struct PlayMemoryTests {
  private let home: Scratch
  private let device: ALSADouble
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    device = try ALSADouble()
    for folder in ["config/springradio", "state/springradio"] {
      try FileManager.default.createDirectory(atPath: home.path(folder), withIntermediateDirectories: true)
    }
    environment = Radiod.environment.merging([
      "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path("config"),
    ]) { $1 }.merging(device.environment) { $1 }
  }

  private var memory: String { String(decoding: home.read("state/springradio/play.json"), as: UTF8.self) }

  /// Plays the demo in a terminal until it shows `volume`, types `keys` until it shows the volume `then`, and quits.
  private func play(
    _ arguments: String = "", environment more: [String: String] = [:], shows volume: Int, keys: String = "",
    then last: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play demo \(arguments)",
      environment: environment.merging(more) { $1 }, workingDirectory: home.path)
    func waits(_ percent: Int) {
      let isShown = screen.waits { $0.contains("playing") && $0.contains(" \(percent) %") }
      #expect(isShown, "\(percent) %: \(screen.text)", sourceLocation: sourceLocation)
    }
    waits(volume)
    if let last {
      try screen.type(keys)
      waits(last)
    }
    try screen.type("q")
    #expect(screen.exitCode() == 0, sourceLocation: sourceLocation)
  }

  @Test("a sound device keeps its volume; a flag holds for one run; other outputs begin at 100")
  func remembersVolume() throws {
    try play(shows: 100)
    #expect(memory.isEmpty, "what did not change is not written: \(memory)")
    try play(shows: 100, keys: "---", then: 85)
    #expect(memory.contains("\"volume\": 85"), "\(memory)")
    try play(shows: 85)
    try play("--volume 40", shows: 40)
    try play(shows: 85)
    for output in ["silent", "wav:x.wav"] { try play("--output \(output)", shows: 100, keys: "-", then: 95) }
    #expect(memory.contains("\"volume\": 85"), "\(memory)")
    try play("--volume 40", shows: 40, keys: "+", then: 45)
    try play(shows: 45)
    #expect(home.read("state/springradio/state.json").isEmpty)
  }

  @Test("the settings 'volume' and 'device' apply to play, too: above the memory and below flags")
  func settings() throws {
    try home.write(#"{"volume": 30, "device": "nosuch"}"#, as: "config/springradio/config.json")
    try home.write(#"{"version": 1, "volume": 85}"#, as: "state/springradio/play.json")
    let missing = try Radiod.run(["play", "demo", "--no-view", "--duration", "1"], environment: environment)
    #expect(missing.exitCode == 0)
    #expect(missing.errorText.contains("no sound device 'nosuch'"), "\(missing.errorText)")
    try play("--device default", shows: 30)
    try play("--device default", environment: ["SPRINGRADIO_VOLUME": "25"], shows: 25)
    try play("--device default --volume 40", shows: 40)
    try play("--output silent", environment: ["SPRINGRADIO_VOLUME": "25"], shows: 100)
    try home.write(#"{"device": "default"}"#, as: "config/springradio/config.json")
    try play(shows: 85)
  }

  static let damaged = [
    "", "{", "[85]", #"{"version":0,"volume":85}"#, #"{"version":1,"volume":185}"#, "huge", "folder",
  ]

  @Test("a damaged memory gives one line and the volume 100; the next change repairs it", arguments: damaged)
  func damagedMemory(text: String) throws {
    let path = "state/springradio/play.json"
    switch text {
    case "huge": try home.write(String(repeating: " ", count: 5000) + #"{"version":1,"volume":85}"#, as: path)
    case "folder": mkdir(home.path(path), 0o700)
    default: try home.write(text, as: path)
    }
    let result = try Radiod.run(["play", "demo", "--no-view", "--duration", "0.5"], environment: environment)
    let lines = result.errorLines.filter { $0.contains("play.json") }
    #expect(result.exitCode == 0 && lines.count == 1, "\(result.errorText)")
    #expect(lines.first?.contains("the volume is 100") == true, "\(result.errorText)")
    guard text != "folder" else { return }
    try play(shows: 100, keys: "-", then: 95)
    #expect(memory.contains("\"volume\": 95"), "\(memory)")
    #expect(home.size(path + ".bad") > 0 || text.isEmpty)
  }

  @Test("a memory of a later version gives one line and the volume 100, and stays as it is")
  func laterMemory() throws {
    let later = #"{"version":2,"volume":85}"#
    try home.write(later, as: "state/springradio/play.json")
    let result = try Radiod.run(["play", "demo", "--no-view", "--duration", "0.5"], environment: environment)
    let lines = result.errorLines.filter { $0.contains("play.json") }
    #expect(lines.count == 1 && lines[0].contains("a later version of radiod wrote it"), "\(result.errorText)")
    try play(shows: 100, keys: "-", then: 95)
    #expect(memory == later)
  }

  @Test("a wrong setting gives one error line with its place, and play does not read it where it does not matter")
  func brokenSettings() throws {
    for (config, says) in [
      (#"{"volum": 3}"#, "config.json line 1"), ("{\n\"device\": \"file:'|touch x',raw\"}", "line 2: device"),
      (#"{"volume": 300}"#, "volume must be a number from 0 to 100"),
      ("{\n\"timeshift\": \"7h\"}", "line 2: timeshift must be a duration from 0s to 6h"),
    ] {
      try home.write(config, as: "config/springradio/config.json")
      let result = try Radiod.run(["play", "demo", "--no-view", "--duration", "0.5"], environment: environment)
      #expect(result.exitCode == 78 && result.isOneLineError, "\(config): \(result.errorText)")
      #expect(result.errorText.contains(says), "\(result.errorText)")
      for arguments in [["--output", "silent"], ["--device", "default", "--volume", "9", "--timeshift", "0"]] {
        let other = try Radiod.run(
          ["play", "demo", "--no-view", "--duration", "0.5"] + arguments, environment: environment)
        #expect(other.exitCode == 0, "\(arguments): \(other.errorText)")
      }
    }
    // Only the service reads secrets.
    try home.write(#"{"httpTokenFile": "/nonexistent/token", "volume": 35}"#, as: "config/springradio/config.json")
    try play(shows: 35)
  }

  @Test("a memory that cannot be written gives one line, and no failure")
  func cannotWrite() throws {
    try FileManager.default.removeItem(atPath: home.path("state"))
    try home.write("in the way", as: "state")
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play demo 2>'\(home.path("errors"))'", environment: environment)
    #expect(screen.waits { $0.contains("playing") && $0.contains("100 %") }, "\(screen.text)")
    try screen.type("-")
    #expect(screen.waits { $0.contains(" 95 %") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    let lines = String(decoding: home.read("errors"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("the volume is not remembered") } == 1, "\(lines)")
  }
}
