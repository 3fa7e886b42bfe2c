import AudioCore
import Glibc
import Loudness
import TestSupport
import Testing

@Suite struct LoudnessMeterTests {
  private typealias Stretch = LoudnessSound.Stretch

  private struct Reading: Equatable {
    var momentary, shortTerm, integrated, range: Double?
    var truePeaks: [Double]

    init(_ meter: LoudnessMeter) {
      (momentary, shortTerm) = (meter.momentary, meter.shortTerm)
      (integrated, range) = (meter.integrated, meter.range)
      truePeaks = meter.truePeaks
    }
  }

  struct Layout: Sendable {
    var mask: UInt64
    var weights: [Double]
  }

  private func noise(frames: Int, channels: Int, seed: UInt64, amplitude: Double = 0.3) -> [Float] {
    var random = SeededRandom(seed: seed)
    return (0..<frames * channels).map { _ in Float((random.unit() * 2 - 1) * amplitude) }
  }

  @Test(
    "any division into blocks gives the same numbers to the last bit", arguments: [1, 2, 3, 6], [8000, 44_100, 11_025])
  func division(channels: Int, rate: Int) {
    let samples = noise(frames: rate * 4 + 17, channels: channels, seed: UInt64(channels))
    let whole = Reading(LoudnessSound.meter(samples, rate: rate, channels: channels, blocks: [.max / 8]))
    #expect(whole.integrated != nil && whole.range != nil && whole.shortTerm != nil)
    for blocks in [[1], [63, 64, 65], [441, 3], [5000]] {
      #expect(Reading(LoudnessSound.meter(samples, rate: rate, channels: channels, blocks: blocks)) == whole)
    }
  }

  @Test("reading the numbers changes none")
  func reading() {
    let samples = noise(frames: 200_000, channels: 2, seed: 3)
    var watched = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2))
    LoudnessSound.feed(samples, to: &watched, channels: 2, blocks: [1000]) { _ = Reading($0) }
    #expect(Reading(watched) == Reading(LoudnessSound.meter(samples)))
  }

  @Test("loudness comes with its first whole window")
  func first() {
    var meter = LoudnessMeter(format: AudioFormat(sampleRate: 44_100, channels: 1))
    var frames = 0
    let samples = LoudnessSound.tone([Stretch(3.5, -20)], rate: 44_100, channels: 1)
    LoudnessSound.feed(samples, to: &meter, channels: 1, blocks: [315]) { meter in
      frames = min(frames + 315, samples.count)
      #expect((meter.momentary != nil) == (frames >= 17_640))
      #expect((meter.integrated != nil) == (frames >= 17_640))
      #expect((meter.shortTerm != nil) == (frames >= 132_300))
      #expect((meter.range != nil) == (frames >= 132_300))
    }
  }

  @Test("blocks of 100 ms do not drift at a rate that ten does not divide")
  func drift() {
    // After 10 s exactly 100 blocks are over, and the next one has 1103 frames.
    var meter = LoudnessMeter(format: AudioFormat(sampleRate: 11_025, channels: 1))
    let samples = LoudnessSound.tone([Stretch(10, -20)], rate: 11_025, channels: 1)
    LoudnessSound.feed(samples, to: &meter, channels: 1)
    let loud = meter.momentary ?? 0
    LoudnessSound.feed([Float](repeating: 0, count: 1102), to: &meter, channels: 1, blocks: [1])
    #expect(meter.momentary == loud)
    LoudnessSound.feed([0], to: &meter, channels: 1)
    #expect((meter.momentary ?? 0) < loud - 1)
  }

  @Test("silence has no integrated loudness and no range, and reads −120")
  func silence() {
    let meter = LoudnessSound.meter([Float](repeating: 0, count: 48_000 * 8))
    #expect(meter.integrated == nil && meter.range == nil)
    #expect(meter.momentary == -120 && meter.shortTerm == -120 && meter.truePeak == -120)
    let empty = LoudnessSound.meter([])
    #expect(empty.integrated == nil && empty.momentary == nil && empty.truePeaks == [0, 0])
  }

  @Test("twice the amplitude is 6.02 dB more of everything, and the same range")
  func gain() throws {
    let stretches = [Stretch(4, -40), Stretch(5, -26), Stretch(3, -33)]
    let samples = LoudnessSound.tone(stretches, hertz: 440, rate: 44_100)
    let (soft, loud) = (
      Reading(LoudnessSound.meter(samples, rate: 44_100)),
      Reading(LoudnessSound.meter(samples.map { $0 * 2 }, rate: 44_100))
    )
    let step = 20 * log10(2.0)
    for value in [\Reading.momentary, \.shortTerm, \.integrated] {
      #expect(abs(try #require(loud[keyPath: value]) - (try #require(soft[keyPath: value])) - step) < 1e-9)
    }
    #expect(abs(try #require(loud.range) - (try #require(soft.range))) < 0.1)
    #expect(abs(loud.truePeaks[0] / soft.truePeaks[0] - 2) < 1e-6)
  }

  @Test("a full-scale sine of 997 Hz reads −3.01 LUFS at any rate, but for the high-pass at low rates")
  func rates() throws {
    for rate in [16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000] {
      let samples = LoudnessSound.tone([Stretch(2, 0)], hertz: 997, rate: rate, channels: 1)
      let value = try #require(LoudnessSound.meter(samples, rate: rate, channels: 1).integrated)
      #expect(abs(value + 3.01) < (rate < 32_000 ? 0.15 : 0.05), "\(rate) Hz")
    }
  }

  @Test("K-weighting has the response of BS.1770 at other rates too", arguments: [32_000, 44_100, 96_000, 192_000])
  func response(rate: Int) throws {
    for hertz in [25.0, 60, 200, 1000, 2000, 5000, 9000] {
      let read = try [48_000, rate].map { rate -> Double in
        let tone = LoudnessSound.tone([Stretch(3, -6)], hertz: hertz, rate: rate, channels: 1)
        return try #require(LoudnessSound.meter(tone, rate: rate, channels: 1).shortTerm)
      }
      #expect(abs(read[0] - read[1]) < 0.1, "\(hertz) Hz")
    }
    let bass = LoudnessSound.meter(LoudnessSound.tone([Stretch(3, -6)], hertz: 25, channels: 1), channels: 1)
    #expect(try #require(bass.shortTerm) < -6 - 3 - 8)
  }

  @Test(
    "each place has its weight",
    arguments: [
      Layout(mask: 0x37, weights: [1, 1, 1, 1.41, 1.41]), Layout(mask: 0x3F, weights: [1, 1, 1, 0, 1.41, 1.41]),
      Layout(mask: 0x60F, weights: [1, 1, 1, 0, 1.41, 1.41]), Layout(mask: 0x33, weights: [1, 1, 1.41, 1.41]),
      Layout(mask: 0x63F, weights: [1, 1, 1, 0, 1, 1, 1.41, 1.41]),
      Layout(mask: 0x70F, weights: [1, 1, 1, 0, 1, 1.41, 1.41]),
      Layout(mask: 0x7, weights: [1, 1, 1]), Layout(mask: 0xB, weights: [1, 1, 0]),
    ])
  func weights(layout: Layout) throws {
    let expected = layout.weights
    for (channel, weight) in expected.enumerated() {
      var levels = [Double](repeating: -400, count: expected.count)
      levels[channel] = -20
      let meter = LoudnessSound.meter(
        LoudnessSound.chord(levels, seconds: 1), channels: expected.count, mask: layout.mask)
      #expect(meter.isLayoutKnown)
      guard weight > 0 else {
        #expect(meter.integrated == nil)
        continue
      }
      #expect(abs(try #require(meter.integrated) - (-23.01 + 10 * log10(weight))) < 0.01)
    }
  }

  @Test("an unknown layout counts all channels, and says so", arguments: [0, 0x3F, 0x10_0007] as [UInt64])
  func unknown(mask: UInt64) throws {
    let meter = LoudnessSound.meter(
      LoudnessSound.chord([-400, -400, -400, -20], seconds: 1), channels: 4, mask: mask)
    #expect(!meter.isLayoutKnown)
    #expect(abs(try #require(meter.integrated) + 23.01) < 0.01)
    #expect(LoudnessSound.meter([], channels: 2).isLayoutKnown && LoudnessSound.meter([], channels: 1).isLayoutKnown)
  }

  @Test("one channel counts once, or twice as dual mono; dual mono changes nothing in stereo")
  func dualMono() throws {
    let mono = LoudnessSound.tone([Stretch(2, -20)], channels: 1)
    let once = try #require(LoudnessSound.meter(mono, channels: 1).integrated)
    let twice = try #require(LoudnessSound.meter(mono, channels: 1, dualMono: true).integrated)
    #expect(abs(twice - once - 10 * log10(2)) < 1e-9)
    let stereo = LoudnessSound.tone([Stretch(2, -20)])
    #expect(abs(try #require(LoudnessSound.meter(stereo).integrated) - twice) < 1e-9)
    #expect(LoudnessSound.meter(stereo, dualMono: true).integrated == LoudnessSound.meter(stereo).integrated)
  }

  @Test("a sample that is not finite spoils no more than its 100 ms", arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(value: Float) throws {
    let clean = LoudnessSound.tone([Stretch(10, -20)])
    var samples = clean
    samples[100_000] = value
    let (got, wanted) = (LoudnessSound.meter(samples), LoudnessSound.meter(clean))
    #expect(abs(try #require(got.integrated) - (try #require(wanted.integrated))) < 0.05)
    #expect(abs(try #require(got.momentary) - (try #require(wanted.momentary))) < 1e-6)
    #expect(try #require(got.range).isFinite)
  }

  @Test("rates and numbers of channels beyond the standard are measured without a trap")
  func extremes() {
    for rate in [-1, 0, 1, 7, 10, 99, 1000, 3999, 4000, 384_000, 768_000] {
      for channels in [1, 2, 5, 8, 255] {
        let meter = LoudnessSound.meter(
          noise(frames: 5000, channels: channels, seed: 1), rate: rate, channels: channels)
        if let integrated = meter.integrated { #expect(integrated.isFinite) }
        #expect(meter.momentary?.isFinite ?? true)
        #expect(meter.truePeaks.count == channels && meter.truePeak.isFinite)
      }
    }
    #expect(LoudnessSound.meter([], channels: 0).truePeaks == [0])
    #expect(SampleStatistics(channels: 0).channels.count == 1)
  }
}
