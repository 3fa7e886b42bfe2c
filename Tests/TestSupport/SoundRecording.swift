/// What is heard, as far as it was recorded.
public protocol SoundRecording: Sendable {
  /// All bytes so far: 16-bit samples, little-endian and interleaved.
  var output: [UInt8] { get }
}

/// The output of a recorder.
extension ProcessRunner: SoundRecording {}

/// What the device played.
extension ALSADouble: SoundRecording {
  /// The same as ``heard``.
  public var output: [UInt8] { heard }
}
