import AudioCore
import RadioModel
import Spectrum

/// The interface of a radio that a view uses. All members are callable from any thread.
public protocol ViewedRadio: Sendable {
  /// The player's present status; cheap to read.
  var status: RadioStatus { get }
  /// Sends a command to the radio; never blocks.
  func send(_ command: Command)
  /// Creates a meter of the audible sound, for one view.
  func makeMeter() -> any SpectrumMeter
  /// The stations, titles and log; nil for a radio that has none.
  var library: (any ViewedLibrary)? { get }
}

extension ViewedRadio {
  /// No stations, titles or log.
  public var library: (any ViewedLibrary)? { nil }
}

/// A radio that gives access to its sound: the view measures it itself.
public protocol TappedRadio: ViewedRadio {
  /// Fills `window` with the `frames` frames that end with the audible one; see `TapReading`.
  func readTap(frames: Int, into window: inout TapWindow) -> TapReading
}

extension TappedRadio {
  /// Creates a meter that measures the sound in the tap.
  public func makeMeter() -> any SpectrumMeter {
    LiveAnalyzer { frames, window in self.readTap(frames: frames, into: &window) }
  }
}

/// A remote radio that measures its sound itself.
public protocol MeasuredRadio: ViewedRadio {
  /// The frame that was audible last, and the format in which it was measured; nil when none arrived recently. Its
  /// index distinguishes it from the previous one.
  var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? { get }
  /// Makes the radio measure `options` from now on; never blocks.
  func measure(_ options: SpectrumOptions)
}

extension MeasuredRadio {
  /// Creates a meter that uses the frames as they arrive.
  public func makeMeter() -> any SpectrumMeter { FrameMeter(radio: self) }
}
