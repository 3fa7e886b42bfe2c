import Glibc

/// The filter of ``TruePeakMeter``: the value of a sound at a place between two samples, from the 20 samples around it. It
/// is a sinc function under a Kaiser window (4.0), flat to 0.04 dB up to 0.4 of the rate (BS.1770-4, annex 2, has 12 samples).
/// A constant keeps its value.
struct TruePeakFilter: Sendable {
  typealias Samples = SIMD8<Float>

  /// The filter at two places at the same distance from the middle between two samples, and at the middle, for the sum
  /// and the difference of two samples at the same distance from it. The places have even ± odd.
  struct Tap: Sendable {
    var even: Samples
    var odd: Samples
    var middle: Samples
  }

  /// Samples on each side of a place.
  static let taps = 10
  private static let kaiserBeta = 4.0
  /// What rounding in the filter may add.
  private static let rounding = 1.0001

  /// The taps for each pair of places, from the nearest samples outwards; empty without oversampling.
  private(set) var kernels: [[Tap]] = []
  private var gain = 1.0
  private var bendGain = 0.0
  private var restGain = 0.0

  /// A filter for `factor` values for each sample: 1, or even.
  init(factor: Int) {
    guard factor > 1 else { return }
    let middle = Self.response(at: 0.5)
    noteBounds(of: middle, at: 0.5)
    // Of 2 values for each sample, the pair of places are the samples themselves.
    for place in factor == 2 ? 0..<1 : 1..<factor / 2 {
      let near = Self.response(at: Double(place) / Double(factor))
      noteBounds(of: near, at: Double(place) / Double(factor))
      kernels.append(
        (0..<Self.taps).map { tap in
          let (left, right) = (near[Self.taps - 1 - tap], near[Self.taps + tap])
          return Tap(
            even: Samples(repeating: Float((left + right) / 2)), odd: Samples(repeating: Float((left - right) / 2)),
            middle: Samples(repeating: Float(middle[Self.taps + tap])))
        })
    }
  }

  /// The greatest magnitude that places can have between samples of at most `peak`, whose second differences are at most
  /// `bend`. Music is smooth where it is loud, so that few places need the filter.
  func bound(peak: Float, bend: Float) -> Float {
    let smooth = Double(peak) * (1 + restGain) + Double(bend) * bendGain
    return Float(min(Double(peak) * gain, smooth) * Self.rounding)
  }

  /// The weights of the samples −9…10 at a place from 0 to 1.
  private static func response(at place: Double) -> [Double] {
    let raw = (1 - taps...taps).map { sample -> Double in
      let distance = abs(Double(sample) - place)
      guard distance > 0 else { return 1 }
      let part = distance / Double(taps)
      guard part < 1 else { return 0 }
      let sinc = sin(Double.pi * distance) / (Double.pi * distance)
      return sinc * bessel(kaiserBeta * (1 - part * part).squareRoot()) / bessel(kaiserBeta)
    }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...30 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }

  /// Notes what bounds the values at a place.
  ///
  /// The response is linear interpolation, plus weights g of second differences, plus a rest at the last two samples:
  /// g is the double sum of the difference of the first two.
  private mutating func noteBounds(of response: [Double], at place: Double) {
    gain = max(gain, response.reduce(0) { $0 + abs($1) })
    var difference = response
    difference[Self.taps - 1] -= 1 - place
    difference[Self.taps] -= place
    var (sum, weight, weights) = (0.0, 0.0, 0.0)
    for value in difference.dropLast(2) {
      sum += value
      weight += sum
      weights += abs(weight)
    }
    // The rest of the last two samples is of opposite signs, since the sum of the response is 1.
    let rest = (difference.last ?? 0) - weight
    bendGain = max(bendGain, weights)
    restGain = max(restGain, 2 * abs(rest))
  }
}
