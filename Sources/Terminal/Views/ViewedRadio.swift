import AudioCore
import Radio
import Spectrum

/// The side of the radio that a view looks at and talks to. Every member may be called from any thread.
public protocol ViewedRadio: Sendable {
  /// The radio's state now; cheap.
  var snapshot: TunerSnapshot { get }
  /// Asks the radio to do something; never blocks.
  func send(_ command: Command)
  /// A meter of what is audible, for one view.
  func makeMeter() -> any SpectrumMeter
}

/// A radio whose sound can be looked at: the view measures it itself.
public protocol TappedRadio: ViewedRadio {
  /// Makes `window` hold the `frames` frames that end with what is audible now; see `TapReading`.
  func readTap(frames: Int, into window: inout TapWindow) -> TapReading
}

extension TappedRadio {
  /// A meter that measures what the tap gives.
  public func makeMeter() -> any SpectrumMeter { TapMeter(radio: self) }
}

/// A radio somewhere else that measures its sound itself.
public protocol MeasuredRadio: ViewedRadio {
  /// The frame of what was audible last, and the format of the sound it was measured in; nil while none came lately. Its index tells
  /// it from the one before.
  var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? { get }
  /// Has the radio measure this from now on; never blocks.
  func measure(_ options: SpectrumOptions)
}

extension MeasuredRadio {
  /// A meter that takes the frames as they come.
  public func makeMeter() -> any SpectrumMeter { FrameMeter(radio: self) }
}
