public import AudioCore

/// A source of a view's bars: the spectrum of the audible sound. Used only on the view's thread.
///
/// The view calls `prepare` first of all and after a `refresh` that found a new format. It calls `refresh` for each
/// picture, and takes the frame with `measure` when there is sound.
public protocol SpectrumMeter {
  /// The format of the sound at the last `refresh` that found some; before, `LiveAnalyzer.defaultFormat`.
  var format: AudioFormat { get }
  /// True when frames come more slowly than pictures, so that the bars should be interpolated.
  var isSlow: Bool { get }
  /// Checks what is audible now.
  mutating func refresh() -> LiveReading
  /// Measures `options` in the present format from now on; `hop` is ignored. Returns a silent frame of the shape that
  /// `measure` fills.
  mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame
  /// The samples of the last `refresh` that found sound, `frames × channels` of `format`; nil for a meter that has no
  /// samples.
  var samples: [Float]? { get }
  /// Copies the values of the last `refresh` into `frame`, at least its levels and heights. Returns false when they
  /// have not changed since the last call.
  mutating func measure(into frame: inout SpectrumFrame) -> Bool
}

/// Analyses the sound itself, through the radio's tap: each picture has a frame of its own.
extension LiveAnalyzer: SpectrumMeter {
  /// False: there is a frame for each picture.
  public var isSlow: Bool { false }
  /// The samples of the window.
  public var samples: [Float]? { window.samples }
}
