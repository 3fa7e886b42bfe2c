import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl with the real daemon", .ownThreads)
struct CtlServeTests {
  @Test("status, volume, mute, stop, play, pause, queue and history control the daemon and show its state")
  func everydayTasks() throws {
    let service = try DemoService()
    let isTitled = ProcessRunner.eventually { (try? service.ctl("status").text.contains(": SpringRadio - ")) ?? false }
    #expect(isTitled)
    #expect(try service.ctl("volume", "70").text == "volume 70 %\n")
    #expect(try service.ctl("volume", "-5").text == "volume 65 %\n")
    #expect(try service.ctl("mute").text == "volume 65 %, muted\n")
    #expect(try service.ctl("mute", "off").text == "volume 65 %\n")
    #expect(try service.ctl("status").text.contains("MP3 128 kbit/s  44.1 kHz stereo  buffer "))
    #expect(try service.ctl("stop").text.hasSuffix("\nstopped  volume 65 %\n"))
    #expect(try service.ctl("play").exitCode == 0)
    let paused = try service.ctl("pause").text
    #expect(paused.contains("\npaused  ") && paused.hasSuffix("  volume 65 %\n"), "\(paused)")
    #expect(try service.ctl("toggle").exitCode == 0)
    let unknown = try service.ctl("play", "nosuchstation")
    #expect(unknown.exitCode == 66 && unknown.isOneLineError, "\(unknown.errorText)")
    #expect(try service.ctl("queue").text.contains("  groovesalad "))
    #expect(try service.ctl("history").text.contains("  SpringRadio demo: SpringRadio - "))
    let json = try service.ctl("status", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    #expect(object?["volume"] as? Int == 65)
    service.stop()
    let gone = try service.ctl("status")
    #expect(gone.exitCode == 69 && gone.isOneLineError && gone.errorText.contains("not running"))
  }

  @Test("the setting timeshift says whether a pause holds the place, and whether ctl moves in the sound")
  func timeShift() throws {
    for (setting, isKept) in [("10m", true), ("0", false)] {
      let service = try DemoService(adding: ["SPRINGRADIO_TIMESHIFT": setting])
      defer { service.stop() }
      func status() throws -> [String: Any] {
        let output = try service.ctl("status", "--json").output
        return try #require(try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any])
      }
      #expect(
        ProcessRunner.eventually { (try? status()["title"]) != nil && (try? status()["elapsed"] as? Double) ?? 0 > 2 })
      #expect(try (status()["seekableStart"] != nil) == isKept)
      for words in [["back", "1s"], ["forward", "title"], ["live"]] {
        let result = try Radiod.run(["ctl"] + words, environment: service.environment)
        #expect(result.exitCode == (isKept ? 0 : 69), "\(words): \(result.errorText)")
        #expect(isKept || result.isOneLineError && result.errorText.contains("no sound to move in"))
      }
      #expect(try service.ctl("pause").text.contains("\npaused"))
      let paused = try status()
      for member in ["title", "behindLive", "seekableEnd"] {
        #expect((paused[member] != nil) == isKept, "\(member)")
      }
      func saves(_ text: String) -> Bool {
        ProcessRunner.eventually {
          String(decoding: service.folder.read("state/springradio/state.json"), as: UTF8.self).replacing(" ", with: "")
            .contains(text)
        }
      }
      #expect(saves("\"playing\":false"), "after a restart a paused radio is silent")
      #expect(try service.ctl("play", "--wait").exitCode == 0)
      #expect(saves("\"playing\":true"))
    }
  }

  @Test("the daemon receives stations on one event loop and serves clients on another; play has one")
  func eventLoops() throws {
    let loops = { (pid: pid_t) -> Int in
      let tasks = "/proc/\(pid)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.count {
        (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8))?.hasPrefix("NIO-ELT") ?? false
      }
    }
    let service = try DemoService()
    #expect(loops(service.process.pid) == 2)
    service.stop()
    let player = try Radiod.start("play", "demo", "--output", "silent")
    #expect(ProcessRunner.eventually { player.errorText.contains("playing") || loops(player.pid) > 0 })
    #expect(loops(player.pid) == 1, "\(player.errorText)")
    player.terminate()
  }

  @Test("play --wait returns when the station plays; it exits with 69 on failure, stop, another choice or timeout")
  func playAndWait() throws {
    let service = try DemoService()
    defer { service.stop() }
    #expect(try service.ctl("stop").exitCode == 0)
    let plays = try service.ctl("play", "demo", "--wait")
    #expect(plays.exitCode == 0 && plays.text.contains("\nplaying  MP3"), "\(plays.text)\(plays.errorText)")
    let again = try service.ctl("play", "--wait")
    #expect(again.exitCode == 0 && again.text.contains("\nplaying"), "\(again.text)\(again.errorText)")

    let dead = try ScriptedServer { call in
      if call.request.path == "/404" { return call.answer("404 Not Found") }
      call.waitForEnd()
    }
    defer { dead.stop() }
    let gone = try service.ctl("play", dead.url("/404"), "--wait")
    #expect(gone.exitCode == 69 && gone.isOneLineError && gone.errorText.contains("404"), "\(gone.errorText)")
    #expect(gone.output.isEmpty)

    let late = try service.ctl("play", dead.url("/silent"), "--wait", "--timeout", "1")
    #expect(late.exitCode == 69 && late.isOneLineError, "\(late.errorText)")
    #expect(late.errorText.contains("does not play after 1 s (connecting)"), "\(late.errorText)")
    #expect(try service.ctl("status").text.contains("\nconnecting"), "the service keeps trying")

    for (command, says) in [
      (["stop"], "was stopped before it played"), (["play", "demo"], "something else was chosen"),
    ] {
      let count = dead.callCount
      let waiting = try Radiod.start(
        "ctl", "play", dead.url("/silent"), "--wait", environment: service.environment)
      #expect(ProcessRunner.eventually { dead.callCount > count }, "\(waiting.errorText)")
      #expect(try Radiod.run(["ctl"] + command, environment: service.environment).exitCode == 0)
      #expect(waiting.wait(limit: .seconds(10)) == 69)
      #expect(waiting.errorText.contains(says), "\(waiting.errorText)")
    }
    let usage = try service.ctl("play", "demo", "--timeout", "5")
    #expect(usage.exitCode == 64 && usage.errorText.contains("--timeout goes with --wait"), "\(usage.errorText)")
  }

  @Test("watch and spectrum follow what the daemon plays")
  func streams() throws {
    let service = try DemoService()
    defer { service.stop() }
    let watch = try Radiod.start("ctl", "watch", environment: service.environment)
    #expect(
      ProcessRunner.eventually { String(decoding: watch.output, as: UTF8.self).hasPrefix("playing SpringRadio demo\n") }
    )
    #expect(try service.ctl("volume", "41").exitCode == 0)
    #expect(ProcessRunner.eventually { String(decoding: watch.output, as: UTF8.self).contains("\nvolume 41 %\n") })
    #expect(watch.terminate(SIGINT) == 130)
    let json = JSONLine.parse(try service.ctl("spectrum", "--json", "--frames", "20", "--bands", "12").output)
    #expect(json.first?.type == "header" && json.count { $0.type == "frame" } == 20)
    #expect(json.compactMap(\.levels).joined().joined().contains { $0 > -40 })
  }

  @Test(
    "the view draws the daemon's bars, and its keys lower the daemon's volume", .enabled(if: TmuxScreen.isAvailable))
  func view() throws {
    let service = try DemoService()
    defer { service.stop() }
    let screen = try TmuxScreen(
      columns: 120, rows: 40, command: "'\(Radiod.path)' ctl spectrum",
      environment: Radiod.environment.merging(service.environment) { $1 })
    #expect(screen.waits { $0.contains("► playing") && $0.contains("█") && $0.contains("100 %") }, "\(screen.text)")
    try screen.type("--s")
    #expect(screen.waits { $0.contains("90 %") && $0.contains("bars mono") && $0.contains("█") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    #expect(try service.ctl("volume").text == "volume 90 %\n")
  }
}
