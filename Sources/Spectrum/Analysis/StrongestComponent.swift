import Glibc

/// Finds the strongest component of a window of one channel, to a tenth of a bin.
package final class StrongestComponent {
  /// Window length N, in samples.
  package let size: Int
  private let pass: WindowPass
  private let plan: FFTPlan
  private let spectrum: PowerSpectrum
  private let bins: FloatStorage

  /// Creates a search in windows of `size` samples: a power of two from 256 on.
  package init(size: Int) {
    self.size = size
    pass = WindowPass(size: size, channels: 1)
    plan = FFTPlan(size: size, count: 1)
    spectrum = PowerSpectrum(size: size)
    bins = FloatStorage(count: size / 2 + 1)
  }

  /// Returns the frequency of the strongest component of `samples`, `size` of them, in cycles per sample, 0…½; nil for
  /// digital silence. The component at 0 Hz does not count.
  ///
  /// The peak of the parabola through the logarithms of three bins is within 0.06 bins of a sine's frequency with the
  /// Hann window (J. O. Smith, Spectral Audio Signal Processing, "Quadratic Interpolation of Spectral Peaks").
  package func frequency(in samples: UnsafePointer<Float>) -> Double? {
    guard let bins = bins.buffer.baseAddress else { return nil }
    _ = pass.channel(0, of: samples, into: plan.input(0))
    spectrum.compute(plan.execute(0), into: bins)
    // A constant part is in bins 0 and 1.
    var best = 2
    for k in 2...size / 2 where bins[k] > bins[best] { best = k }
    if bins[1] > bins[best], bins[1] > bins[0] { best = 1 }
    guard bins[best] > 0 else { return nil }
    guard best < size / 2 else { return 0.5 }
    let (left, middle, right) = (log(Double(bins[best - 1])), log(Double(bins[best])), log(Double(bins[best + 1])))
    let curvature = left - 2 * middle + right
    let shift = curvature.isFinite && curvature < 0 ? 0.5 * (left - right) / curvature : 0
    return (Double(best) + shift) / Double(size)
  }
}
