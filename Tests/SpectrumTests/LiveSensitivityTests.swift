import Foundation
import Spectrum
import Testing

@Suite("The automatic sensitivity of live views")
struct LiveSensitivityTests {
  /// The decibels after `seconds` of sound whose loudest band has `level`, in `framesPerSecond`, and all values before.
  private func play(
    _ level: Float, seconds: Double, framesPerSecond: Double = 30, into sensitivity: inout LiveSensitivity
  ) -> Set<Float> {
    var seen: Set<Float> = []
    for _ in 0..<Int(seconds * framesPerSecond) {
      sensitivity.follow(level, passed: 1 / framesPerSecond)
      seen.insert(sensitivity.decibels)
    }
    return seen
  }

  @Test("it follows by time, not by frames, in steps of 5 dB", arguments: [4.0, 20, 30, 60])
  func steps(framesPerSecond: Double) {
    var one = LiveSensitivity()
    let seen = play(-40, seconds: 40, framesPerSecond: framesPerSecond, into: &one)
    let loudness = -40 + 26 * exp(-40 / 8.0)
    #expect(abs(Double(one.decibels) - (-14 - loudness)) <= 4)
    #expect(seen.allSatisfy { $0.truncatingRemainder(dividingBy: 5) == 0 } && seen.count > 3)
  }

  @Test("it is upwards faster than downwards; silence leaves it, and it has ends")
  func range() {
    var one = LiveSensitivity()
    _ = play(-100, seconds: 20, into: &one)
    #expect(one.decibels == 0)
    _ = play(-64, seconds: 100, into: &one)
    #expect(one.decibels == 30)
    _ = play(-100, seconds: 100, into: &one)
    #expect(one.decibels == 30)
    _ = play(0, seconds: 3, into: &one)
    #expect(one.decibels == -10, "within some seconds of loud sound")
  }
}
