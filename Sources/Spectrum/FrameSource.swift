public import AudioCore

/// A source of frames that are measured elsewhere.
public protocol FrameSource: Sendable {
  /// The frame that was audible last, and the format in which it was measured; nil when none arrived recently. Its
  /// index distinguishes it from the previous one.
  var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? { get }
  /// Makes the source measure `options` from now on; never blocks.
  func measure(_ options: SpectrumOptions)
}
