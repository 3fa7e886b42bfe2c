import AudioCore
import Spectrum

/// Formats spectrum events as lines of bytes: JSON, or bars of text.
public protocol FrameWriter {
  /// Sets the codec of the sound that follows.
  mutating func begin(_ codec: Codec)
  /// Appends the lines of `event`, if it has any, to `bytes`.
  mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8])
  /// Appends the end of the output.
  mutating func appendEnd(frames: Int, reason: String, to bytes: inout [UInt8])
}

extension SpectrumJSONWriter: FrameWriter {
  /// Stores the codec for the next header.
  public mutating func begin(_ codec: Codec) {
    if self.codec != codec.rawValue { self.codec = codec.rawValue }
  }
}
