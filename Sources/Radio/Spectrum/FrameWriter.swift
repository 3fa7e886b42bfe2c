public import AudioCore
public import Spectrum

/// Formats spectrum events as lines of bytes: JSON, or bars of text.
public protocol FrameWriter {
  /// Sets the codec of the sound that follows.
  mutating func begin(_ codec: Codec)
  /// Appends the lines of `event`, if it has any, to `bytes`.
  mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8])
  /// Appends the end of the output.
  mutating func appendEnd(_ end: SpectrumEnd, to bytes: inout [UInt8])
}
