import Foundation
import Glibc
import TestSupport
import Testing

/// `radiod` without a daemon keeps titles by itself. A listener types the commands of the plain view, and the station
/// changes its title every 4 s.
@Suite("A radio without a daemon keeps titles", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct ViewKeepTests {
  /// A radio with a station, a sound server, a folder for recordings, and someone who types.
  private final class Run {
    private let folder: Scratch
    let recordings: String
    let process: ProcessRunner
    private let pulse: PulseServer
    private let station: ScaleStation
    private let typing: Int32

    init() throws {
      (folder, station, pulse) = (try Scratch(), try ScaleStation(), try PulseServer())
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
        Radiod.path, ["play", station.server.url, "--plain"],
        environment: environment.merging(["SPRINGRADIO_RECORDINGS": recordings]) { $1 }, input: input)
    }

    deinit {
      process.terminate()
      close(typing)
      pulse.stop()
    }

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
    #expect(run.prints("kept: "), "\(run.text)")
    let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("kept: ") })
    let name = String(line.dropFirst(6))
    #expect(name.hasSuffix("/Scale - Part 1.mp3") && run.files == [name], "\(run.files)")
    run.type("keep")
    #expect(ProcessRunner.eventually { run.text.components(separatedBy: "keeping ").count == 3 }, "\(run.text)")
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
