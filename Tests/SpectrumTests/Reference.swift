import Glibc
import Spectrum

/// SPECTRUM.md in double precision, computed literally and slowly: the DFT is a sum.
struct Reference {
  var levels: [[Double]] = []
  var heights: [[Double]] = []
  var peak: [Double] = []
  var rms: [Double] = []

  /// The measurement of one window of interleaved samples.
  init(window samples: [Float], channels: Int, rate: Int, options: SpectrumOptions) {
    let size = options.fftSize
    var rows = (0..<channels).map { channel in
      (0..<size).map { n -> Double in
        let sample = samples[n * channels + channel]
        return sample.isFinite ? Double(sample) : 0
      }
    }
    if options.channels == .mono {
      rows = [(0..<size).map { n in rows.reduce(0) { $0 + $1[n] } / Double(channels) }]
    }
    for row in rows { measure(row, rate: Double(rate), options: options) }
  }

  private mutating func measure(_ x: [Double], rate: Double, options: SpectrumOptions) {
    let size = options.fftSize
    let n = Double(size)
    let window = (0..<size).map { 0.5 * (1 - cos(2 * Double.pi * Double($0) / n)) }
    let squares = Self.transform(zip(x, window).map { $0 * $1 })
    let energy = window.reduce(0) { $0 + $1 * $1 }
    let power = squares.indices.map { k -> Double in
      let whole = 4 * squares[k] / (n * energy) * (k == 0 || k == size / 2 ? 0.5 : 1)
      guard options.weighting == .a else { return whole }
      return whole * pow(10, Self.aDecibels(Double(k) * rate / n) / 10)
    }
    let high = min(options.high, rate / 2)
    let edges = (0...options.bands).map { options.low * pow(high / options.low, Double($0) / Double(options.bands)) }
    levels.append(
      (0..<options.bands).map { j in
        let total = power.indices.reduce(0.0) { sum, k in
          let low = max(edges[j], (Double(k) - 0.5) * rate / n)
          let top = min(edges[j + 1], (Double(k) + 0.5) * rate / n)
          return sum + power[k] * max(top - low, 0) / (rate / n)
        }
        return Self.decibels(total)
      })
    peak.append(Self.decibels(pow(x.reduce(0) { max($0, abs($1)) }, 2)))
    rms.append(Self.decibels(2 * x.reduce(0) { $0 + $1 * $1 } / n))
    heights.append(
      options.profile == .springradio
        ? Self.springRadio(squares, edges: edges, rate: rate, size: size)
        : levels[levels.count - 1].map { min(max(($0 + 70) / 60, 0), 1) })
  }

  /// |X[k]|², k = 0…N/2.
  private static func transform(_ x: [Double]) -> [Double] {
    let size = x.count
    let cosines = (0..<size).map { cos(2 * Double.pi * Double($0) / Double(size)) }
    return (0...size / 2).map { k in
      var (real, imaginary) = (0.0, 0.0)
      for n in 0..<size {
        real += x[n] * cosines[k * n % size]
        imaginary += x[n] * cosines[(k * n + size / 4) % size]
      }
      return real * real + imaginary * imaginary
    }
  }

  private static func springRadio(_ squares: [Double], edges: [Double], rate: Double, size: Int) -> [Double] {
    let n = Double(size)
    let (c1, c2) = (pow(12194.217, 2), pow(20.598997, 2))
    let (c3, c4) = (pow(107.65265, 2), pow(737.86223, 2))
    let a = squares.indices.map { k -> Double in
      let f2 = pow(Double(k) * rate / n, 2)
      let weight = 1.2589 * c1 * f2 * f2 / ((f2 + c2) * ((f2 + c3) * (f2 + c4)).squareRoot() * (f2 + c1))
      // X' is 2√(2/3) times X.
      return 2 * 2 * (2.0 / 3).squareRoot() * squares[k].squareRoot() / n * (k == 0 ? 0.5 : 1) * weight
    }
    let raw = (0..<edges.count - 1).map { j -> Double in
      let first = Int((edges[j] * n / rate).rounded())
      let last = min(Int((edges[j + 1] * n / rate).rounded()), size / 2 - 1)
      return first <= last ? 5 * (a[first...last].max() ?? 0) : 0
    }
    return raw.indices.map { j in
      guard j >= 3, j + 3 < raw.count else { return raw[j] }
      return zip([1.0, 2, 3, 5, 3, 2, 1], raw[j - 3...j + 3]).reduce(0) { $0 + $1.0 * $1.1 } / 17
    }
  }

  /// IEC 61672-1, with the offset that makes it 0 dB at 1 kHz.
  static func aDecibels(_ hertz: Double) -> Double {
    func curve(_ f: Double) -> Double {
      let f2 = f * f
      let poles = ((f2 + pow(107.65265, 2)) * (f2 + pow(737.86223, 2))).squareRoot()
      return 20 * log10(pow(12194.217, 2) * f2 * f2 / ((f2 + pow(20.598997, 2)) * poles * (f2 + pow(12194.217, 2))))
    }
    return curve(hertz) - curve(1000)
  }

  private static func decibels(_ power: Double) -> Double { max(10 * log10(power), -120) }
}
