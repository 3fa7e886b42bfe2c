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
    let log = EventLog(logger: written.logger, threshold: LogThreshold(level), logsEnds: true)
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
