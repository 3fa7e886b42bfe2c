import Glibc

/// The automatic sensitivity of a scale of levels: the decibels that a live view with profile `rta` adds to every level,
/// so that loud and soft sound use the same height.
///
/// It follows the loudest band, quickly upwards (0.5 s) and slowly downwards (8 s), in steps of 5 dB, so that the scale
/// stands still until the sound is another one. Silence does not change it.
public struct LiveSensitivity: Sendable {
  /// The decibels to add: a multiple of 5, −10…30; at first 0.
  public private(set) var decibels: Float = 0
  /// The loudest band of the recent past, in dBFS.
  private var loudness = SpectrumConstants.liveCeilingDecibels

  /// The sensitivity before any sound.
  public init() {}

  /// Takes the level in dBFS of the loudest band of a frame, `passed` seconds after the frame before it.
  public mutating func follow(_ loudest: Float, passed: Double) {
    guard loudest > SpectrumConstants.liveQuietDecibels else { return }
    let isLouder = loudest > loudness
    let time = isLouder ? SpectrumConstants.liveAttackSeconds : SpectrumConstants.liveReleaseSeconds
    loudness += (loudest - loudness) * Float(1 - exp(-passed / time))
    let range = SpectrumConstants.liveGainDecibels
    let wanted = min(max(SpectrumConstants.liveCeilingDecibels - loudness, range.lowerBound), range.upperBound)
    guard abs(wanted - decibels) > SpectrumConstants.liveSlackDecibels else { return }
    let step = SpectrumConstants.liveStepDecibels
    decibels = (wanted / step).rounded() * step
  }
}
