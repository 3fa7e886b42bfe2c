import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl log, and the sound for a client's view", .ownThreads)
struct CtlLogTests {
  @Test("the log has lines of every level, although only notices are written, and names the modules")
  func log() throws {
    let service = try DemoService()
    #expect(ProcessRunner.eventually { (try? service.ctl("log").text.contains("  title: ")) ?? false })
    let lines = try service.ctl("log").text.split(separator: "\n")
    for words in [
      "info     Downloader  connecting to http://127.0.0.1:", "notice   Downloader  connected to SpringRadio Demo",
      "debug    Downloader  http://127.0.0.1:", "notice   Reader      playing MP3, 44100 Hz, 2 channels",
      "info     Daemon      HTTP: ",
    ] {
      #expect(lines.contains { $0.dropFirst(25).hasPrefix(words) }, "\(words): \(lines)")
    }
    #expect(!service.process.errorText.contains("connecting to"))
    let notices = try service.ctl("log", "--level", "notice").text
    #expect(!notices.contains("connecting to") && notices.contains("connected to"))
    #expect(try service.ctl("log", "--count", "2").text.split(separator: "\n").count == 2)
    for line in try service.ctl("log", "--json", "--level", "notice").text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["number"] as? Int ?? 0 > 0 && object?["level"] as? String == "notice")
    }
    for words in [["--count", "0"], ["--count", "1001"], ["--level", "loud"]] {
      let result = try Radiod.run(["ctl", "log"] + words, environment: service.environment)
      #expect(result.exitCode == 64 && result.isOneLineError, "\(result.errorText)")
    }
  }

  @Test("--follow goes on with further lines, also after a restart of the daemon")
  func follow() throws {
    var service: DemoService? = try DemoService()
    let environment = try #require(service?.environment)
    let log = try Radiod.start("ctl", "log", "--follow", "--level", "notice", environment: environment)
    func hasLine(_ words: String) -> Bool { String(decoding: log.output, as: UTF8.self).contains(words) }
    #expect(ProcessRunner.eventually { hasLine("Reader      playing MP3") })
    #expect(!hasLine("Radio       stopped"))
    #expect(try service?.ctl("stop").exitCode == 0)
    #expect(ProcessRunner.eventually { hasLine("Radio       stopped") })
    service?.process.terminate()
    let again = try Radiod.start(
      "serve", "--output", "silent", "--no-resume", "--no-mpd", "--no-mpris", environment: environment)
    defer { again.terminate() }
    #expect(ProcessRunner.eventually { (try? Radiod.run("ctl", "status", environment: environment).exitCode) == 0 })
    kill(again.pid, SIGHUP)
    #expect(ProcessRunner.eventually { hasLine("Daemon      reloaded: ") })
    #expect(log.terminate(SIGINT) == 130)
    service = nil
  }

  @Test(
    "a client's view has the oscilloscope, and the daemon sends it the sound while it is shown",
    .enabled(if: TmuxScreen.isAvailable))
  func view() throws {
    let service = try DemoService()
    let screen = try TmuxScreen(
      columns: 120, rows: 40, command: "'\(Radiod.path)' ctl spectrum --visualizer oscilloscope",
      environment: Radiod.environment.merging(service.environment) { $1 })
    let braille: (String) -> Bool = { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
    #expect(screen.waits { $0.contains("playing") && braille($0) }, "\(screen.text)")
    // A view first asks whether it can have the sound, on a connection of its own.
    #expect(ProcessRunner.eventually { (try? service.metric("springradio_sample_readers")) == 1 })
    #expect(try service.metric("springradio_spectrum_readers") == 0)
    #expect(try service.metric("springradio_decoding_ratio") ?? 0 > 0)
    #expect(try service.ctl("stop").exitCode == 0)
    #expect(screen.waits { $0.contains("stopped") })
    #expect(try service.ctl("play").exitCode == 0)
    #expect(screen.waits { $0.contains("playing") && braille($0) }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    #expect(ProcessRunner.eventually { (try? service.metric("springradio_sample_readers")) == 0 })
  }
}

extension DemoService {
  /// Returns a value of the metrics; nil when there is none with that name.
  fileprivate func metric(_ name: String) throws -> Double? {
    let client = try LineClient(path: folder.path("run/springradio/radiod.sock"))
    client.send("GET /metrics HTTP/1.1\r\nHost: radio\r\nConnection: close\r\n\r\n")
    while let line = try client.line() {
      let words = line.split(separator: " ")
      if words.first == name[...], words.count == 2 {
        return Double(words[1].trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    return nil
  }
}
