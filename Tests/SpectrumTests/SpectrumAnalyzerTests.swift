import AudioCore
import Glibc
import Spectrum
import Testing

@Suite struct SpectrumAnalyzerTests {
  /// The measurement of the first window of `samples`.
  private func measure(_ samples: [Float], rate: Int, channels: Int, _ options: SpectrumOptions) -> SpectrumFrame {
    let analyzer = SpectrumAnalyzer(format: AudioFormat(sampleRate: rate, channels: channels), options: options)
    var frame = analyzer.makeFrame()
    let window = samples[..<(options.fftSize * channels)]
    analyzer.measure(window.span, into: &frame)
    return frame
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rate: Int
    let size: Int
    let bands: Int
    var profile = SpectrumOptions.Profile.rta
    var weighting = SpectrumOptions.Weighting.none
    var channels = SpectrumOptions.Channels.stereo
    var testDescription: String { "\(rate) Hz, \(size), \(bands), \(profile), \(weighting), \(channels)" }
  }

  @Test(
    "levels, heights, peak and rms agree with SPECTRUM.md computed in double precision",
    arguments: [
      Case(rate: 44_100, size: 2048, bands: 80), Case(rate: 48_000, size: 1024, bands: 80),
      Case(rate: 22_050, size: 1024, bands: 31), Case(rate: 44_100, size: 256, bands: 5),
      Case(rate: 44_100, size: 512, bands: 400), Case(rate: 44_100, size: 1024, bands: 80, weighting: .a),
      Case(rate: 44_100, size: 1024, bands: 80, channels: .mono),
      Case(rate: 44_100, size: 1024, bands: 80, profile: .springradio),
      Case(rate: 22_050, size: 2048, bands: 80, profile: .springradio, channels: .mono),
      Case(rate: 48_000, size: 256, bands: 200, profile: .springradio, weighting: .a),
      Case(rate: 8000, size: 512, bands: 6, profile: .springradio),
    ],
    1...3)
  func againstReference(item: Case, channels: Int) throws {
    let options = try SpectrumOptions(
      profile: item.profile, bands: item.bands, fftSize: item.size, weighting: item.weighting, channels: item.channels)
    let tone = Sound.sine(1234.5, amplitude: 0.7, phase: 1, rate: item.rate, frames: item.size)
    let noise = Sound.white(amplitude: 0.01, frames: item.size, seed: 5)
    let other = Sound.white(amplitude: 0.8, frames: item.size, seed: 6)
    let first = zip(tone, noise).map { $0 + $1 }
    let samples: [Float] =
      switch channels {
      case 1: first
      case 2: Sound.interleave(first, other)
      default: Sound.interleave(first, other, tone)
      }
    let frame = measure(samples, rate: item.rate, channels: channels, options)
    let expected = Reference(window: samples, channels: channels, rate: item.rate, options: options)
    #expect(frame.rows == expected.levels.count)
    for row in 0..<frame.rows {
      for (got, wanted) in zip(frame.levels(row: row), expected.levels[row]) where wanted > -90 {
        #expect(abs(Double(got) - wanted) < 0.004)
      }
      for (got, wanted) in zip(frame.heights(row: row), expected.heights[row]) {
        #expect(abs(Double(got) - wanted) < 0.0001 + 0.002 * wanted)
      }
      #expect(abs(Double(frame.peak[row]) - expected.peak[row]) < 0.001)
      #expect(abs(Double(frame.rms[row]) - expected.rms[row]) < 0.001)
    }
  }

  @Test(
    "a full-scale sine in the middle of a wide band reads 0.00 dBFS at any phase and place between bins",
    arguments: [22_050, 44_100, 48_000], [0.0, 0.17, 0.33, 0.5, 0.71])
  func fullScale(rate: Int, offset: Double) throws {
    let options = try SpectrumOptions(bands: 3, low: 100, high: 10_000, fftSize: 4096)
    let hertz = (93 + offset) * Double(rate) / 4096
    for phase in [0, 0.4, 1, 2.2] {
      let tone = Sound.sine(hertz, phase: phase, rate: rate, frames: 4096)
      let frame = measure(tone, rate: rate, channels: 1, options)
      #expect(abs(frame.levels[1]) < 0.005)
      #expect(frame.levels[0] < -60 && frame.levels[2] < -60)
      #expect(abs(frame.rms[0]) < 0.05)
      #expect(abs(frame.peak[0]) < 0.01)
    }
  }

  @Test("white noise rises 3 dB an octave and pink noise is flat across equal log bands")
  func noise() throws {
    let options = try SpectrumOptions(bands: 6, low: 250, high: 16_000, fftSize: 2048)
    let analyzer = SpectrumAnalyzer(format: AudioFormat(sampleRate: 44_100, channels: 2), options: options)
    var frame = analyzer.makeFrame()
    let frames = 2048 * 60
    let samples = Sound.interleave(Sound.white(frames: frames, seed: 1), Sound.pink(frames: frames))
    var power = [Double](repeating: 0, count: 12)
    for start in stride(from: 0, to: frames - 2048, by: 1024) {
      let window = samples[(2 * start)..<(2 * (start + 2048))]
      analyzer.measure(window.span, into: &frame)
      for i in power.indices { power[i] += pow(10, Double(frame.levels[i]) / 10) }
    }
    let levels = power.map { 10 * log10($0) }
    for j in 1..<6 {
      #expect(abs(levels[j] - levels[j - 1] - 3.01) < 0.35, "white, octave \(j)")
      #expect(abs(levels[6 + j] - levels[5 + j]) < 0.35, "pink, octave \(j)")
    }
  }

  @Test("silence reads the floor everywhere, and its bars have no height", arguments: SpectrumOptions.Profile.allCases)
  func silence(profile: SpectrumOptions.Profile) throws {
    let options = try SpectrumOptions(profile: profile, fftSize: 1024)
    let frame = measure([Float](repeating: 0, count: 2048), rate: 44_100, channels: 2, options)
    #expect(frame.levels.allSatisfy { abs($0 + 120) < 0.001 })
    #expect(frame.peak.allSatisfy { abs($0 + 120) < 0.001 })
    #expect(frame.rms.allSatisfy { abs($0 + 120) < 0.001 })
    #expect(frame.heights.allSatisfy { $0 == 0 })
  }

  @Test(
    "samples that are not finite, or too large to be sound, count as 0",
    arguments: [.nan, .infinity, -.infinity, .signalingNaN, 1e20, -.greatestFiniteMagnitude] as [Float], 1...3)
  func notFinite(odd: Float, channels: Int) throws {
    for mode in SpectrumOptions.Channels.allCases {
      let options = try SpectrumOptions(fftSize: 1024, channels: mode)
      var samples = Sound.white(frames: 1024 * channels, seed: 3)
      var zeroed = samples
      for i in stride(from: 0, to: samples.count, by: 37) {
        samples[i] = odd
        zeroed[i] = 0
      }
      let frame = measure(samples, rate: 44_100, channels: channels, options)
      #expect(frame == measure(zeroed, rate: 44_100, channels: channels, options))
      #expect(frame.levels.allSatisfy { $0.isFinite && $0 > -100 })
    }
  }

  @Test("the loudest samples that count still give finite levels", arguments: [256, 65_536])
  func loudest(size: Int) throws {
    let options = try SpectrumOptions(bands: 4, low: 1, high: 20_000, fftSize: size)
    let tone = Sound.sine(3000, amplitude: 0.99e14, rate: 44_100, frames: size)
    let frame = measure(tone, rate: 44_100, channels: 1, options)
    #expect(abs(frame.levels.max() ?? 0) < 281 && abs((frame.levels.max() ?? 0) - 279.91) < 0.1)
  }

  @Test("channels are measured apart: sound on one leaves the other at the floor, and both are 6 dB down in the mean")
  func channelsApart() throws {
    let tone = Sound.sine(1000, rate: 44_100, frames: 2048)
    let samples = Sound.interleave(tone, [Float](repeating: 0, count: 2048))
    let options = try SpectrumOptions(bands: 1, fftSize: 2048)
    let frame = measure(samples, rate: 44_100, channels: 2, options)
    #expect(abs(frame.levels[0]) < 0.01)
    #expect(abs(frame.levels[1] + 120) < 0.001)
    let mono = measure(
      samples, rate: 44_100, channels: 2, try SpectrumOptions(bands: 1, fftSize: 2048, channels: .mono))
    #expect(mono.rows == 1)
    #expect(abs(mono.levels[0] + 6.02) < 0.01 && abs(mono.peak[0] + 6.02) < 0.01)
  }

  @Test(
    "A-weighting is IEC 61672-1's table: 0 dB at 1 kHz, −19.1 dB at 100 Hz",
    arguments: [(1000, 0), (100, -19.1), (200, -10.9), (4000, 1.0), (10_000, -2.5)] as [(Double, Float)])
  func aWeighting(hertz: Double, expected: Float) throws {
    let options = try SpectrumOptions(bands: 1, low: 20, high: 20_000, fftSize: 8192, weighting: .a)
    let tone = Sound.sine(hertz, rate: 44_100, frames: 8192)
    #expect(abs(measure(tone, rate: 44_100, channels: 1, options).levels[0] - expected) < 0.06)
  }

  @Test("bands above half the rate read the floor and have no height", arguments: SpectrumOptions.Profile.allCases)
  func outside(profile: SpectrumOptions.Profile) throws {
    let options = try SpectrumOptions(profile: profile, bands: 4, low: 15_000, high: 1e12, fftSize: 1024)
    let frame = measure(Sound.white(frames: 1024, seed: 4), rate: 22_050, channels: 1, options)
    #expect(frame.levels.allSatisfy { abs($0 + 120) < 0.001 })
    #expect(frame.heights.allSatisfy { $0 == 0 })
  }

  @Test("a loud sound's springradio heights exceed 1")
  func unclipped() throws {
    let options = try SpectrumOptions(profile: .springradio, fftSize: 2048)
    let frame = measure(Sound.sine(2000, rate: 44_100, frames: 2048), rate: 44_100, channels: 1, options)
    #expect((frame.heights.max() ?? 0) > 1)
  }
}
