import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `radiod` without a daemon keeps titles by itself. A listener types the commands of the plain view, and the station
/// changes its title every 4 s of its sound, of which it sends as much as the test says.
@Suite("A radio without a daemon keeps titles", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct ViewKeepTests {
  /// How much of its sound a station may send.
  private final class Sent: Sendable {
    private let state = Mutex<Double?>(7)

    /// In seconds; nil when it is to end.
    var seconds: Double? { state.withLock { $0 } }
    func allow(_ seconds: Double) { state.withLock { $0 = seconds } }
    func end() { state.withLock { $0 = nil } }
  }

  /// A radio with a station, a sound server, a folder for recordings, and someone who types.
  private final class Run {
    private let folder: Scratch
    let recordings: String
    let process: ProcessRunner
    private let pulse: PulseServer
    private let station: ScriptedServer
    private let sent = Sent()
    private let typing: Int32

    init() throws {
      (folder, pulse) = (try Scratch(), try PulseServer())
      let (audio, sent) = (try ScaleStation.audio(), sent)
      let body = ScaleStation.titled(audio)
      station = try ScriptedServer { call in
        call.answer(
          headers: ["Content-Type: audio/mpeg", "icy-name: Scale FM", "icy-metaint: \(ScaleStation.interval)"])
        var place = 0
        while let seconds = sent.seconds {
          let end = Int(seconds * Double(ScaleStation.bytesPerSecond)) * body.count / audio.count
          if place < end, !call.send(Array(body[place..<end])) { return }
          place = max(place, end)
          call.pause(.milliseconds(20))
        }
      }
      recordings = folder.path("recordings")
      let names = [
        "XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
      ]
      for name in names.values { mkdir(folder.path(name), 0o700) }
      let input = folder.path("input")
      mkfifo(input, 0o600)
      // A pipe that is open at both ends opens at once.
      typing = open(input, O_RDWR | O_CLOEXEC)
      let environment = Radiod.environment.merging(pulse.environment) { $1 }.merging(names.mapValues(folder.path)) {
        $1
      }
      process = try ProcessRunner(
        Radiod.path, ["play", station.url, "--plain"],
        environment: environment.merging(["SPRINGRADIO_RECORDINGS": recordings]) { $1 }, input: input)
    }

    deinit {
      sent.end()
      process.terminate()
      close(typing)
      pulse.stop()
    }

    /// Lets the station send its sound up to this second.
    func send(to seconds: Double) { sent.allow(seconds) }

    var text: String { String(decoding: process.output, as: UTF8.self) }

    func type(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      _ = write(typing, bytes, bytes.count)
    }

    /// Waits until `text` was printed; false when it is not.
    func prints(_ text: String) -> Bool { ProcessRunner.eventually(within: .seconds(30)) { self.text.contains(text) } }

    /// The files of the folder, also those in folders.
    var files: [String] {
      FileManager.default.enumerator(atPath: recordings)?.compactMap { $0 as? String }.filter { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: recordings + "/" + name, isDirectory: &isFolder)
        return !isFolder.boolValue
      } ?? []
    }
  }

  @Test(
    "a title that is heard is a file soon after its end, and one that is cut off by the end of the program is finished",
    .enabled(if: PulseServer.isAvailable && SignalSource.isAvailable, "needs pulseaudio and ffmpeg"))
  func keeps() throws {
    let run = try Run()
    // The first title has no beginning.
    #expect(run.prints("Scale - Part 1"), "\(run.text)\(run.process.errorText)")
    run.type("keep")
    #expect(run.prints("keeping \"Scale - Part 1\": it is written when it ends"), "\(run.text)")
    // A part of the next title is enough to find where this one ends.
    run.send(to: 11.8)
    #expect(run.prints("kept: "), "\(run.text)")
    let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("kept: ") })
    let name = String(line.dropFirst(6))
    #expect(name.hasSuffix("/Scale - Part 1.mp3") && run.files == [name], "\(run.files)")
    #expect(run.prints("Scale FM: Scale - Part 2"), "\(run.text)")
    run.type("keep")
    #expect(run.prints("keeping \"Scale - Part 2\": it is written when it ends"), "\(run.text)")
    run.type("quit")
    #expect(run.process.wait(limit: .seconds(20)) == 0, "\(run.process.errorText)")
    let rest = run.files.filter { $0 != name }
    #expect(rest.count == 1 && rest.allSatisfy { $0.hasPrefix("incomplete/") && $0.hasSuffix(".mp3") }, "\(rest)")
  }

  @Test("a folder of recordings without its whole path is an error of the settings")
  func wrongSetting() throws {
    let result = try Radiod.run(
      "play", "http://127.0.0.1:9/", "--plain", environment: ["SPRINGRADIO_RECORDINGS": "music"])
    #expect(result.exitCode == 78, "\(result.errorText)")
    #expect(result.errorText.contains("SPRINGRADIO_RECORDINGS") && result.errorText.contains("must be the whole path"))
  }
}
