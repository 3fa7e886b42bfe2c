import AudioCore
import Glibc
import Spectrum

/// Measures the mean level of one frequency band in each channel, with the Hann window of ``SpectrumAnalyzer``.
final class BandMeter {
  private static let fftSize = 4096
  private static let hop = fftSize / 2

  private let analyzer: SpectrumAnalyzer
  private var frame: SpectrumFrame
  private var samples: [Float] = []
  private var powers: [Double]
  private var windows = 0

  /// Creates a meter from `low` to `high` hertz; `low` is below half of the sample rate. Throws ``OptionError``.
  init(format: AudioFormat, low: Double, high: Double) throws(OptionError) {
    let options = try SpectrumOptions(
      bands: 1, low: low, high: high, fftSize: Self.fftSize, hop: Self.hop, channels: .all)
    analyzer = SpectrumAnalyzer(format: format, options: options)
    frame = analyzer.makeFrame()
    powers = [Double](repeating: 0, count: format.channels)
    samples.reserveCapacity(Self.fftSize * format.channels * 2)
  }

  /// The level of each channel in dBFS.
  var levels: [Double] { powers.map { windows > 0 ? Level.decibels(ofPower: $0 / Double(windows)) : Level.floor } }

  /// Takes whole frames of interleaved samples.
  func feed(_ input: UnsafeBufferPointer<Float>) {
    let channels = analyzer.format.channels
    let window = Self.fftSize * channels
    var index = 0
    while index < input.count {
      let count = min(window - samples.count, input.count - index)
      samples.append(contentsOf: input[index..<index + count])
      index += count
      if samples.count == window {
        measure()
        samples.removeFirst(Self.hop * channels)
      }
    }
  }

  /// Measures sound that is shorter than one window, padded with zeros to its full length.
  func finish() {
    guard windows == 0, !samples.isEmpty else { return }
    let frames = samples.count / analyzer.format.channels
    samples += [Float](repeating: 0, count: Self.fftSize * analyzer.format.channels - samples.count)
    measure()
    // The zeros have no part in the mean.
    for channel in powers.indices { powers[channel] *= Double(Self.fftSize) / Double(frames) }
  }

  private func measure() {
    analyzer.measure(samples.span, into: &frame)
    windows += 1
    for channel in powers.indices { powers[channel] += Level.power(ofDecibels: Double(frame.levels[channel])) }
  }
}
