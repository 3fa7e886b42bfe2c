import Radio
import Testing

@Suite("The gain of sound that was written")
struct VolumeTurnsTests {
  private let rate = 44100

  @Test("the gain changes from the frame of a turn on, with the slope of a ramp from 0 to 1 in 20 ms")
  func way() {
    var turns = VolumeTurns()
    turns.append(.init(frame: 0, from: 0, target: 1))
    turns.append(.init(frame: 44100, from: 1, target: 0.5))
    for (frame, gain) in [
      (0, 0), (441, 0.5), (882, 1), (44099, 1), (44100, 1), (44321, 0.75), (44541, 0.5), (90000, 0.5),
    ]
      as [(Int, Float)]
    {
      #expect(abs(turns.gain(at: frame, rate: rate) - gain) < 0.002, "\(frame)")
    }
  }

  @Test("when sound is replaced, its turns are removed")
  func cut() {
    var turns = VolumeTurns()
    turns.append(.init(frame: 0, from: 1, target: 1))
    turns.append(.init(frame: 1000, from: 1, target: 0))
    turns.append(.init(frame: 5000, from: 0, target: 1))
    turns.cut(at: 1000)
    #expect(turns.gain(at: 9000, rate: rate) == 1)
    turns.append(.init(frame: 500, from: 1, target: 0.25))
    #expect(turns.gain(at: 9000, rate: rate) == 0.25)
  }

  @Test("after a thousand turns, not all of which are kept, the gain at the last ones is right")
  func bound() {
    var turns = VolumeTurns()
    for number in 0..<1000 { turns.append(.init(frame: number * 1000, from: 0, target: Float(number % 2))) }
    #expect(turns.gain(at: 999_999, rate: rate) == 1)
    #expect(turns.gain(at: 998_999, rate: rate) == 0)
  }
}
