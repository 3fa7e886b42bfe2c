import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `radiod record` with stations that are known to the byte.
@Suite(
  "radiod record", .ownThreads, .timeLimit(.minutes(4 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct RecordCommandTests {
  private static let bytesPerSecond = 16_000
  private static func music() throws -> [UInt8] {
    try SignalSource.shared.bytes(SignalSource.Recording(.music, seconds: 60), as: .mp3(kilobits: 128))
  }

  /// A station at ten times the pace of its sound, which ends each connection after `limit`.
  private static func station(limit: Duration = .seconds(3600)) throws -> ScriptedServer {
    let audio = try music()
    let onAir = ContinuousClock.now
    return try ScriptedServer { call in
      call.answer(headers: ["icy-name: Fast FM", "icy-metaint: 16000000"])
      call.broadcast(
        audio, bytesPerSecond: 10 * bytesPerSecond, burst: 2 * bytesPerSecond, onAirSince: onAir, limit: limit)
    }
  }

  /// A file on a server, which comes at once.
  private static func file() throws -> ScriptedServer {
    let audio = try music()
    return try ScriptedServer { $0.serve(audio, headers: ["Content-Type: audio/mpeg"]) }
  }

  private let folder: Scratch
  private var environment: [String: String] { ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path("config")] }

  init() throws { folder = try Scratch() }

  private func paths(_ result: ProcessRunner.Result) -> [String] {
    result.text.split(separator: "\n").map(String.init)
  }

  private func read(_ path: String) -> Data { FileManager.default.contents(atPath: path) ?? Data() }

  /// The files below the folder of recordings.
  private func files(_ name: String = "out") -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path(name))?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains(".") }.sorted()
  }

  /// The bytes of whole frames at the end of `file`, which are a part of `sound`; nil when they are not.
  private func place(of file: Data, in sound: [UInt8], bytes: Int) -> Int? {
    let end = file.suffix(bytes)
    return end.count == bytes ? Data(sound).range(of: end)?.lowerBound : nil
  }

  @Test("a file on a server is recorded as it is, whole, and its path is the only line of standard output")
  func whole() throws {
    let audio = try Self.music()
    let server = try Self.file()
    let result = try Radiod.run(
      "record", server.url("/music.mp3"), "--to", folder.path("out"), environment: environment)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let path = try #require(paths(result).first)
    #expect(paths(result).count == 1 && path.hasPrefix(folder.path("out/127.0.0.1 music.mp3/")), "\(path)")
    let file = read(path)
    // All frames, in one piece, at the end: those before are for decoders.
    #expect(place(of: file, in: audio, bytes: 900_000) != nil, "\(file.count) of \(audio.count) bytes")
    let decoded = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"])
    #expect(decoded.exitCode == 0 && decoded.errorText.isEmpty, "\(decoded.errorText)")
    var status = stat()
    let mask = umask(0o077)
    umask(mask)
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test("--duration ends it after as much sound, with 0")
  func duration() throws {
    let server = try Self.station()
    let result = try Radiod.run(
      "record", server.url("/live"), "--duration", "20", "--to", folder.path("out"), environment: environment)
    #expect(result.exitCode == 0 && paths(result).count == 1, "\(result.text) \(result.errorText)")
    let file = read(try #require(paths(result).first))
    #expect((310_000...340_000).contains(file.count), "\(file.count)")
    #expect(place(of: file, in: try Self.music() + Self.music(), bytes: 300_000) != nil)
  }

  @Test(
    "a signal ends it: the file is finished, and its path is written",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signal(number: Int32) throws {
    let server = try Self.station()
    let output = folder.path("lines")
    let process = try Radiod.start(
      "record", server.url("/live"), "--to", folder.path("out"), environment: environment, output: output)
    let hasBegun = ProcessRunner.eventually(within: .seconds(30)) {
      files().contains { $0.hasSuffix(".part") && folder.size("out/" + $0) > 256 << 10 }
    }
    try #require(hasBegun, "\(files()) \(process.errorText)")
    process.signal(number)
    let exit = process.wait(limit: .seconds(30))
    #expect(exit == (number == SIGINT ? 128 + SIGINT : 0), "\(process.errorText)")
    let path = String(decoding: folder.read("lines"), as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      path.count == 1 && files() == path.map { String($0.dropFirst(folder.path("out/").count)) }, "\(path) \(files())")
    #expect(place(of: read(path.first ?? ""), in: try Self.music() + Self.music(), bytes: 250_000) != nil)
  }

  @Test("a lost connection is made again; with --retry 1, a station that stays away gives 69, and the file is kept")
  func retry() throws {
    let server = try Self.station(limit: .seconds(2))
    let long = try Radiod.run(
      "record", server.url("/live"), "--duration", "50", "--to", folder.path("out"), environment: environment)
    #expect(long.exitCode == 0 && server.callCount > 1, "\(long.errorText)")
    let audio = try Self.music()
    let answers = Mutex(0)
    let away = try ScriptedServer { call in
      guard
        answers.withLock({
          $0 += 1; return $0
        }) == 1
      else { return call.answer("503 Service Unavailable") }
      call.answer(headers: ["icy-name: Away FM"])
      call.broadcast(audio, bytesPerSecond: 10 * Self.bytesPerSecond, burst: 0, limit: .seconds(4))
    }
    let result = try Radiod.run(
      "record", away.url("/live"), "--retry", "1", "--to", folder.path("away"), environment: environment)
    #expect(result.exitCode == 69 && result.isOneLineError == false, "\(result.errorText)")
    #expect(paths(result).count == 1 && read(paths(result).first ?? "").count > 200_000, "\(result.text)")
  }

  @Test(
    "with --split each title is a file, short ones and those that are not songs are left out, and the first is incomplete"
  )
  func split() throws {
    let audio = try Self.music()
    let titles = ["Artist - One", "News", "Artist - Three", "Artist - Four"]
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-name: Titles FM", "icy-metaint: 16000"])
      // A block each second, of which one in fifteen has a title.
      for second in 0..<60 {
        guard
          call.send(Array(audio[second * 16000 % audio.count..<min(second * 16000 % audio.count + 16000, audio.count)]))
        else { return }
        let text = second % 15 == 0 ? "StreamTitle='\(titles[second / 15])';" : ""
        let blocks = (text.utf8.count + 15) / 16
        guard
          call.send([UInt8(blocks)] + Array(text.utf8) + [UInt8](repeating: 0, count: blocks * 16 - text.utf8.count))
        else { return }
      }
    }
    let result = try Radiod.run(
      "record", server.url("/live"), "--split", "--songs-only", "--skip-shorter", "5", "--retry", "never", "--to",
      folder.path("out"), environment: environment)
    #expect(result.exitCode == 0 || result.exitCode == 69, "\(result.errorText)")
    let names = paths(result).map { String($0.dropFirst(folder.path("out/").count)) }
    #expect(names.contains("Titles FM/Artist - Three.mp3"), "\(names) \(result.errorText)")
    #expect(
      names.contains("incomplete/Titles FM/Artist - Four.mp3") && !names.contains { $0.contains("News") }, "\(names)")
  }

  @Test("a folder that cannot be used gives one line and 73 or 74 before anything is received; ALAC gives 65")
  func badPlaces() throws {
    let server = try Self.station()
    try folder.write("x", as: "plain")
    for words in [[], ["--every", "1h"]] {
      let result = try Radiod.run(
        ["record", server.url("/live"), "--to", folder.path("plain/inner")] + words, environment: environment)
      #expect([73, 74].contains(result.exitCode) && result.isOneLineError, "\(result.errorText)")
      #expect(result.errorText.contains(folder.path("plain")), "\(result.errorText)")
    }
    #expect(server.callCount == 0)
    let local = try Radiod.run("record", folder.path("plain"), "--to", folder.path("out"), environment: environment)
    #expect(local.exitCode == 64 && local.isOneLineError && local.errorText.contains("a station or an address"))
    let missing = try Radiod.run("record", "no-such-station", "--to", folder.path("out"), environment: environment)
    #expect(missing.exitCode == 66 && missing.isOneLineError, "\(missing.errorText)")
  }

  @Test(
    "options that do not go together give 64 and a line that says so",
    arguments: [
      (["--songs-only"], "--songs-only goes with --split"), (["--skip-shorter", "5"], "goes with --split"),
      (["--split", "--every", "1h"], "leave one out"), (["--delete-after", "42d"], "--delete-after goes with --every"),
      (["--every", "1m"], "--every takes 5m, 10m, 15m, 30m, 1h, 2h, 6h, 24h, not '1m'"),
      (["--every", "3h"], "--every takes"),
      (["--every", "2h", "--delete-after", "1h"], "at least the length of a file, 2h"),
      (["--every", "1h", "--delete-after", "0d"], "--delete-after takes"), (["--to", ""], "--to takes"),
      (["--every", "1h", "--delete-after", "d"], "--delete-after takes"),
      (["--skip-shorter", "x", "--split"], "--skip-shorter takes"),
    ])
  func usage(words: [String], says: String) throws {
    let result = try Radiod.run(["record", "demo"] + words, environment: environment)
    #expect(result.exitCode == 64 && result.isOneLineError && result.errorText.contains(says), "\(result.errorText)")
  }

  @Test("the help names private use and the law")
  func help() throws {
    let text = try Radiod.run("record", "--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("for private use") && text.contains("the law of your country"), "\(text)")
    #expect(text.contains("5m, 10m, 15m, 30m, 1h, 2h, 6h, 24h") && !text.contains(" 1m"))
  }

  @Test("a log has a line for its file, and goes on after it was killed: the gap is named")
  func log() throws {
    let server = try Self.station()
    let words = ["record", server.url("/live"), "--every", "24h", "--to", folder.path("out")]
    let first = try ProcessRunner(
      Radiod.path, words, environment: Radiod.environment.merging(environment) { $1 }, output: folder.path("lines"))
    let hasBegun = ProcessRunner.eventually(within: .seconds(60)) {
      files().contains { $0.hasSuffix(".mp3.part") && folder.size("out/" + $0) > 256 << 10 }
    }
    try #require(hasBegun, "\(files()) \(first.errorText)")
    let second = try Radiod.run(words, environment: environment)
    #expect(
      second.exitCode == 73 && second.errorText.contains("another program writes this log"), "\(second.errorText)")
    first.terminate(SIGKILL)
    let third = try Radiod.run(words + ["--duration", "20"], environment: environment)
    #expect(third.exitCode == 0, "\(third.errorText)")
    let lines = try files().filter { $0.hasSuffix("log.jsonl") }.flatMap { name in
      try folder.read("out/" + name).split(separator: 10).map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      }
    }
    // Three where the test runs at midnight.
    try #require((2...3).contains(lines.count), "\(files()) \(third.errorText)")
    #expect(lines[0]["cutOff"] as? Bool == true && (lines[0]["file"] as? String)?.hasPrefix("incomplete/") == true)
    let gaps = lines[1]["gaps"] as? [[String: Any]]
    #expect(
      gaps?.first?["cause"] as? String == "stopped" && gaps?.first?["begin"] as? String == lines[0]["end"] as? String)
    #expect(lines.last?["loudness"] as? Double != nil && lines.last?["cutOff"] == nil, "\(lines)")
    for line in lines {
      let name = try #require(line["file"] as? String)
      let path = try #require(files().first { $0.hasSuffix("/" + name) }, "\(name) \(files())")
      #expect(folder.size("out/" + path) == line["size"] as? Int)
      #expect(place(of: read(folder.path("out/" + path)), in: try Self.music() + Self.music(), bytes: 250_000) != nil)
    }
  }
}
