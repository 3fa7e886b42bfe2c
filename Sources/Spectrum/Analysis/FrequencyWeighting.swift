/// Frequency weightings: A-weighting of IEC 61672-1, and its variant in SpringRadio for iOS.
package enum FrequencyWeighting {
  /// The pole frequencies of IEC 61672-1 Annex E, squared, in hertz².
  private static let c1 = 12194.217 * 12194.217
  private static let c2 = 20.598997 * 20.598997
  private static let c3 = 107.65265 * 107.65265
  private static let c4 = 737.86223 * 737.86223
  /// The normalisation factor of SpringRadio for iOS: 2.00 dB.
  private static let springRadioNormalisation = 1.2589

  /// Returns the amplitude gain of A-weighting at `frequency` hertz; 1 (0 dB) at 1 kHz, 0 at 0 Hz.
  package static func a(_ frequency: Double) -> Double { curve(frequency) / curve(1000) }

  /// Returns the amplitude gain of SpringRadio for iOS at `frequency` hertz.
  package static func springRadio(_ frequency: Double) -> Double { springRadioNormalisation * curve(frequency) }

  private static func curve(_ frequency: Double) -> Double {
    let f2 = frequency * frequency
    return c1 * f2 * f2 / ((f2 + c2) * ((f2 + c3) * (f2 + c4)).squareRoot() * (f2 + c1))
  }
}
