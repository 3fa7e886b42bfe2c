/// Levels as one byte a band, for pictures: byte 0 is −120 dBFS, and each step is 0.5 dB, up to 7.5 dBFS.
public enum LevelBytes {
  /// The decibels of a step.
  public static let step: Float = 0.5

  /// Returns the byte that is nearest to `level`, in dBFS. What is not a number counts as −120 dBFS.
  public static func byte(_ level: Float) -> UInt8 {
    let steps = ((level - SpectrumConstants.floorDecibels) / step).rounded()
    return steps > 0 ? UInt8(min(steps, 255)) : 0
  }

  /// Returns the level in dBFS that `byte` stands for.
  public static func level(_ byte: UInt8) -> Float { SpectrumConstants.floorDecibels + Float(byte) * step }
}
