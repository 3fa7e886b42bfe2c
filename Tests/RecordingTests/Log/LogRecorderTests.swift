import AudioCore
import Foundation
import JSON
import Parser
import Recording
import TestSupport
import Testing

@Suite(
  "The log of a station in memory", .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct LogRecorderTests {
  @Test("joined, the files are the packets of the station; the line has loudness and titles")
  func whole() async throws {
    let scratch = try Scratch()
    var limits = TimeShiftBuffer.Limits(
      maximumDuration: .seconds(3600), maximumBytes: 64 << 20, startDuration: .zero, resumeDuration: .zero)
    limits.past = .seconds(60)
    let buffer = TimeShiftBuffer(limits: limits)
    buffer.connectionBegan(isLive: true)
    var parser = StreamParser(source: "test")
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 60), as: .mp3(kilobits: 128))
    let packets = try (parser.feed(bytes) + parser.finish()).packets
    let settings = LogSettings(
      of: "Test FM", in: RecordingFolder(scratch.path("log")), division: try #require(LogDivision("24h")))
    let recorder = LogRecorder(
      of: RecordedSource(buffer: buffer, name: "Test FM", address: ""), settings: settings,
      index: try LogIndex(in: settings.folder), report: { _ in })
    try recorder.start()
    try await buffer.append(.metadata(StreamMetadata(title: "Artist - One")))
    for part in stride(from: 0, to: packets.count, by: 40) {
      try await buffer.append(packets[part..<min(part + 40, packets.count)].map { .packet($0) })
      while case .element = buffer.pull() {}
      _ = buffer.noteHeard(buffer.place)
      recorder.wakeUp()
    }
    recorder.stop()
    #expect(await recorder.waitUntilEnded(limit: .seconds(30) * TestTime.waitScale))
    #expect(recorder.failure == nil && recorder.readPlace > 59_000_000_000)
    // Two files where the test runs at midnight.
    let lines = try scratch.read("log/Test FM/log.jsonl").split(separator: UInt8(ascii: "\n")).map { line in
      try #require(LogLine(json: try JSONReader.read(Array(line))))
    }
    #expect((1...2).contains(lines.count))
    var joined: [[UInt8]] = []
    for line in lines {
      var parser = StreamParser(source: line.file)
      let found = try (parser.feed(scratch.read("log/Test FM/" + line.file)) + parser.finish()).packets
      let count = Int((line.seconds * 44100 / 1152).rounded())
      #expect(found.count - count <= 5)
      joined += found.suffix(count).map(\.bytes)
      #expect(line.titles.first?.title == "Artist - One" && line.gaps.isEmpty && line.codec == "mp3")
      #expect(line.loudness.map { (-40 ... -5).contains($0) } ?? false, "\(line)")
    }
    let isSame = joined == packets.map(\.bytes)
    #expect(isSame, "\(joined.count) of \(packets.count) packets")
  }
}
