import Radio
import Testing

@Suite("Pauses between two reads of the network")
struct NetworkRestTests {
  @Test(
    "a pause is 2/3 of the buffered sound beyond 1 s until playback settles, then all beyond 0.5 s, at most 1 s",
    arguments: [
      (0.0, false, 0.0), (0.9, false, 0), (1.6, false, 0.4), (2.5, false, 1), (20, false, 1),
      (0.0, true, 0.0), (0.5, true, 0), (0.9, true, 0.4), (1.5, true, 1), (20, true, 1),
    ])
  func length(seconds: Double, isSettled: Bool, expected: Double) {
    #expect(abs(Reception.pause(on: seconds, isSettled: isSettled) / .seconds(1) - expected) < 1e-9)
  }

  @Test("a pause is never longer than the buffered sound")
  func bound() {
    for seconds in stride(from: 0.0, through: 5, by: 0.01) {
      for isSettled in [false, true] {
        #expect(Reception.pause(on: seconds, isSettled: isSettled) <= .seconds(seconds))
      }
    }
  }
}
