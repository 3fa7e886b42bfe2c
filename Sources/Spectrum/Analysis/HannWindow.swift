import Glibc

/// The periodic Hann window: w[n] = ½(1 − cos(2πn/N)).
package enum HannWindow {
  /// Fills `samples` with the window of their count; each value is exact to half a unit in the last place.
  package static func fill(_ samples: UnsafeMutableBufferPointer<Float>) {
    let size = Double(samples.count)
    for n in samples.indices {
      samples[n] = Float(0.5 * (1 - cos(2 * Double.pi * Double(n) / size)))
    }
  }

  /// Returns Σw² of the window of `size` samples: ⅜ of `size`, from 4 samples on.
  package static func energy(size: Int) -> Double { 0.375 * Double(size) }
}
