import Glibc

/// The scale of loudness.
enum Loudness {
  /// The least value in LUFS or dBTP.
  static let floor = -120.0

  /// The loudness in LUFS of a weighted sum of mean squares (BS.1770-4, equation 2). The offset makes up for the gain of
  /// the filter at 997 Hz, so that a full-scale sine of one channel has −3.01 LUFS.
  static func decibels(_ energy: Double) -> Double { max(-0.691 + 10 * log10(energy), floor) }
}
