import AudioCore

/// What comes out of a `SpectrumStream`, in order.
public enum SpectrumEvent: Sendable {
  /// Sound in this format begins: first of all, and at every change of rate or channels.
  case header(SpectrumHeader)
  /// One window was measured.
  case frame(SpectrumFrame)
  /// A title, `time` seconds into the stream. It comes before the first frame of that time or later.
  case metadata(time: Double, StreamMetadata)
}
