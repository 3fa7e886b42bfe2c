import AudioCore
import Foundation
import Testing

@Suite("The wall clock's time as text")
struct ClockTextTests {
  @Test(
    "Foundation reads the text back, to the millisecond",
    arguments: [0, 1_795_531_531.25, 1_600_000_000.999, 86_399.9996])
  func reads(time: Double) throws {
    let text = ClockText.iso8601(time)
    #expect(text.firstMatch(of: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/) != nil, "\(text)")
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let date = try #require(formatter.date(from: text))
    #expect(abs(date.timeIntervalSince1970 - time) < 0.001)
    let read = try #require(ClockText.time(ofISO8601: text))
    #expect(abs(read - time) < 0.001)
  }

  @Test(
    "times of other zones are read",
    arguments: [
      ("2026-11-21T14:02:03.456+01:00", 1_795_266_123.456), ("2026-11-21T08:32:03.456-04:30", 1_795_266_123.456),
      ("1970-01-01T00:00:00.000+00:00", 0), ("2024-02-29T23:59:59.999+00:00", 1_709_251_199.999),
    ])
  func zones(text: String, time: Double) throws {
    let read = try #require(ClockText.time(ofISO8601: text))
    #expect(abs(read - time) < 0.0001)
  }

  @Test(
    "other texts are not times",
    arguments: [
      "", "x", "2026-11-21", "2026-11-21T14:02:03+01:00", "2026-11-21T14:02:03.456Z", "2026-11-21T14:02:03.456+01:00 ",
      "2026-11-21 14:02:03.456+01:00", "2026-11-21T14:02:03.4567+01:00", "+026-11-21T14:02:03.456+01:00",
      "2026-11-21T14:02:03.456+0100", "٢٠٢٦-11-21T14:02:03.456+01:00",
    ])
  func others(text: String) { #expect(ClockText.time(ofISO8601: text) == nil) }

  @Test("any number gives a text of 29 bytes", arguments: [-1, .nan, .infinity, -.infinity, 1e300])
  func bounded(time: Double) { #expect(ClockText.iso8601(time).utf8.count == 29) }
}
