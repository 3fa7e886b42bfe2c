import AudioCore
import Player
import Testing

@Suite struct VolumeTests {
  @Test("the volume is clamped to 0…100", arguments: [(-5, 0), (0, 0), (37, 37), (100, 100), (1000, 100)])
  func clamping(asked: Int, held: Int) {
    let control = VolumeControl()
    control.volume = asked
    #expect(control.volume == held)
    #expect(VolumeControl(volume: asked).volume == held)
  }

  @Test("gain is the cube of the volume", arguments: [(0, Float(0)), (10, 0.001), (50, 0.125), (100, 1)])
  func curve(volume: Int, gain: Float) {
    #expect(abs(VolumeControl.gain(volume: volume) - gain) < 1e-6)
    #expect(VolumeControl(volume: volume).gain == VolumeControl.gain(volume: volume))
  }

  @Test("mute silences and keeps the volume")
  func mute() {
    let control = VolumeControl(volume: 60)
    control.isMuted = true
    #expect(control.gain == 0)
    #expect(control.volume == 60)
    control.isMuted = false
    #expect(control.gain == VolumeControl.gain(volume: 60))
  }
}

@Suite struct GainRampTests {
  /// The largest step between neighbouring frames that a 20 ms sweep of a full-scale sample makes.
  private let largestStep = 1 / (0.02 * Float(44100)) * 1.001

  /// Applies the ramp to full-scale blocks of 100 frames. Returns all samples of the left channel.
  private func run(_ ramp: inout GainRamp, targets: [Float]) -> [Float] {
    var heard: [Float] = []
    for target in targets {
      var block = steady(1, frames: 100)
      ramp.apply(to: &block, target: target)
      for frame in 0..<100 { heard.append(block.samples[2 * frame]) }
      #expect((0..<100).allSatisfy { (frame: Int) -> Bool in block.samples[2 * frame] == block.samples[2 * frame + 1] })
    }
    return heard
  }

  @Test("a start, gain changes and a stop make no step that is audible as a click")
  func noClicks() {
    var ramp = GainRamp()
    let up = [Float](repeating: 1, count: 12)
    let heard = run(&ramp, targets: up + [0.3, 0.3, 0.9] + up + [0.1, 1, 0.2] + [Float](repeating: 0, count: 12))
    var previous: Float = 0
    let steps = heard.map { sample in
      defer { previous = sample }
      return abs(sample - previous)
    }
    #expect((steps.max() ?? 1) <= largestStep)
    #expect(heard[1199] == 1)
    #expect(heard.last == 0)
  }

  @Test("the ramp from silence to full gain takes 20 ms", arguments: [8000, 44100, 48000])
  func sweepLength(rate: Int) {
    var ramp = GainRamp()
    var block = steady(1, frames: rate / 10, format: AudioFormat(sampleRate: rate, channels: 1))
    ramp.apply(to: &block, target: 1)
    let length = block.samples.firstIndex(of: 1) ?? 0
    #expect(abs(length - rate / 50) <= 1)
  }

  @Test("at full volume samples pass unchanged")
  func transparency() {
    var ramp = GainRamp(gain: 1)
    let original = noise(frames: 4000)
    var block = original
    ramp.apply(to: &block, target: 1)
    #expect(block == original)
  }

  @Test(
    "samples beyond full scale are clipped",
    arguments: [(Float(1.5), Float(1)), (-3, -1), (0.99, 0.99), (.infinity, 1)])
  func clipping(sample: Float, expected: Float) {
    var ramp = GainRamp(gain: 1)
    var block = steady(sample, frames: 3)
    ramp.apply(to: &block, target: 1)
    #expect(block.samples.allSatisfy { $0 == expected })
  }

  @Test("a steady gain multiplies every sample")
  func multiplying() {
    var ramp = GainRamp(gain: 0.25)
    var block = steady(0.5, frames: 10)
    ramp.apply(to: &block, target: 0.25)
    #expect(block.samples.allSatisfy { $0 == 0.125 })
  }

  @Test("a block without frames changes nothing")
  func empty() {
    var ramp = GainRamp(gain: 0.5)
    var block = steady(1, frames: 0)
    ramp.apply(to: &block, target: 1)
    #expect(ramp.gain == 0.5)
    #expect(block.samples.isEmpty)
  }
}
