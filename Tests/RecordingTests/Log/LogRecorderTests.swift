import AudioCore
import Foundation
import Glibc
import JSON
import Parser
import Recording
import SystemSupport
import TestSupport
import Testing

@Suite(
  "The log of a station in memory", .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct LogRecorderTests {
  /// A station that keeps `past` of its sound.
  private static func station(past: Duration) -> TimeShiftBuffer {
    var limits = TimeShiftBuffer.Limits(
      maximumDuration: .seconds(3600), maximumBytes: 64 << 20, startDuration: .zero, resumeDuration: .zero)
    limits.past = past
    let buffer = TimeShiftBuffer(limits: limits)
    buffer.connectionBegan(isLive: true)
    return buffer
  }

  /// 60 s of MP3.
  private static func packets() throws -> [Packet] {
    var parser = StreamParser(source: "test")
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 60), as: .mp3(kilobits: 128))
    return try (parser.feed(bytes) + parser.finish()).packets
  }

  /// Sends `packets`, which are heard at once.
  private static func send(_ packets: ArraySlice<Packet>, to buffer: TimeShiftBuffer) async throws {
    try await buffer.append(packets.map { .packet($0) })
    while case .element = buffer.pull() {}
    _ = buffer.noteHeard(buffer.place)
  }

  private static func lines(_ scratch: Scratch) throws -> [LogLine] {
    try scratch.read("log/Test FM/log.jsonl").split(separator: UInt8(ascii: "\n")).map { line in
      try #require(LogLine(json: try JSONReader.read(Array(line))))
    }
  }

  @Test("a disk that hangs holds up nothing; the sound that it costs is one gap, and all around it is written")
  func hangingDisk() async throws {
    let scratch = try Scratch()
    let buffer = Self.station(past: .seconds(10))
    let packets = try Self.packets()
    let settings = LogSettings(
      of: "Test FM", in: RecordingFolder(scratch.path("log")), division: try #require(LogDivision("24h")))
    let (hung, released) = (OneShotEvent(), OneShotEvent())
    var calls = RecordingFile.Calls()
    calls.write = { descriptor, bytes, count in
      hung.set()
      _ = released.block(limit: .seconds(60) * TestTime.waitScale)
      return Glibc.write(descriptor, bytes, count)
    }
    let recorder = LogRecorder(
      of: RecordedSource(buffer: buffer, name: "Test FM", address: ""), settings: settings,
      index: try LogIndex(in: settings.folder), calls: calls, report: { _ in })
    try recorder.start()
    var sent = 0
    while !hung.hasHappened {
      try #require(sent < packets.count / 2, "nothing is written")
      try await Self.send(packets[sent..<sent + 40], to: buffer)
      sent += 40
      let place = buffer.livePlace
      try #require(
        ProcessRunner.eventually {
          recorder.wakeUp()
          return recorder.readPlace >= place - 1_000_000_000 || hung.hasHappened
        })
    }
    // The station goes on for longer than it keeps its sound.
    for part in stride(from: sent, to: packets.count, by: 40) {
      try await Self.send(packets[part..<min(part + 40, packets.count)], to: buffer)
    }
    released.set()
    recorder.stop()
    #expect(await recorder.waitUntilEnded(limit: .seconds(30) * TestTime.waitScale))
    let lines = try Self.lines(scratch)
    #expect(lines.flatMap(\.gaps).map(\.cause) == [.slow], "\(lines)")
    let written = try Self.written(lines, scratch)
    let before = zip(written, packets).prefix { $0 == $1.bytes }.count
    let after = zip(written.reversed(), packets.reversed()).prefix { $0 == $1.bytes }.count
    #expect(before >= sent - 80 && before + after >= written.count, "\(before) and \(after) of \(written.count)")
    // Of 10 s and more that were lost.
    #expect(packets.count - written.count > 10 * 44100 / 1152)
  }

  /// The packets of the log, without those with which a decoder begins.
  private static func written(_ lines: [LogLine], _ scratch: Scratch) throws -> [[UInt8]] {
    try lines.flatMap { line in
      var parser = StreamParser(source: line.file)
      let found = try (parser.feed(scratch.read("log/Test FM/" + line.file)) + parser.finish()).packets
      let count = Int((line.seconds * 44100 / 1152).rounded())
      #expect(found.count - count <= 5)
      return found.suffix(count).map(\.bytes)
    }
  }

  @Test("joined, the files are the packets of the station; the line has loudness and titles")
  func whole() async throws {
    let scratch = try Scratch()
    let buffer = Self.station(past: .seconds(60))
    let packets = try Self.packets()
    let settings = LogSettings(
      of: "Test FM", in: RecordingFolder(scratch.path("log")), division: try #require(LogDivision("24h")))
    let recorder = LogRecorder(
      of: RecordedSource(buffer: buffer, name: "Test FM", address: ""), settings: settings,
      index: try LogIndex(in: settings.folder), report: { _ in })
    try recorder.start()
    try await buffer.append(.metadata(StreamMetadata(title: "Artist - One")))
    for part in stride(from: 0, to: packets.count, by: 40) {
      try await Self.send(packets[part..<min(part + 40, packets.count)], to: buffer)
      recorder.wakeUp()
    }
    recorder.stop()
    #expect(await recorder.waitUntilEnded(limit: .seconds(30) * TestTime.waitScale))
    #expect(recorder.failure == nil && recorder.readPlace > 59_000_000_000)
    // Two files where the test runs at midnight.
    let lines = try Self.lines(scratch)
    #expect((1...2).contains(lines.count))
    for line in lines {
      #expect(line.titles.first?.title == "Artist - One" && line.gaps.isEmpty && line.codec == "mp3")
      #expect(line.loudness.map { (-40 ... -5).contains($0) } ?? false, "\(line)")
    }
    let joined = try Self.written(lines, scratch)
    let isSame = joined == packets.map(\.bytes)
    #expect(isSame, "\(joined.count) of \(packets.count) packets")
  }
}
