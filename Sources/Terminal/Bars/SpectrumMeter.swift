import AudioCore
import Spectrum

/// A source of a view's bars: the spectrum of the audible sound. Used only on the view's thread.
///
/// For each picture the view calls `look`. When there is sound, `format` is known, and the view then takes the frame
/// with `measure`.
public protocol SpectrumMeter {
  /// The format of the sound at the last `look` that found some; nil before.
  var format: AudioFormat? { get }
  /// True when frames come more slowly than pictures, so that the bars should be interpolated.
  var isSlow: Bool { get }
  /// Checks what is audible now.
  mutating func look() -> MeterReading
  /// Measures `options` in the present format from now on; `hop` is ignored. Returns a silent frame of the shape that
  /// `measure` fills.
  mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame
  /// Copies the values of the last `look` into `frame`, at least its levels and heights. Returns false when they have
  /// not changed since the last call.
  mutating func measure(into frame: inout SpectrumFrame) -> Bool
}

/// The result of `look`.
public enum MeterReading: Sendable, Equatable {
  /// Sound.
  case sound
  /// Nothing is audible now.
  case silence
  /// There is no information: keep the last picture.
  case missed
}
