import AudioCore
import Testing

@Suite("durations as text")
struct DurationTextTests {
  @Test(
    "seconds and numbers with a unit are durations",
    arguments: [
      ("90", .seconds(90)), ("90s", .seconds(90)), ("10m", .seconds(600)), ("2h", .seconds(7200)), ("0", .zero),
      ("0s", .zero), ("2.5", .milliseconds(2500)), ("0.5m", .seconds(30)), ("1.5h", .seconds(5400)),
      ("1e3", .seconds(1000)), ("+30", .seconds(30)), (".5", .milliseconds(500)),
      ("3200000000", .seconds(3_200_000_000)),
    ] as [(String, Duration)])
  func durations(text: String, duration: Duration) {
    #expect(DurationText.duration(text) == duration)
  }

  @Test(
    "a duration is written with its greatest unit, and read again",
    arguments: [
      (.zero, "0s"), (.seconds(59), "59s"), (.seconds(600), "10m"), (.seconds(90), "90s"), (.seconds(7200), "2h"),
      (.seconds(2160), "36m"), (.milliseconds(2500), "2.5s"),
    ] as [(Duration, String)])
  func texts(duration: Duration, text: String) {
    #expect(DurationText.text(duration) == text)
    #expect(DurationText.duration(text) == duration)
  }

  @Test(
    "any other text is not a duration",
    arguments: [
      "", "s", "m", "x", "10 m", " 10", "10 ", "10d", "10ms", "10mm", "10S", "1h30m", "-1", "-1s", "inf", "nan",
      "infinity", "3200000001", "1e6h", "10,5", "٣",
    ])
  func otherTexts(text: String) {
    #expect(DurationText.duration(text) == nil)
  }
}
