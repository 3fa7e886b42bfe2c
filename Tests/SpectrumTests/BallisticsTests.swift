import AudioCore
import Glibc
import Spectrum
import Testing

@Suite struct BallisticsTests {
  @Test("rta heights run from −70 dBFS to −10 dBFS and are clipped beyond")
  func rtaHeights() {
    var heights = [Float](repeating: 9, count: 6)
    RTABallistics.heights(of: [-120, -70, -40, -10, 0, -55], into: &heights)
    #expect(heights == [0, 0, 0.5, 1, 1, 0.25])
  }

  @Test("rta bars rise at once and fall 20 dB in 250 ms, by the frames' time", arguments: [0.01, 0.023, 0.1])
  func rtaFall(step: Double) {
    var ballistics = RTABallistics(count: 1)
    var bars: [Float] = [0]
    ballistics.advance([0.2], at: 5, into: &bars)
    #expect(bars == [0.2])
    ballistics.advance([1], at: 5 + step, into: &bars)
    #expect(bars == [1])
    for i in 1...100 {
      ballistics.advance([0.1], at: 5 + step + Double(i) * step, into: &bars)
      #expect(abs(bars[0] - max(0.1, Float(1 - Double(i) * step / 0.25 * 20 / 60))) < 1e-4)
    }
  }

  @Test("springradio bars move half of the distance with each frame, from 0, and exceed 1")
  func springRadio() {
    var ballistics = SpringRadioBallistics(count: 2)
    var bars: [Float] = [0, 0]
    for expected in [[2, 0.25], [3, 0.375], [3.5, 0.4375]] as [[Float]] {
      ballistics.advance([4, 0.5], into: &bars)
      #expect(bars == expected)
    }
    ballistics.advance([0, 0], into: &bars)
    #expect(bars == [1.75, 0.21875])
  }

  /// A frame whose every band has this level and height.
  private func frame(level: Float = -120, height: Float = 0) -> SpectrumFrame {
    var frame = SpectrumFrame(rows: 1, bands: 2)
    frame.levels = [level, level]
    frame.heights = [height, height]
    return frame
  }

  @Test("live bars and caps move by time: 25, 60 and 144 pictures a second show the same", arguments: [25, 60, 144])
  func liveByTime(rate: Int) {
    var live = LiveBallistics(profile: .rta, rows: 1, bands: 2, interpolates: false)
    live.feed(frame(level: -10), at: 0)
    live.advance(to: 0)
    #expect(live.bars == [1, 1] && live.caps == [1, 1])
    live.feedSilence(at: 0)
    for i in 1...2 * rate {
      let time = Double(i) / Double(rate)
      live.advance(to: time)
      #expect(abs(live.bars[0] - Float(max(1 - time * 20 / 0.25 / 35, 0))) < 1e-4)
      let fallen = max(time - 0.5, 0)
      #expect(abs(live.caps[0] - Float(max(1 - fallen * fallen, 0))) < 1e-4)
    }
    #expect(live.bars == [0, 0] && live.caps == [0, 0])
  }

  @Test("a cap holds its peak for half a second and never lies below its bar")
  func caps() {
    var live = LiveBallistics(profile: .rta, rows: 1, bands: 2, interpolates: false)
    live.feed(frame(level: -30), at: 0)
    live.advance(to: 0)
    let top = live.caps[0]
    live.feedSilence(at: 0.01)
    live.advance(to: 0.49)
    #expect(live.caps[0] == top && live.bars[0] < top)
    live.advance(to: 0.7)
    #expect(live.caps[0] < top)
    live.feed(frame(level: -20), at: 0.71)
    live.advance(to: 0.71)
    #expect(live.caps == live.bars)
  }

  @Test(
    "springradio live bars are clipped, and move half the distance in a hop of the iOS app, at any picture rate")
  func liveSpringRadio() {
    let hop = 1024.0 / 44_100
    for parts in [1, 2, 5] {
      var live = LiveBallistics(profile: .springradio, rows: 1, bands: 2, interpolates: false)
      live.feed(frame(height: 3), at: 0)
      live.advance(to: 0)
      #expect(live.bars == [1, 1])
      live.feed(frame(height: 0.2), at: 0)
      for i in 1...parts { live.advance(to: hop * Double(i) / Double(parts)) }
      #expect(abs(live.bars[0] - 0.6) < 1e-5)
      #expect(live.sensitivity == 0)
    }
  }

  @Test("the automatic sensitivity lifts a soft station slowly, leaves silence alone and stays in its range")
  func sensitivity() {
    var live = LiveBallistics(profile: .rta, rows: 1, bands: 2, interpolates: false)
    func play(_ level: Float, seconds: Double, from start: Double) -> Double {
      for i in 0..<Int(seconds * 60) { live.feed(frame(level: level), at: start + Double(i) / 60) }
      return start + seconds
    }
    var time = play(-35, seconds: 1, from: 0)
    #expect(live.sensitivity == 0)
    time = play(-35, seconds: 2, from: time)
    #expect(live.sensitivity == 5)
    time = play(-35, seconds: 60, from: time)
    #expect(live.sensitivity == 20)
    // The scale stands still while the sound differs little.
    for level in [-37, -33, -36, -34] as [Float] {
      time = play(level, seconds: 30, from: time)
      #expect(live.sensitivity == 20)
    }
    let held = live.sensitivity
    time = play(-90, seconds: 60, from: time)
    #expect(live.sensitivity == held)
    time = play(-64, seconds: 100, from: time)
    #expect(live.sensitivity == 30)
    time = play(0, seconds: 30, from: time)
    #expect(live.sensitivity == -10)
  }

  @Test("the gain of springradio bars lets a soft station fill the height, leaves silence alone and is limited")
  func springRadioGain() {
    var live = LiveBallistics(profile: .springradio, rows: 1, bands: 2, interpolates: false)
    var time = 0.0
    /// Plays a band of this height and one of half of it; returns the lower bar.
    func play(_ height: Float, seconds: Double) -> Float {
      var frame = frame(height: height)
      frame.heights[1] = height / 2
      for _ in 0..<Int(seconds * 60) {
        live.feed(frame, at: time)
        live.advance(to: time)
        time += 1.0 / 60
      }
      return live.bars[1]
    }
    #expect(play(0.1, seconds: 0.2) < 0.08)
    #expect(play(0.1, seconds: 5) > 0.4)
    #expect(abs(play(0.1, seconds: 60) - 0.75) < 0.02)
    #expect(live.bars[0] == 1)
    #expect(play(0.003, seconds: 60) < 0.1)
    #expect(play(0.01, seconds: 100) < 0.125)
    #expect(play(5, seconds: 10) == 1)
    #expect(live.sensitivity == 0)
  }

  @Test("between two frames interpolated bars rise on a straight line, with one frame's delay")
  func interpolation() {
    var live = LiveBallistics(profile: .rta, rows: 1, bands: 2, interpolates: true)
    live.feed(frame(level: -45), at: 0)
    live.feed(frame(level: -45), at: 0.02)
    live.feed(frame(level: -20), at: 0.04)
    let gain = live.sensitivity
    for (time, level) in [(0.04, -45), (0.045, -38.75), (0.05, -32.5), (0.06, -20), (0.07, -20)] as [(Double, Float)] {
      live.advance(to: time)
      #expect(abs(live.bars[0] - max((level + gain + 45) / 35, 0)) < 1e-4)
    }
  }

  @Test(
    "the live view changes no number of a frame, and accepts any frame", arguments: SpectrumOptions.Profile.allCases)
  func harmless(profile: SpectrumOptions.Profile) {
    var live = LiveBallistics(profile: profile, rows: 2, bands: 2, interpolates: true)
    var odd = SpectrumFrame(rows: 2, bands: 2)
    odd.levels = [.nan, .infinity, -.infinity, 300]
    odd.heights = odd.levels
    let before = odd.bars
    live.feed(odd, at: 1)
    live.advance(to: 1)
    live.feed(frame(), at: 0.5)
    live.advance(to: 0.5)
    live.feed(odd, at: 1.01)
    live.advance(to: 1.02)
    #expect(odd.bars == before)
    #expect(live.bars.allSatisfy { (0...1).contains($0) } && live.caps.allSatisfy { (0...1).contains($0) })
  }
}
