import Glibc

/// The filter of ``DriftResampler``: a sinc with a Kaiser window, sampled in many phases.
///
/// The value at x, in frames from the middle, is h(x) = sin(πx)/(πx) · I₀(β √(1 − (x/32)²)) / I₀(β), |x| ≤ 32. β = 9.6
/// keeps errors below −96 dB up to 0.9 of half the sample rate (J. F. Kaiser, "Nonrecursive digital filter design using
/// the I₀-sinh window function", 1974). At whole x except 0 the value is 0: a position on a frame gives exactly that
/// frame.
struct DriftKernel: Sendable {
  /// Number of input frames for one output frame.
  static let taps = 64
  /// Number of frames before and after the frame at or just before the position; that frame counts as neither.
  static let lookBehind = taps / 2 - 1, lookAhead = taps / 2
  /// Number of tabulated positions between two frames. Linear interpolation between them has an error of less than
  /// ω²/8/256²: −101 dB for 15 kHz at 44.1 kHz.
  static let phases = 256

  private static let beta = 9.6

  /// The shared table of 64 KiB, created at its first use.
  static let shared = DriftKernel()

  /// `phases + 1` rows of ``taps`` values: row p is for a position at p / ``phases`` of the way to the next frame.
  let rows: [Float]

  private init() {
    var rows: [Float] = []
    rows.reserveCapacity((Self.phases + 1) * Self.taps)
    for phase in 0...Self.phases {
      let position = Double(Self.lookBehind) + Double(phase) / Double(Self.phases)
      let values = (0..<Self.taps).map { Self.value(Double($0) - position) }
      let sum = values.reduce(0, +)
      rows += values.map { Float($0 / sum) }
    }
    self.rows = rows
  }

  private static func value(_ x: Double) -> Double {
    if x == x.rounded() { return x == 0 ? 1 : 0 }
    let edge = x / Double(lookAhead)
    return sin(.pi * x) / (.pi * x) * bessel(beta * max(0, 1 - edge * edge).squareRoot()) / bessel(beta)
  }

  /// Returns I₀, the modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
