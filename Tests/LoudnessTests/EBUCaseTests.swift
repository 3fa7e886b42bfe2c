import AudioCore
import Glibc
import Loudness
import Testing

/// The synthetic cases of EBU Tech 3341 and 3342. Cases 7 and 8 of 3341, and 5 and 6 of 3342, are recordings.
///
/// Momentary and short-term loudness are computed every 100 ms. In cases 13 and 14 the tone of 400 ms begins at a multiple of
/// 20 ms; those that do not begin with a block read up to 0.6 dB less, and are left out here.
@Suite("Cases of EBU Tech 3341 and 3342") struct EBUCaseTests {
  private typealias Stretch = LoudnessSound.Stretch

  private static let silence = -400.0

  struct Layout: Sendable {
    var levels: [Double]
    var mask: UInt64
  }

  struct Steps: Sendable {
    var levels: [Double]
    var range: Double
  }

  @Test("3341, 1 and 2: a tone has its level in all three", arguments: [-23.0, -33.0])
  func level(level: Double) throws {
    let meter = LoudnessSound.meter(LoudnessSound.tone([Stretch(20, level)]))
    for value in [meter.momentary, meter.shortTerm, meter.integrated] {
      #expect(abs(try #require(value) - level) < 0.05)
    }
  }

  @Test(
    "3341, 3 to 5: gates leave out what is soft",
    arguments: [
      [Stretch(10, -36), Stretch(60, -23), Stretch(10, -36)],
      [Stretch(10, -72), Stretch(10, -36), Stretch(60, -23), Stretch(10, -36), Stretch(10, -72)],
      [Stretch(20, -26), Stretch(20.1, -20), Stretch(20, -26)],
    ])
  func gates(stretches: [LoudnessSound.Stretch]) throws {
    let meter = LoudnessSound.meter(LoudnessSound.tone(stretches))
    #expect(abs(try #require(meter.integrated) + 23) < 0.1)
  }

  @Test(
    "3341, 6: channels of 5.0 and 5.1 have their weights",
    arguments: [
      Layout(levels: [-28, -28, -24, -30, -30], mask: 0x37),
      Layout(levels: [-28, -28, -24, -5, -30, -30], mask: 0x3F),
      Layout(levels: [-28, -28, -24, -5, -30, -30], mask: 0x60F),
    ])
  func surround(layout: Layout) throws {
    let samples = LoudnessSound.chord(layout.levels, seconds: 20)
    let meter = LoudnessSound.meter(samples, channels: layout.levels.count, mask: layout.mask)
    #expect(meter.isLayoutKnown)
    #expect(abs(try #require(meter.integrated) + 23) < 0.1)
  }

  @Test("3341, 9 and 12: a level that alternates within the window reads steady")
  func steady() {
    for (short, loud, soft, turns, window) in [(true, 1.34, 1.66, 5, 3.0), (false, 0.18, 0.22, 25, 1.0)] {
      let turn = [Stretch(loud, -20), Stretch(soft, -30)]
      let samples = LoudnessSound.tone((0..<turns).flatMap { _ in turn })
      var meter = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
      var (frames, readings) = (0, 0)
      LoudnessSound.feed(samples, to: &meter, channels: 2, blocks: [4800]) { meter in
        frames += 4800
        guard Double(frames) / 48_000 >= window, let value = short ? meter.shortTerm : meter.momentary else { return }
        readings += 1
        #expect(abs(value + 23) < 0.1)
      }
      #expect(readings > 60)
    }
  }

  @Test("3341, 10 and 11: the greatest short-term loudness is that of 3 s of tone, wherever it begins")
  func shortTerm() {
    var meter = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
    for step in 0..<20 {
      let alone = [Stretch(0.15 * Double(step), Self.silence), Stretch(3, -23), Stretch(1, Self.silence)]
      var fresh = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
      #expect(abs(greatest(\.shortTerm, of: LoudnessSound.tone(alone), in: &fresh) + 23) < 0.1)
      let level = -38 + Double(step)
      let part = [
        Stretch(0.15 * Double(step), Self.silence), Stretch(3, level), Stretch(3 - 0.15 * Double(step), Self.silence),
      ]
      #expect(abs(greatest(\.shortTerm, of: LoudnessSound.tone(part), in: &meter) - level) < 0.1)
    }
  }

  @Test("3341, 13 and 14: the greatest momentary loudness is that of 400 ms of tone")
  func momentary() {
    var meter = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
    for step in stride(from: 0, to: 20, by: 5) {
      let alone = [Stretch(0.02 * Double(step), Self.silence), Stretch(0.4, -23), Stretch(1, Self.silence)]
      var fresh = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
      #expect(abs(greatest(\.momentary, of: LoudnessSound.tone(alone), in: &fresh) + 23) < 0.1)
      let level = -38 + Double(step)
      let part = [
        Stretch(0.02 * Double(step), Self.silence), Stretch(0.4, level),
        Stretch(0.4 - 0.02 * Double(step), Self.silence),
      ]
      #expect(abs(greatest(\.momentary, of: LoudnessSound.tone(part), in: &meter) - level) < 0.1)
    }
  }

  @Test(
    "3341, 15 to 19: the true peak of a tone is its amplitude, wherever its samples are",
    arguments: [(4.0, 0.0, 0.5), (4, 45, 0.5), (6, 60, 0.5), (8, 67.5, 0.5), (4, 45, 1.41)])
  func truePeak(part: Double, phase: Double, amplitude: Double) {
    for rate in [48_000, 44_100] {
      let frames = rate / 2
      let samples = (0..<frames).flatMap { frame -> [Float] in
        let fade = min(Double(frame), Double(frames - frame), 500) / 500
        let value = Float(fade * amplitude * sin(2 * Double.pi * (Double(frame) / part + phase / 360)))
        return [value, value]
      }
      let difference = LoudnessSound.meter(samples, rate: rate).truePeak - 20 * log10(amplitude)
      #expect(difference > -0.4 && difference < 0.2)
    }
  }

  @Test("3341, 20 to 23: one louder cycle reads the same with any offset of the samples", arguments: 0..<4)
  func burst(offset: Int) {
    // At 4 × the rate: a tone at a sixth of the rate, and in its middle one cycle at a quarter, twice as loud.
    let fast = (0..<4800).map { frame -> Double in
      let (slow, start) = (24, 2400)
      guard frame >= start, frame < start + 16 else {
        let place = frame < start ? frame : frame - 16
        return 0.5 * sin(2 * Double.pi * Double(place) / Double(slow))
      }
      return sin(2 * Double.pi * Double(frame - start) / 16)
    }
    // Below half of the rate, by a sinc function under a Hann window of 256 places.
    let samples = stride(from: 400 + offset, to: 4400, by: 4).flatMap { place -> [Float] in
      let value = (-128...128).reduce(0.0) { sum, distance in
        let x = Double(distance) / 4
        let sinc = distance == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x)
        return sum + fast[place + distance] * sinc * (0.5 + 0.5 * cos(Double.pi * Double(distance) / 129)) / 4
      }
      return [Float(value), Float(value)]
    }
    let peak = LoudnessSound.meter(samples).truePeak
    #expect(peak > -0.4 && peak < 0.2)
  }

  @Test(
    "3342, 1 to 4: the range of steps",
    arguments: [
      Steps(levels: [-20, -30], range: 10), Steps(levels: [-20, -15], range: 5), Steps(levels: [-40, -20], range: 20),
      Steps(levels: [-50, -35, -20, -35, -50], range: 15),
    ])
  func range(steps: Steps) throws {
    let meter = LoudnessSound.meter(LoudnessSound.tone(steps.levels.map { Stretch(20, $0) }))
    #expect(abs(try #require(meter.range) - steps.range) < 0.2)
  }

  /// The greatest value at any end of a block of 100 ms.
  private func greatest(
    _ value: KeyPath<LoudnessMeter, Double?>, of samples: [Float], in meter: inout LoudnessMeter
  ) -> Double {
    var greatest = -Double.infinity
    LoudnessSound.feed(samples, to: &meter, channels: 2, blocks: [480]) {
      if let reading = $0[keyPath: value] { greatest = max(greatest, reading) }
    }
    return greatest
  }
}
