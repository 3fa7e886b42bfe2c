/// Computes the heights of profile `springradio` before its smoothing in time: each band's greatest weighted amplitude,
/// then the weighted mean across bands.
struct SpringRadioHeights {
  /// The first and last bin of a band, inclusive; `last` is below `first` if the band has no bins.
  private struct Range {
    let first: Int
    let last: Int
  }

  private let ranges: [Range]
  /// The factor for each bin's |X|² that gives a[k]².
  private let gains: FloatStorage
  /// The amplitudes of the bands before the mean.
  private let amplitudes: FloatStorage

  init(layout: BandLayout, fftSize: Int, sampleRate: Int) {
    let size = Double(fftSize)
    let rate = Double(sampleRate)
    // A band of several hundred kilohertz has bins far beyond the last one: limit them to N/2 before the conversion to
    // an integer.
    ranges = layout.bands.map { band in
      Range(
        first: Int(min((band.low * size / rate).rounded(), size / 2)),
        last: Int(min((band.high * size / rate).rounded(), size / 2 - 1)))
    }
    gains = FloatStorage(count: fftSize / 2 + 1)
    amplitudes = FloatStorage(count: layout.bands.count)
    // SpringRadio for iOS uses the window √(2/3)·(1 − cos), 2√(2/3) times Hann's, so X' = 2√(2/3)·X and a = 2|X'|/N.
    let scale = 4 * (2.0 / 3).squareRoot() / size * SpectrumConstants.springRadioGain
    for k in 0...fftSize / 2 {
      let weight = FrequencyWeighting.springRadio(Double(k) * rate / size)
      let amplitude = scale * weight * (k == 0 ? 0.5 : 1)
      gains.buffer[k] = Float(amplitude * amplitude / PowerSpectrum.scale)
    }
  }

  /// Writes the heights to `heights`; `bins` are |X[k]|² times `PowerSpectrum.scale`.
  func compute(_ bins: UnsafePointer<Float>, into heights: UnsafeMutablePointer<Float>) {
    guard let gains = gains.buffer.baseAddress else { return }
    let amplitudes = amplitudes.buffer
    ranges.withUnsafeBufferPointer { ranges in
      for band in ranges.indices {
        var k = ranges[band].first
        var lanes = SIMD4<Float>()
        while k &+ 3 <= ranges[band].last {
          let squares = Vector.load4(bins + k) * Vector.load4(gains + k)
          lanes.replace(with: squares, where: squares .> lanes)
          k &+= 4
        }
        var greatest = Vector.greatest(lanes)
        while k <= ranges[band].last {
          greatest = max(greatest, bins[k] * gains[k])
          k &+= 1
        }
        amplitudes[band] = greatest.squareRoot()
      }
    }
    SpectrumConstants.springRadioSmoothing.withUnsafeBufferPointer { weights in
      let reach = weights.count / 2
      let total = weights.reduce(0, +)
      for band in amplitudes.indices {
        guard band >= reach, band + reach < amplitudes.count else {
          heights[band] = amplitudes[band]
          continue
        }
        var sum: Float = 0
        for offset in weights.indices { sum += weights[offset] * amplitudes[band - reach + offset] }
        heights[band] = sum / total
      }
    }
  }
}
