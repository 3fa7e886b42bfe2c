import Glibc

/// Computes |X[k]|² of N real samples, k = 0…N/2, from the complex transform of N/2 numbers.
///
/// With Z the transform of z[n] = x[2n] + i·x[2n+1] and M = N/2: E = ½(Z[k] + Z*[M−k]), O = (Z[k] − Z*[M−k])/2i, X[k] =
/// E + e^(−2πik/N)·O and X*[M−k] = E − e^(−2πik/N)·O (any textbook on the FFT: "real-valued input"). The powers are
/// four times too large, because E and O are not halved.
struct PowerSpectrum {
  /// The factor by which the result of `compute` exceeds |X|².
  static let scale = 4.0

  /// N/2.
  private let half: Int
  /// cos(2πk/N), then −sin(2πk/N), N/4 of each.
  private let twiddles: FloatStorage

  /// Creates a spectrum for windows of `size` samples, a power of two from 32 on.
  init(size: Int) {
    precondition(size >= 32, "too short a window: \(size)")
    half = size / 2
    let quarter = size / 4
    twiddles = FloatStorage(count: 2 * quarter)
    for k in 0..<quarter {
      let angle = 2 * Double.pi * Double(k) / Double(size)
      twiddles.buffer[k] = Float(cos(angle))
      twiddles.buffer[quarter + k] = Float(-sin(angle))
    }
  }

  /// Writes 4·|X[k]|² for k = 0…N/2 to `powers`; `z` is FFTW's result.
  func compute(_ z: UnsafePointer<Float>, into powers: UnsafeMutablePointer<Float>) {
    guard let cosines = twiddles.buffer.baseAddress else { return }
    let (half, quarter) = (half, half / 2)
    let minusSines = cosines + quarter

    let (sum, difference) = (z[0] + z[1], z[0] - z[1])
    powers[0] = 4 * sum * sum
    powers[half] = 4 * difference * difference
    powers[quarter] = 4 * (z[half] * z[half] + z[half + 1] * z[half + 1])

    // Computes four bins k and the four bins half − k at once. The last iteration overlaps the one before it, because
    // the length of 1…quarter−1 is not a multiple of four.
    var k = 1
    while true {
      let forward = Vector.load8(z + 2 * k)
      let mirrored = Vector.load8(z + 2 * (half - k - 3))
      let (a, b) = (forward.evenHalf, forward.oddHalf)
      let (c, d) = (Vector.reversed(mirrored.evenHalf), Vector.reversed(mirrored.oddHalf))
      let (evenReal, evenImaginary) = (a + c, b - d)
      let (oddReal, oddImaginary) = (b + d, c - a)
      let (wr, wi) = (Vector.load4(cosines + k), Vector.load4(minusSines + k))
      let turnedReal = wr * oddReal - wi * oddImaginary
      let turnedImaginary = wr * oddImaginary + wi * oddReal
      let (xr, xi) = (evenReal + turnedReal, evenImaginary + turnedImaginary)
      let (yr, yi) = (evenReal - turnedReal, evenImaginary - turnedImaginary)
      Vector.store4(xr * xr + xi * xi, powers + k)
      Vector.store4(Vector.reversed(yr * yr + yi * yi), powers + (half - k - 3))
      if k >= quarter - 4 { break }
      k = min(k &+ 4, quarter - 4)
    }
  }
}
