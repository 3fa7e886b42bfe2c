public import AudioCore

/// One part of a station's body; the parts come in order.
public enum StreamChunk: Sendable, Equatable {
  /// Bytes of the audio stream.
  case audio([UInt8])
  /// A title, at its position between the audio before and after it.
  case metadata(StreamMetadata)
  /// The audio that follows does not continue the audio before. Only segmented streams have it.
  case discontinuity
}
