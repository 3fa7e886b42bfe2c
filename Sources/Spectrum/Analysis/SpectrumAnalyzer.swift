public import AudioCore

/// Measures windows of sound in one format. It precomputes all it can, and measuring allocates no memory. For one
/// thread.
public final class SpectrumAnalyzer {
  /// The format of the samples.
  public let format: AudioFormat
  /// The options of the measurement.
  public let options: SpectrumOptions
  /// The bands and their bins.
  public let layout: BandLayout
  /// Number of rows of a frame: 1 for mono, otherwise the format's channels.
  public let rows: Int

  private let pass: WindowPass
  private let plan: FFTPlan
  private let spectrum: PowerSpectrum
  private let bandPower: BandPower
  private let springRadio: SpringRadioHeights?
  /// |X|² of one row.
  private let bins: FloatStorage
  /// Band powers of all rows, then peak and rms powers, converted to decibels in place; the count is a multiple of 4.
  private let powers: FloatStorage

  /// Creates an analyser for sound in `format`, whose sample rate and channels must be above 0.
  public init(format: AudioFormat, options: SpectrumOptions) {
    precondition(format.sampleRate > 0 && format.channels > 0, "not a format: \(format)")
    self.format = format
    self.options = options
    let size = options.fftSize
    let rows = options.channels == .mono ? 1 : format.channels
    self.rows = rows
    layout = BandLayout(options: options, sampleRate: format.sampleRate)
    pass = WindowPass(size: size, channels: format.channels)
    plan = FFTPlan(size: size, count: rows)
    spectrum = PowerSpectrum(size: size)
    bandPower = BandPower(layout: layout, gains: Self.gains(options: options, sampleRate: format.sampleRate))
    springRadio =
      options.profile == .springradio
      ? SpringRadioHeights(layout: layout, fftSize: size, sampleRate: format.sampleRate) : nil
    bins = FloatStorage(count: size / 2 + 1)
    powers = FloatStorage(count: (rows * (options.bands + 2) + 3) & ~3)
  }

  /// Returns an empty frame for this analyser.
  public func makeFrame() -> SpectrumFrame { SpectrumFrame(rows: rows, bands: options.bands) }

  /// Measures `samples`, a window of `fftSize × format.channels` interleaved samples, into `frame`: its levels, peak,
  /// rms and heights. The caller sets index and time, and `BarBallistics` the bars.
  public func measure(_ samples: Span<Float>, into frame: inout SpectrumFrame) {
    precondition(samples.count == options.fftSize * format.channels, "a window of \(samples.count) samples")
    samples.withUnsafeBufferPointer { buffer in
      if let window = buffer.baseAddress { measure(window, into: &frame) }
    }
  }

  /// Measures a window; the caller guarantees its length.
  func measure(_ window: UnsafePointer<Float>, into frame: inout SpectrumFrame) {
    precondition(frame.rows == rows && frame.bands == options.bands, "a frame of another analyser")
    guard let bins = bins.buffer.baseAddress, let powers = powers.buffer.baseAddress else { return }
    let bands = options.bands
    let ends = powers + rows * bands
    if rows == 2 {
      let (left, right) = pass.stereo(window, into: plan.input(0), plan.input(1))
      write(left, to: ends, row: 0)
      write(right, to: ends, row: 1)
    } else if rows == 1 {
      write(pass.mean(of: window, into: plan.input(0)), to: ends, row: 0)
    } else {
      for row in 0..<rows { write(pass.channel(row, of: window, into: plan.input(row)), to: ends, row: row) }
    }
    for row in 0..<rows {
      spectrum.compute(plan.execute(row), into: bins)
      bandPower.sum(bins, into: powers + row * bands)
      if let springRadio {
        frame.heights.withUnsafeMutableBufferPointer { heights in
          if let base = heights.baseAddress { springRadio.compute(bins, into: base + row * bands) }
        }
      }
    }
    Decibels.convert(self.powers.buffer)
    Self.copy(powers, to: &frame.levels)
    Self.copy(ends, to: &frame.peak)
    Self.copy(ends + rows, to: &frame.rms)
    if springRadio == nil { RTABallistics.heights(of: frame.levels, into: &frame.heights) }
  }

  /// Writes peak and rms of a row as powers: a full-scale sine has 1 for both.
  private func write(_ extent: WindowPass.Extent, to ends: UnsafeMutablePointer<Float>, row: Int) {
    ends[row] = extent.maximumSquare
    ends[rows + row] = Float(2 * extent.sumOfSquares / Double(options.fftSize))
  }

  private static func copy(_ numbers: UnsafePointer<Float>, to array: inout [Float]) {
    array.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress?.update(from: numbers, count: buffer.count)
    }
  }

  /// Returns the factors that convert each bin of a `PowerSpectrum` to power, where a full-scale sine has 1: 4/(N·Σw²),
  /// half of it at bins 0 and N/2, times the weighting.
  private static func gains(options: SpectrumOptions, sampleRate: Int) -> [Float] {
    let size = options.fftSize
    let scale = 4 / (Double(size) * HannWindow.energy(size: size)) / PowerSpectrum.scale
    return (0...size / 2).map { k in
      let ends = k == 0 || k == size / 2 ? 0.5 : 1
      switch options.weighting {
      case .none: return Float(scale * ends)
      case .a:
        let gain = FrequencyWeighting.a(Double(k) * Double(sampleRate) / Double(size))
        return Float(scale * ends * gain * gain)
      }
    }
  }
}
