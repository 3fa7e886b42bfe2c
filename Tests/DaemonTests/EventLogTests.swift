import AudioCore
import Daemon
import Logging
import RadioModel
import TestSupport
import Testing

@Suite("The log of the player's events")
struct EventLogTests {
  /// Returns what a log of `events` gives to its logger; it writes lines from `level` on.
  private static func lines(_ level: Logger.Level, _ events: [TunerEvent]) -> [LogEvent] {
    let written = CollectedLog()
    let log = EventLog(logger: written.logger, threshold: LogThreshold(level))
    for event in events { log.record(event) }
    return written.events
  }

  @Test("each event names its module, and has its values as metadata")
  func values() throws {
    let lines = Self.lines(
      .notice,
      [
        .connecting(url: "http://a/"),
        .connected(url: "http://a/", name: "A", contentType: "audio/mpeg", announcedKilobits: 128),
        .playing(codec: .mp3, format: AudioFormat(sampleRate: 44_100, channels: 2)),
        .retrying(reason: "the connection is lost", after: .seconds(2)), .deviceFaults(3), .rebuffering,
      ])
    #expect(
      lines.map(\.source) == ["Downloader", "Downloader", "Downloader", "Reader", "Downloader", "Player", "Radio"])
    #expect(lines.map(\.level) == [.info, .notice, .debug, .notice, .warning, .warning, .warning])
    #expect(
      lines[1].metadata == ["url": "http://a/", "name": "A", "contentType": "audio/mpeg", "bitRate": "128 kbit/s"])
    #expect(lines[4].metadata == ["reason": "the connection is lost", "delay": "2 s"])
  }

  @Test("a source that failed for good is logged as an error, by the logger of ends when there is one")
  func ends() {
    let failure = TunerEvent.failed(.network(.status(404, host: "a", reason: "Not Found")))
    let written = CollectedLog()
    let kept = CollectedLog()
    let threshold = LogThreshold(.notice)
    for ends in [nil, kept.logger] {
      let log = EventLog(logger: written.logger, threshold: threshold, endLogger: ends)
      for event in [TunerEvent.connecting(url: "http://a/"), failure, .stopped, .ended] { log.record(event) }
    }
    let lines = kept.lines
    #expect(lines.count == 3 && lines[0].hasPrefix("error: ") && lines[0].contains("404"), "\(lines)")
    #expect(written.lines == ["info: connecting to http://a/"] + lines + ["info: connecting to http://a/"])
    #expect(kept.events.allSatisfy { $0.source == "Radio" })
  }

  @Test("a pause and each place that is moved to have a line, and a title that is heard again has none")
  func timeShift() {
    let lines = Self.lines(
      .notice,
      [.paused, .moved(to: .seconds(3723)), .titleAgain(StreamMetadata(title: "A - B")), .moved(to: .seconds(9))])
    #expect(lines.map { "\($0.message)" } == ["paused", "goes on at 1:02:03", "goes on at 0:09"])
    #expect(lines.map(\.level) == [.notice, .info, .info])
  }

  @Test("a line after a flood says how many were left out")
  func leftOut() {
    var limiter = LineLimiter()
    let start = ContinuousClock.now
    let first = (0..<10).map { _ in limiter.allow(at: start) }
    #expect(first.count { $0 == 0 } == 5 && first.count { $0 == nil } == 5)
    #expect(limiter.allow(at: start + .seconds(1)) == 5)
    #expect(limiter.allow(at: start + .seconds(2)) == 0)
    #expect(LineLimiter.remark(leftOut: 5) == " (5 more like it left out)" && LineLimiter.remark(leftOut: 0).isEmpty)
  }

  @Test("a flood of events gives a few lines and costs little, and lines that are not written take no place of others")
  func flood() {
    let before = ProcessorTime.seconds
    let events = (0..<20_000).flatMap { _ -> [TunerEvent] in
      [.connecting(url: "http://a/"), .retrying(reason: "refused", after: .zero), .detail("left out")]
    }
    let lines = Self.lines(.notice, events)
    #expect(lines.count < 60, "\(lines.count) lines")
    #expect(lines.count { $0.level == .warning } >= 5)
    #expect(ProcessorTime.seconds - before < 2 * Double(TestTime.scale))
    // Five connections: their info and debug lines do not take the place of the notices that are written.
    let connections = (0..<5).flatMap { _ -> [TunerEvent] in
      [
        .connecting(url: "http://a/"),
        .connected(url: "http://a/", name: nil, contentType: nil, announcedKilobits: nil),
      ]
    }
    #expect(Self.lines(.notice, connections).count { $0.level == .notice } == 5)
  }
}
