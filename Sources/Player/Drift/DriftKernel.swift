import Glibc

/// The filter behind ``DriftResampler``: a sinc under a Kaiser window, sampled in many phases.
///
/// The value at x, in frames from the middle, is h(x) = sin(πx)/(πx) · I₀(β √(1 − (x/32)²)) / I₀(β), |x| ≤ 32. β = 9.6 keeps
/// what is wrong below −96 dB up to 0.9 of half the sample rate (J. F. Kaiser, "Nonrecursive digital filter design using
/// the I₀-sinh window function", 1974). At whole x but 0 it is 0: a position on a frame gives that frame itself.
struct DriftKernel: Sendable {
  /// Frames that one output frame is made of.
  static let taps = 64
  /// Frames before the position, and behind it with the one at it.
  static let lookBehind = taps / 2 - 1, lookAhead = taps / 2
  /// Positions between two frames that are tabulated. Between them a straight line is drawn, which is wrong by less than
  /// ω²/8/256²: −101 dB for 15 kHz at 44.1 kHz.
  static let phases = 256

  private static let beta = 9.6

  /// The one table there is, made when the first station needs it: 64 KiB.
  static let shared = DriftKernel()

  /// `phases + 1` rows of ``taps`` values: row p is for a position p / ``phases`` of the way to the next frame.
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

  /// I₀, the modified Bessel function of the first kind and order 0, by its power series.
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
