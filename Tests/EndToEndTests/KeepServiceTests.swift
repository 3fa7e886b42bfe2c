import Foundation
import Glibc
import TestSupport
import Testing

/// What `radiod ctl keep` and `record` write of a real station.
@Suite(
  "Titles are kept and recorded as files", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: IcecastServer.isAvailable && SignalSource.isAvailable, "needs icecast2, ffmpeg and curl"))
struct KeepServiceTests {
  /// A recording, by `ctl record list --json`.
  private struct Recording: Decodable {
    var id: Int
    var kind: String
    var state: String
    var title: String
    var station: String
    var seconds: Double
    var bytes: Int
    var files: [String]
    var complete: Bool
    var reason: String?
  }

  /// The sound that is kept, by `/api/timeshift`.
  private struct Kept: Decodable {
    struct Title: Decodable {
      var id: Int
      var start: Double
      var end: Double?
      var title: String
    }

    var titles: [Title]
  }

  /// A daemon at a station whose titles the test sets.
  private final class Run {
    let icecast: IcecastServer
    let source: ProcessRunner
    let service: TimeShiftService
    let folder: Scratch

    /// Waits until the daemon plays the station with the title `title`.
    init(title: String) throws {
      (icecast, folder) = (try IcecastServer(), try Scratch())
      let sound = SignalSource.Recording(.tones([501, 703, 997], amplitude: 0.2), seconds: 20)
      source = try icecast.feed(
        SignalSource.shared.path(sound, as: .wav), to: "/live", as: .mp3(kilobits: 128), name: "Test FM")
      try icecast.setTitle(title, mount: "/live")
      service = try TimeShiftService(
        icecast.url("/live"), ["--output", "silent"], adding: ["SPRINGRADIO_RECORDINGS": folder.path("music")])
      try hears(title)
    }

    /// Waits until `title` is heard.
    func hears(_ title: String) throws {
      let found = service.waits(limit: .seconds(30)) { $0.title == title }
      let now = try service.place()
      try #require(found != nil, "\(title): \(now)\n\(service.process.errorText)")
    }

    /// Sets the title, and waits until it is heard, and then for as many seconds of sound.
    func change(to title: String, listeningFor seconds: Double) throws {
      try icecast.setTitle(title, mount: "/live")
      try hears(title)
      let begin = try service.place().elapsed
      try #require(service.waits(limit: .seconds(30)) { $0.elapsed > begin + seconds } != nil)
    }

    /// Waits until the recording `id` is as `condition` says.
    func recording(_ id: Int, _ condition: (Recording) -> Bool) throws -> Recording {
      var found: Recording?
      _ = ProcessRunner.eventually(within: .seconds(30)) {
        found = (try? list())?.first { $0.id == id }
        return found.map(condition) ?? false
      }
      let recording = try #require(found, "\(service.process.errorText)")
      #expect(condition(recording), "\(recording)")
      return recording
    }

    func list() throws -> [Recording] {
      struct Answer: Decodable { var recordings: [Recording] }
      let text = try service.ctl("record", "list", "--json")
      return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).recordings
    }

    func kept() throws -> Kept {
      let text = try service.run("curl", ["-sSf", "http://localhost:\(service.httpPort)/api/timeshift"])
      return try JSONDecoder().decode(Kept.self, from: Data(text.utf8))
    }

    /// The seconds of sound that ffmpeg makes of a file, without an error.
    func decodedSeconds(_ file: String) throws -> Double {
      let path = folder.path("music/" + file)
      let result = try ProcessRunner.run(
        "ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-ar", "44100", "-"])
      #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(file): \(result.errorText)")
      return Double(result.output.count / 2) / 44_100
    }

    /// The title, the artist and the album of a file, as `title=Song`.
    func tags(_ file: String) throws -> Set<String> {
      let names = "format_tags=title,artist,album"
      let text = try service.run(
        "ffprobe", ["-v", "error", "-show_entries", names, "-of", "default=nw=1", folder.path("music/" + file)])
      return Set(text.split(separator: "\n").map { String($0).replacing("TAG:", with: "") })
    }

    /// Waits until the status has `count` recordings.
    func counts(_ count: Int) -> Bool {
      ProcessRunner.eventually {
        (try? service.ctl("status", "--json").contains("\"recordings\":\(count),")) ?? false
      }
    }
  }

  @Test("keep writes a title that has ended at once, and the one on air when it ends, with its length and name")
  func keep() throws {
    let run = try Run(title: "Artist - Zero")
    try run.change(to: "Artist - One", listeningFor: 5)
    try run.change(to: "Artist - Two", listeningFor: 2)
    #expect(try run.service.ctl("keep", "--title", "1").hasPrefix("1  keep  "))
    #expect(try run.service.ctl("keep").hasPrefix("2  keep  "))
    let ended = try run.recording(1) { $0.state == "done" }
    _ = try run.recording(2) { $0.state == "writing" }
    #expect(run.counts(1))
    #expect(try run.service.ctl("keep").hasPrefix("2  keep  "), "a title is kept once")
    #expect(try run.list().count == 2)
    try run.change(to: "Artist - Three", listeningFor: 1)
    let onAir = try run.recording(2) { $0.state == "done" }
    let titles = try run.kept().titles
    for (recording, name) in [(ended, "One"), (onAir, "Two")] {
      #expect(recording.complete && recording.station == "Test FM" && recording.reason == nil, "\(recording)")
      #expect(recording.files == ["Test FM/Artist - \(name).mp3"] && recording.kind == "keep", "\(recording)")
      let title = try #require(titles.first { $0.title == "Artist - \(name)" })
      let length = try #require(title.end) - title.start
      let decoded = try run.decodedSeconds(#require(recording.files.first))
      // There is no silence to cut in: the file ends where the title does, to a packet.
      #expect(abs(decoded - length) < 0.1 && length > 1, "\(decoded) s of \(length) s")
      #expect(abs(decoded - recording.seconds) < 0.1, "\(decoded) s, \(recording)")
      #expect(try run.tags(#require(recording.files.first)) == ["title=\(name)", "artist=Artist", "album=Test FM"])
    }
    let late = try Radiod.run(["ctl", "keep", "--title", "20"], environment: run.service.environment)
    #expect(late.exitCode == 66 && late.isOneLineError && late.errorText.contains("no longer kept"))
    // A browser gets the same bytes under the same name.
    let loaded = run.folder.path("loaded")
    mkdir(loaded, 0o700)
    try run.service.run(
      "curl",
      [
        "-sSfOJ", "--output-dir", loaded, "http://localhost:\(run.service.httpPort)/api/recordings/1/files/0",
      ])
    let head = try run.service.run(
      "curl", ["-sSfI", "http://localhost:\(run.service.httpPort)/api/recordings/1/files/0"])
    #expect(head.lowercased().contains("content-disposition: attachment; filename=\"artist - one.mp3\";"))
    let same = [run.folder.path("music/Test FM/Artist - One.mp3"), loaded + "/Artist - One.mp3"]
    #expect(try ProcessRunner.run("cmp", same).exitCode == 0)
    #expect(run.source.exitCode == nil && run.service.process.terminate() == 0, "\(run.service.process.errorText)")
  }

  @Test("record start and stop write what was heard between them, and stop without a number ends all")
  func record() throws {
    let run = try Run(title: "Artist - Zero")
    #expect(try run.service.ctl("record") == "no recordings\n")
    let begin = try run.service.place().elapsed
    #expect(try run.service.ctl("record", "start").hasPrefix("1  record  "))
    try #require(run.service.waits(limit: .seconds(30)) { $0.elapsed > begin + 4 } != nil)
    #expect(try run.service.ctl("record", "start", "--split", "--duration", "1h").hasPrefix("2  record  "))
    #expect(run.counts(2))
    try run.change(to: "Artist - One", listeningFor: 1)
    #expect(try run.service.ctl("record", "stop", "1").hasPrefix("1  record  "))
    let whole = try run.recording(1) { $0.state == "done" }
    let heard = try run.service.place().elapsed - begin
    #expect(whole.complete && whole.seconds > 1 && whole.seconds < heard + 0.5, "\(whole) of \(heard) s")
    let file = try #require(whole.files.first { $0.hasSuffix(".mp3") })
    #expect(file == "Test FM/Artist - Zero.mp3")
    let decoded = try run.decodedSeconds(file)
    #expect(abs(decoded - whole.seconds) < 0.1, "\(decoded) s, \(whole)")
    #expect(whole.files.contains { $0.hasSuffix(".cue") }, "a second title came")
    #expect(try run.service.ctl("record", "stop").hasPrefix("2  record  "))
    let split = try run.recording(2) { $0.state == "done" }
    // These are the first and the last title.
    #expect(!split.files.isEmpty && split.files.allSatisfy { $0.hasPrefix("incomplete/") }, "\(split)")
    for file in split.files { #expect(try run.decodedSeconds(file) > 0) }
    #expect(run.counts(0))
    #expect(try run.service.ctl("record", "stop") == "no recordings\n")
    let gone = try Radiod.run(["ctl", "record", "stop", "9"], environment: run.service.environment)
    #expect(gone.exitCode == 66 && gone.isOneLineError && gone.errorText.contains("there is no recording 9"))
    #expect(run.service.process.terminate() == 0, "\(run.service.process.errorText)")
  }

  @Test("two stations are recorded at once while a third plays, over a stop of the radio and a lost source")
  func stations() throws {
    let run = try Run(title: "Artist - Zero")
    let sound = try SignalSource.shared.path(.init(.tones([401, 603], amplitude: 0.2), seconds: 20), as: .wav)
    var one = try run.icecast.feed(sound, to: "/one", as: .mp3(kilobits: 128), name: "One FM")
    let two = try run.icecast.feed(sound, to: "/two", as: .mp3(kilobits: 192), name: "Second")
    try run.icecast.setTitle("Singer - Song", mount: "/two")
    let added = #"{"station":{"id":"two","name":"Two FM","url":"\#(run.icecast.url("/two"))"}}"#
    try run.service.run(
      "curl",
      [
        "-sSf", "-H", "Content-Type: application/json", "-d", added,
        "http://localhost:\(run.service.httpPort)/api/stations",
      ])
    #expect(try run.service.ctl("record", "start", run.icecast.url("/one")).hasPrefix("1  record  "))
    #expect(try run.service.ctl("record", "start", "two").hasPrefix("2  record  "))
    #expect(run.counts(2))
    for (id, name) in [(1, "One FM"), (2, "Two FM")] {
      let begun = try run.recording(id) { $0.seconds > 2 }
      #expect(begun.state == "writing" && begun.station == name && begun.kind == "record", "\(begun)")
    }
    #expect(run.service.waits { $0.state == "playing" } != nil)
    // What the radio does is none of their business.
    try run.service.ctl("stop")
    let before = try run.list().map(\.seconds).max() ?? 0
    for id in [1, 2] { _ = try run.recording(id) { $0.state == "writing" && $0.seconds > before + 2 } }
    #expect(try run.service.place().state == "stopped")
    one.terminate()
    #expect(ProcessRunner.eventually { !run.icecast.isOnAir("/one") })
    _ = try run.service.ctl("record", "stop", "2")
    let whole = try run.recording(2) { $0.state == "done" }
    let file = try #require(whole.files.first)
    #expect(whole.complete && whole.reason == nil, "\(whole)")
    #expect(file.hasPrefix("Two FM/") && file.hasSuffix(".mp3"), "\(whole)")
    #expect(try abs(run.decodedSeconds(file) - whole.seconds) < 0.1, "\(whole)")
    #expect(try run.tags(file).contains("album=Two FM"))
    // The first one waits for its station, and goes on with it.
    let cut = try run.recording(1) { $0.state == "writing" }.seconds
    one = try run.icecast.feed(sound, to: "/one", as: .mp3(kilobits: 128), name: "One FM")
    _ = try run.recording(1) { $0.state == "writing" && $0.seconds > cut + 2 }
    // An address without a station, meanwhile.
    #expect(try run.service.ctl("record", "start", run.icecast.url("/nothing")).hasPrefix("3  record  "))
    let missing = try run.recording(3) { $0.state == "failed" }
    #expect(missing.reason?.contains("404") == true && missing.files.isEmpty, "\(missing)")
    _ = try run.service.ctl("record", "stop")
    let joined = try run.recording(1) { $0.state == "done" }
    #expect(!joined.complete && joined.files.first?.hasPrefix("incomplete/One FM/") == true, "\(joined)")
    #expect(run.counts(0))
    let metrics = try run.service.run("curl", ["-sSf", "http://localhost:\(run.service.httpPort)/metrics"])
    #expect(metrics.contains("\nspringradio_recordings 0\n"))
    #expect(metrics.contains("\nspringradio_recording_errors_total 1\n"))
    let unknown = try Radiod.run(["ctl", "record", "start", "no-such-station"], environment: run.service.environment)
    #expect(unknown.exitCode == 66 && unknown.isOneLineError, "\(unknown.errorText)")
    let local = try Radiod.run(["ctl", "record", "start", "file:///etc/passwd"], environment: run.service.environment)
    #expect(local.exitCode == 64 && local.isOneLineError, "\(local.errorText)")
    // The end of the daemon finishes what is being written.
    #expect(try run.service.ctl("record", "start", "two", "--split").hasPrefix("4  record  "))
    _ = try run.recording(4) { $0.seconds > 1 }
    #expect(run.service.process.terminate() == 0, "\(run.service.process.errorText)")
    let names = FileManager.default.enumerator(atPath: run.folder.path("music"))?.compactMap { $0 as? String } ?? []
    #expect(names.contains("incomplete/Two FM/Singer - Song.mp3"), "\(names)")
    #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
    #expect(one.exitCode == nil && two.exitCode == nil)
  }
}
