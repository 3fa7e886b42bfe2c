import Glibc

/// The K-weighting filter of ITU-R BS.1770-4 on two channels, and the energy of what passes it.
///
/// Both sections of both channels are one vector recurrence: lanes 0 and 1 are the shelf (stage 1) at frame n, lanes 2 and 3
/// the high-pass (stage 2) at frame n − 2, since its input is what the shelf gave two frames before. The energy is that of
/// the frames up to n − 2.
struct KWeighting: Sendable {
  private typealias Lanes = SIMD4<Double>

  private let b0, b1, b2, a1, a2: Lanes
  /// b1·x[n−1] + b2·x[n−2] − a2·y[n−2], and b2·x[n−1] − a2·y[n−1].
  private var first = Lanes.zero
  private var second = Lanes.zero
  /// y[n−1] and y[n−2].
  private var output = Lanes.zero
  private var older = Lanes.zero
  private var energy = SIMD2<Double>.zero

  /// A filter at rest for sound of `sampleRate` hertz, which must be positive.
  init(sampleRate: Int) {
    let shelf = Section(table: Section.shelfAt48kHz, sampleRate: Double(sampleRate), scalesNumerator: true)
    let highPass = Section(table: Section.highPassAt48kHz, sampleRate: Double(sampleRate), scalesNumerator: false)
    func lanes(_ value: KeyPath<Section, Double>) -> Lanes {
      Lanes(shelf[keyPath: value], shelf[keyPath: value], highPass[keyPath: value], highPass[keyPath: value])
    }
    (b0, b1, b2) = (lanes(\.b0), lanes(\.b1), lanes(\.b2))
    (a1, a2) = (lanes(\.a1), lanes(\.a2))
  }

  /// Filters `frames` frames. `left` and `right` are the first samples of the two channels; the next ones follow at a
  /// distance of `stride` samples.
  mutating func add(left: UnsafePointer<Float>, right: UnsafePointer<Float>, frames: Int, stride: Int) {
    // From one frame to the next there are one multiplication and one subtraction: all else needs older frames.
    var (first, second, output, older, energy) = (first, second, output, older, energy)
    var index = 0
    for _ in 0..<frames {
      let input = Lanes(Double(left[index]), Double(right[index]), older[0], older[1])
      let newest = b0 * input + first - a1 * output
      first = b1 * input + second
      second = b2 * input - a2 * newest
      (older, output) = (output, newest)
      energy += newest.highHalf * newest.highHalf
      index += stride
    }
    (self.first, self.second, self.output, self.older, self.energy) = (first, second, output, older, energy)
  }

  /// Returns the sums of the squares of both channels since the last call.
  ///
  /// A sample that is not finite ends here: the sums since then are 0, and the filter is at rest again. So is one whose
  /// state has decayed below anything audible, since numbers too small for the normal form take many times the time.
  mutating func takeEnergy() -> SIMD2<Double> {
    defer { energy = .zero }
    guard energy.sum().isFinite, first.sum().isFinite, second.sum().isFinite else {
      rest()
      return .zero
    }
    let magnitudes = first * first + second * second + output * output + older * older
    if magnitudes.sum() < Self.inaudible { rest() }
    return energy
  }

  private mutating func rest() { (first, second, output, older) = (.zero, .zero, .zero, .zero) }

  /// A sum of squares that is 600 dB below full scale.
  private static let inaudible = 1e-60
}

extension KWeighting {
  /// A section of second order: y[n] = b0·x[n] + b1·x[n−1] + b2·x[n−2] − a1·y[n−1] − a2·y[n−2].
  struct Section {
    var b0, b1, b2, a1, a2: Double

    /// BS.1770-4, table 1: the shelf that stands for the head.
    static let shelfAt48kHz = Section(
      b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241, a2: 0.73248077421585)
    /// BS.1770-4, table 2: the high-pass.
    static let highPassAt48kHz = Section(
      b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

    private static let tableRate = 48_000.0
    /// The greatest corner frequency as a part of the rate: only rates under 4 kHz reach it.
    private static let maximumCorner = 0.45

    init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
      (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
    }

    /// The section at another rate, with the same analogue prototype.
    ///
    /// The bilinear transform of (Vh·s² + Vb·s·ω/Q + Vl·ω²) / (s² + s·ω/Q + ω²) with K = tan(π·f/rate), multiplied by
    /// N = 1 + K/Q + K², has the numerator Vh + Vb·K/Q + Vl·K², 2(Vl·K² − Vh), Vh − Vb·K/Q + Vl·K² and the denominator
    /// N, 2(K² − 1), 1 − K/Q + K². This is solved for f, Q and V at 48 kHz, then computed for the rate.
    ///
    /// The table of the high-pass has a numerator that was not divided by N. It is kept as it is at every rate, as
    /// libebur128 and ffmpeg do (`scalesNumerator` false); against 48 kHz this reads 0.22 dB more at 8 kHz, 0.05 dB at
    /// 22.05 kHz, and 0.03 dB less at 192 kHz.
    init(table: Section, sampleRate: Double, scalesNumerator: Bool) {
      let norm = 4 / (1 - table.a1 + table.a2)
      let tableK = (norm * (1 + table.a1 + table.a2) / 4).squareRoot()
      let q = tableK / (norm * (1 - table.a2) / 2)
      let high = norm * (table.b0 - table.b1 + table.b2) / 4
      let band = norm * (table.b0 - table.b2) / 2 * q / tableK
      let low = norm * (table.b0 + table.b1 + table.b2) / 4 / (tableK * tableK)

      let corner = atan(tableK) / Double.pi * Self.tableRate
      let k = tan(Double.pi * min(corner / sampleRate, Self.maximumCorner))
      let newNorm = 1 + k / q + k * k
      a1 = 2 * (k * k - 1) / newNorm
      a2 = (1 - k / q + k * k) / newNorm
      guard scalesNumerator else {
        (b0, b1, b2) = (table.b0, table.b1, table.b2)
        return
      }
      b0 = (high + band * k / q + low * k * k) / newNorm
      b1 = 2 * (low * k * k - high) / newNorm
      b2 = (high - band * k / q + low * k * k) / newNorm
    }
  }
}
