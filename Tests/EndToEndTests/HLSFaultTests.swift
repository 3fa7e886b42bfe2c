import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("HLS stations with faults", .ownThreads, .enabled(if: StreamCopy.isAvailable))
struct HLSFaultTests {
  private static let runs = tokens.map(\.run) + [lateSegments, lostSegment, laggingEdge]

  /// All runs of this suite run at the same time; each test checks one.
  init() { for run in Self.runs { run.start() } }

  /// A live station of AAC in segments of a second; its playlist lists the last eight.
  private struct Live: Sendable {
    static let listed = 8
    let programme: Programme
    private let pieces: [[UInt8]]
    private let start: ContinuousClock.Instant

    init() throws {
      programme = try Programme()
      pieces = programme.pieces(frames: 43)
      start = .now  // making the sound takes seconds on a busy machine
    }

    /// The number of the next segment.
    var end: Int { 100 + Int((ContinuousClock.now - start) / .seconds(0.9985)) }

    /// The playlist of the segments before `end`, with `suffix` after their addresses.
    func playlist(before end: Int, suffix: String = "") -> [UInt8] {
      let first = end - Self.listed
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(first)"]
        + (first..<end).flatMap { ["#EXTINF:0.9985,", "\($0).aac\(suffix)"] }
      return Array(lines.joined(separator: "\n").utf8)
    }

    /// The number of the segment that `path` names; nil when it names none.
    static func number(in path: String) -> Int? {
      path.hasSuffix(".aac") || path.contains(".aac?") ? Int(path.dropFirst().prefix { $0 != "." }) : nil
    }

    func segment(_ number: Int) -> [UInt8] { pieces[number % pieces.count] }
  }

  // MARK: - Variants; these take the time in which the runs mostly wait

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  }

  @Test(
    "without CODECS in a master playlist, radiod takes the next variant when it cannot play the first")
  func silentVariant() async throws { try await sideBySide(["play", "probe", "retry"], Self.playStereo) }

  private static func playStereo(command: String) throws {
    let music = SignalSource.Recording(.music, seconds: 9)
    let source = try SignalSource.shared.path(music, as: .wav)
    let folder = try Scratch()
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", source, "-t", "4", "-c:a", "ac3", "-f", "mpegts", folder.path("ac3.ts")])
    #expect(made.exitCode == 0, "\(made.errorText)")
    let (surround, stereo) = (folder.read("ac3.ts"), try SignalSource.shared.bytes(music, as: .aac(kilobits: 128)))
    let server = try ScriptedServer { [loads = Counter()] call in
      switch call.request.path {
      case "/master":
        let rows = ["surround 256", "page 192", "stereo 128"].map { row in
          let words = row.split(separator: " ")
          return "#EXT-X-STREAM-INF:BANDWIDTH=\(words[1])000\n\(words[0]).m3u8\n"
        }
        call.serve(Array(("#EXTM3U\n" + rows.joined()).utf8))
      case "/surround.ts": call.serve(surround)
      case "/page.ts": call.serve(Array("<html>off the air</html>".utf8))
      case "/stereo.ts": call.serve(stereo)
      case "/stereo.m3u8" where command == "retry" && (1...2).contains(loads.next()): call.answer("404 Not Found")
      case let path:
        let end = command == "retry" ? "" : "#EXT-X-ENDLIST\n"
        let name = path.dropFirst().prefix { $0 != "." }
        call.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(name).ts\n\(end)".utf8))
      }
    }
    let options =
      command == "probe" ? [] : ["--no-view", "--output", "silent", "--duration", command == "play" ? "3" : "7"]
    let result = try Radiod.run([command == "probe" ? "probe" : "play", server.url("/master")] + options)
    #expect(result.exitCode == 0, "\(command): \(result.errorText)")
    let asked = server.requests.map(\.path).filter { $0.hasSuffix(".ts") }
    #expect(asked.prefix(3) == ["/surround.ts", "/page.ts", "/stereo.ts"] && asked.last == "/stereo.ts", "\(command)")
    #expect(asked.count { $0 == "/surround.ts" } == 1, "\(command): \(asked)")
    #expect(asked.count == (command == "retry" ? 4 : 3), "\(command): \(asked)")
  }

  // MARK: - Tokens

  private static let tokens = ["401 Unauthorized", "403 Forbidden", "410 Gone"].map { status in
    (status: status, run: FaultScenario { run in try runOut(status, run) })
  }

  /// A station whose master playlist gives a token that is valid for four seconds; afterwards the media playlist and the
  /// segments answer `status`.
  private static func runOut(_ status: String, _ run: FaultScenario) throws {
    let live = try Live()
    let issued = Mutex<[ContinuousClock.Instant]>([])
    let server = try ScriptedServer { call in
      let path = call.request.path
      guard path != "/master" else {
        let token = issued.withLock { issued in
          issued.append(.now)
          return issued.count - 1
        }
        return call.serve(Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\n/live?t=\(token)\n".utf8))
      }
      let token = path.split(separator: "=").last.flatMap { Int($0) } ?? 0
      guard let time = issued.withLock({ $0.dropFirst(token).first }), ContinuousClock.now - time < .seconds(4) else {
        return call.answer(status)
      }
      if let number = Live.number(in: path) { return call.serve(live.segment(number)) }
      call.serve(live.playlist(before: live.end, suffix: "?t=\(token)"))
    }
    let radio = try FaultWatch.serving(server.url("/master"))
    run.expect(radio.waits(for: "playing AAC", within: 6) != nil, radio.text)
    let copy = try StreamCopy(of: radio)
    let isAskedAgain = ProcessRunner.eventually(within: .seconds(25)) {
      server.requests.count { $0.path == "/master" } >= 3 || radio.end != nil
    }
    run.expect(isAskedAgain && radio.end == nil && radio.count(of: "failed") == 0, radio.text)
    run.expect(radio.count(of: "out of sound") == 0, radio.text)
    let (frames, wrong) = (copy.places(in: live.programme).count, copy.wrongSteps(in: live.programme))
    run.expect(frames > 250 && wrong.isEmpty, "\(frames) frames, steps: \(wrong)")
    run.expectModesty(of: radio)
  }

  @Test(
    "10: when a token expires, radiod asks for a new one before the sound ends, and hands on each frame once",
    arguments: tokens.indices)
  func tokensRunOut(row: Int) { Self.tokens[row].run.check() }

  // MARK: - Missing segments

  private static let lateSegments = FaultScenario { run in
    let live = try Live()
    let asked = Mutex<Set<String>>([])
    let server = try ScriptedServer { call in
      guard let number = Live.number(in: call.request.path) else { return call.serve(live.playlist(before: live.end)) }
      let isFirst = asked.withLock { $0.insert(call.request.path).inserted }
      isFirst && number % 3 == 0 && number >= 100 ? call.answer("404 Not Found") : call.serve(live.segment(number))
    }
    let radio = try FaultWatch("play", server.url("/live"), "--no-view", "--output", "silent", "-v", "--duration", "9")
    radio.waitsForEnd(within: 40)
    run.expect(radio.process.exitCode == 0 && radio.count(of: "out of sound") == 0, radio.text)
    let served = server.requests.compactMap { Live.number(in: $0.path) }
    run.expect(
      Set(served).allSatisfy { name in
        let (count, wanted) = (served.count { $0 == name }, name >= 100 && name % 3 == 0 ? 2 : 1)
        return count == wanted || name == served.last && count == 1  // the end may come before it is asked for again
      }, "each is asked for again: \(served)")
    run.expect(radio.count(of: "left out") == 0, radio.text)
  }

  @Test("radiod waits for a late segment while the buffer lasts, and loses no sound")
  func segmentsComeLate() { Self.lateSegments.check() }

  private static let lostSegment = FaultScenario { run in
    let live = try Live()
    let server = try ScriptedServer { call in
      guard let number = Live.number(in: call.request.path) else { return call.serve(live.playlist(before: live.end)) }
      number == 104 ? call.answer("404 Not Found") : call.serve(live.segment(number))
    }
    // It is left out after eight or nine seconds; the sound goes on behind it.
    let radio = try FaultWatch("play", server.url("/live"), "--no-view", "--output", "silent", "-v", "--duration", "11")
    radio.waitsForEnd(within: 40)
    run.expect(radio.process.exitCode == 0 && radio.count(of: "out of sound") == 0, radio.text)
    run.expect(radio.count(of: "a segment is left out: 127.0.0.1 says 404") == 1, radio.text)
    run.expect(server.requests.count { Live.number(in: $0.path) == 105 } == 1, radio.text)
  }

  @Test("radiod leaves out a segment that never comes before the sound ends, and -v logs it")
  func segmentNeverComes() { Self.lostSegment.check() }

  // MARK: - Edges

  private static let laggingEdge = FaultScenario { run in
    let live = try Live()
    let looks = Mutex(0)
    let server = try ScriptedServer { call in
      if let number = Live.number(in: call.request.path) { return call.serve(live.segment(number)) }
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      // Every third request gets an edge that is ten segments behind.
      call.serve(live.playlist(before: live.end - (look % 3 == 0 ? 10 : 0)))
    }
    let radio = try FaultWatch("play", server.url("/live"), "--no-view", "--output", "silent", "--duration", "9")
    radio.waitsForEnd(within: 40)
    run.expect(radio.process.exitCode == 0 && radio.count(of: "out of sound") == 0, radio.text)
    let served = server.requests.compactMap { Live.number(in: $0.path) }
    run.expect(served == Array((served.first ?? 0)..<(served.first ?? 0) + served.count), "\(served)")
    run.expect(served.count >= 9, "\(served)")
  }

  @Test(
    "of two edges, one of which lags by more than its window, radiod plays each segment once and in order")
  func edgeLags() { Self.laggingEdge.check() }
}
