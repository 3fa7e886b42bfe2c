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
  }

  @Test("any number gives a text of 29 bytes", arguments: [-1, .nan, .infinity, -.infinity, 1e300])
  func bounded(time: Double) { #expect(ClockText.iso8601(time).utf8.count == 29) }
}
