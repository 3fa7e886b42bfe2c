import AudioCore
import Glibc
import Loudness
import TestSupport
import Testing

@Suite struct TruePeakTests {
  /// The greatest magnitude of one channel at 32 places a sample, by a sinc function of 128 samples in double precision.
  private func reference(_ samples: [Float]) -> Double {
    var greatest = 0.0
    let half = 64
    for place in 0..<32 {
      let offset = Double(place) / 32
      let taps = (1 - half...half).map { tap -> Double in
        let x = Double(tap) - offset
        guard x != 0 else { return 1 }
        return sin(Double.pi * x) / (Double.pi * x) * (0.5 + 0.5 * cos(Double.pi * x / Double(half)))
      }
      for frame in half..<samples.count - half {
        var sum = 0.0
        for tap in taps.indices { sum += taps[tap] * Double(samples[frame + 1 - half + tap]) }
        greatest = max(greatest, abs(sum))
      }
    }
    return greatest
  }

  /// Tones up to a share of the rate, faded in and out, with an envelope that changes.
  private func tones(frames: Int, highest: Double, seed: UInt64) -> [Float] {
    var random = SeededRandom(seed: seed)
    let parts = (0..<5).map { _ in (random.unit() * highest, random.unit() * 6.28, 0.05 + 0.15 * random.unit()) }
    let (slow, phase) = (0.01 * random.unit(), random.unit() * 6)
    return (0..<frames).map { frame in
      let fade = min(Double(frame), Double(frames - frame), 300) / 300
      let value = parts.reduce(0.0) { $0 + $1.2 * sin(2 * Double.pi * $1.0 * Double(frame) + $1.1) }
      return Float(value * fade * (0.6 + 0.4 * sin(slow * Double(frame) + phase)))
    }
  }

  @Test(
    "it is that of an ideal filter, for each factor of oversampling",
    arguments: [(8000, 0.42, 0.2), (44_100, 0.42, 0.6), (48_000, 0.2, 0.12), (96_000, 0.15, 0.3), (192_000, 0.1, 0.5)])
  func ideal(rate: Int, highest: Double, below: Double) {
    for seed in 0..<6 as Range<UInt64> {
      let samples = tones(frames: 3000, highest: highest, seed: seed)
      let measured = LoudnessSound.meter(samples, rate: rate, channels: 1).truePeak
      let difference = measured - 20 * log10(reference(samples))
      #expect(difference < 0.06 && difference > -below, "seed \(seed)")
    }
  }

  @Test("what is passed over has no peak: every part of a sound reads the same beside a soft and a loud channel")
  func passedOver() {
    // A channel that is always computed, since the other one keeps growing, against itself alone.
    for seed in 0..<8 as Range<UInt64> {
      let music = tones(frames: 6400, highest: 0.3, seed: seed)
      let growing = (0..<6400).map { Float($0 % 2 == 0 ? 1 : -1) * Float($0) / 6400 }
      let pair = (0..<6400).flatMap { [music[$0], growing[$0]] }
      let alone = LoudnessSound.meter(music, rate: 44_100, channels: 1).truePeaks
      #expect(LoudnessSound.meter(pair, rate: 44_100, channels: 2).truePeaks[0] == alone[0])
    }
  }

  @Test("each channel has its own", arguments: 1...8)
  func channels(count: Int) {
    let rows = (0..<count).map { tones(frames: 2000, highest: 0.2, seed: UInt64($0)) }
    let samples = (0..<2000).flatMap { frame in rows.map { $0[frame] } }
    let together = LoudnessSound.meter(samples, channels: count).truePeaks
    for (channel, row) in rows.enumerated() {
      #expect(together[channel] == LoudnessSound.meter(row, channels: 1).truePeaks[0])
    }
  }

  @Test("it is never below the greatest sample, and a constant reads its own value")
  func samples() {
    var random = SeededRandom(seed: 4)
    for frames in [1, 2, 20, 63, 64, 65, 1000] {
      let noise = (0..<frames).map { _ in Float(random.unit() * 2 - 1) }
      let peak = noise.reduce(0) { max($0, abs($1)) }
      #expect(LoudnessSound.meter(noise, channels: 1).truePeaks[0] >= Double(peak))
    }
    let ramp = (0..<4000).map { Float(min(Double($0) / 2000, 1)) }
    #expect(abs(LoudnessSound.meter(ramp, channels: 1).truePeaks[0] - 1) < 1e-3)
  }

  @Test("a meter without it has none")
  func without() {
    var meter = LoudnessMeter(format: AudioFormat(sampleRate: 48_000, channels: 2), measuresTruePeak: false)
    LoudnessSound.feed([0.5, 0.5], to: &meter, channels: 2)
    #expect(meter.truePeaks.isEmpty && meter.truePeak == -120)
  }
}
