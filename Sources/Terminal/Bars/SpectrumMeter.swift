import AudioCore
import Spectrum

/// Where a view's bars come from: the spectrum of what is audible now. For the view's thread alone.
///
/// For each picture it is asked to `look`; when there is sound, its `format` is known, and the frame is then taken with `measure`.
public protocol SpectrumMeter {
  /// The format of the sound at the last look that found some; nil before.
  var format: AudioFormat? { get }
  /// True when frames come slower than pictures, so that bars had better go from one to the next than jump.
  var isSlow: Bool { get }
  /// Looks at what is audible now.
  mutating func look() -> MeterReading
  /// Has `options` measured from now on, in the present format; their hop does not count. Returns a frame of silence of the shape that
  /// `measure` fills.
  mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame
  /// Puts the numbers of the last look into `frame`, its levels and heights at least. False when they are no others than the last.
  mutating func measure(into frame: inout SpectrumFrame) -> Bool
}

/// What a meter's look found.
public enum MeterReading: Sendable, Equatable {
  /// Sound.
  case sound
  /// Nothing is audible now.
  case silence
  /// Nothing can be said: keep the last picture.
  case missed
}
