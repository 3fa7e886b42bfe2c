import Glibc
import Player
import TestSupport
import Testing

/// Tests of the judge of clicks that other tests use.
@Suite("Steps between the samples of a tone")
struct SampleStepsTests {
  private static let rate = 44100

  /// A second of a tone of 1 kHz, 16-bit stereo, that has gain `gain(n)` in frame n. `offset(n)` frames are left out
  /// before frame n.
  private func tone(gain: (Int) -> Double, offset: (Int) -> Int = { (_: Int) -> Int in 0 }) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in 0..<Self.rate {
      for channel in 0..<2 {
        let cycles: Double = Double(frame + offset(frame)) * 1000 / Double(Self.rate) + Double(channel) / 8
        let value = Int16((gain(frame) * 16384 * sin(2 * Double.pi * cycles)).rounded())
        bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    return bytes
  }

  @Test("a gain that jumps at any phase is one step at its frame, as large as the tone changes")
  func jump() {
    for place in 20000..<20045 {
      let steps = SampleSteps(
        tone(gain: { (frame: Int) -> Double in frame < place ? 1 : 0.8 }), frequency: 1000, least: 0.01)
      #expect(steps.all.count == 1, "\(steps)")
      #expect(steps.all.first.map { (place...place + 1).contains($0.frame) } == true, "\(steps)")
      #expect(steps.largest > 0.03 && steps.largest < 0.101, "\(steps)")
    }
  }

  @Test("ramps of 20 ms from and to silence are not steps")
  func ramps() {
    let sweep = Double(Self.rate) * (GainRamp.fullSweep / .seconds(1))
    let steps = SampleSteps(
      tone(gain: { (frame: Int) -> Double in
        min(1, Double(frame) / sweep, max(0, Double(30000 - frame) / sweep))
      }), frequency: 1000, least: 0.001)
    #expect(steps.all.isEmpty, "\(steps)")
  }

  @Test("missing frames and a beginning without a ramp are steps")
  func missing() {
    let cut = SampleSteps(
      tone(gain: { (_: Int) -> Double in 1 }, offset: { (frame: Int) -> Int in frame < 10000 ? 0 : 5 }),
      frequency: 1000)
    #expect(cut.all.map(\.frame) == [10000], "\(cut)")
    let begun = SampleSteps(tone(gain: { (frame: Int) -> Double in frame < 10000 ? 0 : 1 }), frequency: 1000)
    #expect(begun.all.map(\.frame) == [10000], "\(begun)")
  }
}
