import AudioCore
import Foundation
import Glibc
import JSON
import NIOCore
import Parser
import Recording
import Synchronization
import TestSupport
import Testing

@Suite("The files of a log", .timeLimit(.minutes(5 * TestTime.waitScale)))
struct LogWriterTests {
  /// A disk, and a clock for attempts to write to it.
  private final class Disk: Sendable {
    struct State {
      var isFull = false
      var now = ContinuousClock.now
      var events: [StationLogEvent] = []
    }

    let state = Mutex(State())

    var calls: RecordingFile.Calls {
      var calls = RecordingFile.Calls()
      calls.write = { descriptor, bytes, count in
        guard self.state.withLock({ $0.isFull }) else { return Glibc.write(descriptor, bytes, count) }
        errno = ENOSPC
        return -1
      }
      return calls
    }

    var events: [StationLogEvent] { state.withLock { $0.events } }
    func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
    func wait(_ time: Duration) { state.withLock { $0.now = $0.now.advanced(by: time) } }
  }

  private let scratch: Scratch
  private let settings: LogSettings
  private let disk = Disk()

  init() throws {
    scratch = try Scratch()
    var settings = LogSettings(
      of: "Test: FM", in: RecordingFolder(scratch.path("Radio")), division: try #require(LogDivision("1h")))
    settings.clock = ZoneClock.berlin
    self.settings = settings
  }

  private func writer(_ settings: LogSettings? = nil, measures: Bool = false) throws -> LogWriter {
    let settings = settings ?? self.settings
    return LogWriter(
      settings: settings,
      source: RecordedSource(buffer: TimeShiftBuffer(), name: "Test: FM", address: "http://radio.test/live"),
      index: try LogIndex(in: settings.folder), measures: measures, calls: disk.calls,
      now: { [disk] in disk.state.withLock { $0.now } },
      report: { [disk] event in disk.state.withLock { $0.events.append(event) } })
  }

  private func splitter() -> LogSplitter { LogSplitter(settings.division, clock: settings.clock) }

  private static func write(_ parts: [LogSplitter.Output], to writer: LogWriter) throws {
    for part in parts { try writer.write(part) }
  }

  private var files: [String] {
    (FileManager.default.enumerator(atPath: settings.folder.path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  private var lines: [LogLine] {
    get throws {
      let bytes = scratch.read("Radio/Test - FM/log.jsonl")
      return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
        try #require(LogLine(json: try JSONReader.read(Array(line))))
      }
    }
  }

  private func frames(_ name: String) -> [[UInt8]] { LogStation.frames(in: scratch.read("Radio/Test - FM/" + name)) }

  @Test(
    "48 h over both changes of the clock, with --delete-after 12 h: joined, the files that are left are the end of the stream",
    arguments: [ZoneClock.summer - 24 * 3600, ZoneClock.winter - 24 * 3600])
  func days(start: Int) throws {
    var settings = settings
    settings.deleteAfter = .seconds(12 * 3600)
    var station = LogStation(at: Double(start))
    var splitter = splitter()
    let writer = try writer(settings)
    for _ in 0..<48 * 60 { try Self.write(splitter.add(station.send(60)), to: writer) }
    try Self.write(splitter.finish(), to: writer)
    writer.finish()
    let lines = try lines
    #expect(lines.count == 48 && Set(lines.map(\.file)).count == 48)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.end == $1.begin })
    #expect(lines.allSatisfy { $0.seconds == 3600 && $0.gaps.isEmpty && $0.codec == "aac" })
    // Those that ended more than 12 h before the last one began are gone; their lines are not.
    let left = lines.suffix(14).map(\.file)
    #expect(files == (left + ["log.jsonl"]).sorted())
    var joined: [[UInt8]] = []
    for name in left {
      // One frame before the span, for decoders.
      joined += frames(name).suffix(3600)
      #expect(frames(name).count == 3601)
    }
    #expect(joined == station.packets.suffix(14 * 3600).map(\.bytes))
    #expect(lines.suffix(14).allSatisfy { $0.size == scratch.size("Radio/Test - FM/" + $0.file) })
  }

  @Test("a line has titles, reconnections and gaps at their places")
  func line() throws {
    let start = Double(ZoneClock.summer)
    var station = LogStation(at: start)
    var splitter = splitter()
    let writer = try writer()
    try Self.write(splitter.add([station.title("One\u{7}\nmore")] + station.send(10)), to: writer)
    try Self.write(splitter.add([station.title("Two")] + station.send(5)), to: writer)
    station.reconnect(after: 20)
    try Self.write(splitter.add(station.send(5)), to: writer)
    station.reconnect(after: 1, isJoined: true)
    try Self.write(splitter.add(station.send(5)) + splitter.finish(), to: writer)
    writer.finish()
    let line = try #require(try lines.first)
    #expect(line.titles.map(\.title) == ["One more", "Two"] && line.titles.map(\.place) == [0, 10], "\(line.titles)")
    #expect(line.gaps == [LogLine.Gap(begin: start + 14, end: start + 35, place: 15, cause: .connection)])
    #expect(line.reconnections.map(\.place) == [15, 20])
    #expect(line.begin == start && line.seconds == 25 && line.file == "2026-03-29 03-00+0200.aac")
    #expect(frames(line.file) == station.packets.map(\.bytes))
    #expect(disk.events == [.finished(path: settings.folder.path + "/" + line.file)])
  }

  @Test("a full disk does not end a log: it says so once, notes the gap, and goes on when there is space")
  func full() throws {
    let start = Double(ZoneClock.summer)
    var station = LogStation(at: start)
    var splitter = splitter()
    let writer = try writer()
    try Self.write(splitter.add(station.send(3000)), to: writer)
    disk.fill(true)
    try Self.write(splitter.add(station.send(700)), to: writer)  // over the full hour
    disk.wait(.seconds(11))
    try Self.write(splitter.add(station.send(100)), to: writer)
    disk.fill(false)
    disk.wait(.seconds(11))
    try Self.write(splitter.add([station.title("Back")] + station.send(50)) + splitter.finish(), to: writer)
    writer.finish()
    let all = disk.events
    let failures = all.filter { if case .stopsWriting = $0 { true } else { false } }
    #expect(failures.count == 1 && "\(failures)".contains("the disk is full"), "\(all)")
    #expect(all.contains(.goesOn) && !files.contains { $0.hasSuffix(".part") }, "\(files)")
    let lines = try lines
    try #require(lines.count == 2, "\(lines)")
    let (first, last) = (lines[0], lines[1])
    #expect(first.file == "incomplete/2026-03-29 03-00+0200.aac" && first.seconds == 3000 && first.end == start + 2999)
    #expect(frames(first.file) == station.packets.prefix(3000).map(\.bytes))
    #expect(last.file == "2026-03-29 04-00+0200.aac" && last.begin == start + 3800 && last.seconds == 50)
    #expect(frames(last.file) == station.packets.suffix(Int(last.seconds)).map(\.bytes))
    #expect(last.gaps == [LogLine.Gap(begin: start + 2999, end: start + 3800, place: 0, cause: .disk)])
    #expect(last.titles.map(\.title) == ["Back"])
  }

  @Test("a program that was killed leaves a file: the next one gives it a name and a line, and the gap is noted")
  func killed() throws {
    let start = Double(ZoneClock.summer)
    var station = LogStation(at: start)
    do {
      var splitter = splitter()
      let writer = try writer()
      try Self.write(splitter.add([station.title("One")] + station.send(40000 / 15)), to: writer)
    }
    let part = settings.folder.path + "/2026-03-29 03-00+0200.aac.part"
    try #require(files == ["2026-03-29 03-00+0200.aac.part", "log.jsonl", "log.part"], "\(files)")
    // What was in memory is lost; the time of the file is that of its last sound.
    try Data([UInt8](repeating: 1, count: 300)).write(to: URL(fileURLWithPath: part))
    chmod(part, 0o600)
    var times = [
      timeval(tv_sec: ZoneClock.summer + 500, tv_usec: 0), timeval(tv_sec: ZoneClock.summer + 500, tv_usec: 0),
    ]
    utimes(part, &times)
    let index = try LogIndex(in: settings.folder)
    #expect(try index.recover() == ["incomplete/2026-03-29 03-00+0200.aac"])
    #expect(try index.recover().isEmpty)
    var line = try #require(try lines.first)
    #expect(try lines.count == 1 && line.isCutOff && line.size == 300 && line.titles.map(\.title) == ["One"])
    #expect(line.begin == start && line.end == start + 500 && index.end == start + 500)
    station.reconnect(after: 10)
    let writer = LogWriter(
      settings: settings, source: RecordedSource(buffer: TimeShiftBuffer(), name: "Test: FM", address: ""),
      index: index,
      measures: false, report: { _ in })
    var splitter = splitter()
    try Self.write(splitter.add(station.send(5)) + splitter.finish(), to: writer)
    writer.finish()
    line = try #require(try lines.last)
    #expect(line.file == "2026-03-29 03-00+0200.aac" && !line.isCutOff)
    #expect(line.gaps == [LogLine.Gap(begin: start + 500, end: line.begin, place: 0, cause: .stopped)])
  }

  @Test("a program that was killed between a file and its line: the next one adds the line")
  func killedBeforeLine() throws {
    var station = LogStation(at: Double(ZoneClock.summer))
    var splitter = splitter()
    let writer = try writer()
    try Self.write(splitter.add(station.send(5)), to: writer)
    let draft = scratch.read("Radio/Test - FM/log.part")
    try Self.write(splitter.finish(), to: writer)
    writer.finish()
    let name = "2026-03-29 03-00+0200.aac"
    let line = try #require(try lines.first)
    try scratch.write([], as: "Radio/Test - FM/log.jsonl")
    try scratch.write(draft, as: "Radio/Test - FM/log.part")
    withExtendedLifetime(writer) {}
    let other = LogSettings(of: "Test: FM", in: RecordingFolder(scratch.path("Radio")), division: settings.division)
    try FileManager.default.copyItem(atPath: other.folder.path, toPath: scratch.path("copy"))
    let index = try LogIndex(in: RecordingFolder(scratch.path("copy")))
    #expect(try index.recover().isEmpty)
    let added = String(decoding: scratch.read("copy/log.jsonl"), as: UTF8.self)
    #expect(
      added.contains("\"file\":\"\(name)\",\"size\":\(line.size)") && added.contains("\"cutOff\":true"), "\(added)")
  }

  @Test("sound that no file has is refused")
  func noForm() throws {
    let packet = Packet(
      codec: .alac, bytes: [1], headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 44100,
      bitRate: 8,
      isDiscontinuity: true)
    let element = PlacedElement(element: .packet(packet), start: 0, receivedAt: Double(ZoneClock.summer))
    var splitter = splitter()
    let writer = try writer()
    #expect(throws: RecordingError.noForm(codec: .alac)) { try Self.write(splitter.add([element]), to: writer) }
  }
}
