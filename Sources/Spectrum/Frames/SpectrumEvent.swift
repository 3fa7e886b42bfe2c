public import AudioCore

/// The output of a `SpectrumStream`, in order.
public enum SpectrumEvent: Sendable {
  /// Sound in this format begins: at the start, and at every change of sample rate or channels.
  case header(SpectrumHeader)
  /// One window was measured.
  case frame(SpectrumFrame)
  /// A title, `time` seconds into the stream. It comes before the first frame of that time or later.
  case metadata(time: Double, StreamMetadata)
}
