import RadioModel
import Testing

@Suite("The retry limit")
struct RetryLimitTests {
  @Test(
    "a retry limit is never, forever or a number, and nothing else",
    arguments: [
      ("never", RetryLimit.never), ("forever", .forever), ("0", .never), ("12", .times(12)), ("-1", nil), ("+1", nil),
      ("", nil), ("ever", nil), ("1.5", nil), ("99999999999999999999", nil),
    ])
  func words(text: String, limit: RetryLimit?) { #expect(RetryLimit(text) == limit) }
}
