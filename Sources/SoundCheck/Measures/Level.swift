import Glibc

/// Decibels and amplitudes.
enum Level {
  /// The level of silence, in decibels.
  static let floor = -120.0

  /// Returns 20·log10 of an amplitude, at least ``floor``.
  static func decibels(ofAmplitude amplitude: Double) -> Double {
    amplitude > 0 ? max(20 * log10(amplitude), floor) : floor
  }

  /// Returns 10·log10 of a power, at least ``floor``.
  static func decibels(ofPower power: Double) -> Double { power > 0 ? max(10 * log10(power), floor) : floor }

  /// Returns the amplitude of a level.
  static func amplitude(ofDecibels decibels: Double) -> Double { pow(10, decibels / 20) }

  /// Returns the power of a level.
  static func power(ofDecibels decibels: Double) -> Double { pow(10, decibels / 10) }

  /// Returns the level of a mean square in dBFS; a full-scale sine, whose mean square is ½, has 0 dBFS (AES17).
  static func rms(ofMeanSquare meanSquare: Double) -> Double { decibels(ofPower: 2 * meanSquare) }
}
