public import AudioCore

/// Measures the audible sound that a tap gives, for one picture after the other. For one thread.
///
/// Call `refresh` for each picture, `prepare` first of all and after a look that found a new format, and `measure`
/// after a look that found sound. The window keeps its samples from look to look, so that only new ones are copied.
/// Memory is allocated only for a new format and for new options.
public struct LiveAnalyzer {
  /// The format that is assumed until there is sound.
  public static let defaultFormat = AudioFormat(sampleRate: 44_100, channels: 2)

  /// The format of the sound at the last `refresh` that found some.
  public var format: AudioFormat { heardFormat ?? Self.defaultFormat }
  /// Number of frames of `format` that were heard up to the last `refresh` that found sound.
  public private(set) var endFrame = 0
  /// The options of the last `prepare`; before, the defaults.
  public private(set) var options = SpectrumOptions(defaultsOf: .rta)

  /// Copies the last frames of the audible sound into the window.
  private let read: (_ frames: Int, _ window: inout TapWindow) -> TapReading
  private var heardFormat: AudioFormat?
  /// The analyzer for `format` and `options`; nil until `measure` needs it.
  private var analyzer: SpectrumAnalyzer?
  /// The sound of the last `refresh` that found some.
  public private(set) var window = TapWindow()
  private var measuredEndFrame: Int?

  /// Creates an analyzer of the sound of a tap. `read` fills the window with the given number of frames that end with
  /// the audible one.
  public init(reading read: @escaping (_ frames: Int, _ window: inout TapWindow) -> TapReading) { self.read = read }

  /// Reads the sound that is audible now.
  public mutating func refresh() -> LiveReading {
    switch read(options.fftSize, &window) {
    case .sound(let format, let endFrame):
      guard format.sampleRate > 0, format.channels > 0 else { return .missed }
      let isNewFormat = format != heardFormat
      heardFormat = format
      self.endFrame = endFrame
      return .sound(isNewFormat: isNewFormat)
    case .silence:
      measuredEndFrame = nil
      return .silence
    case .missed: return .missed
    }
  }

  /// Measures `options` in the present format from now on; `hop` is ignored. The next `measure` measures even what was
  /// measured before. Returns a silent frame of the shape that `measure` fills.
  public mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
    if analyzer?.format != format || analyzer?.options != options { analyzer = nil }
    self.options = options
    measuredEndFrame = nil
    return SpectrumFrame(rows: options.channels == .mono ? 1 : format.channels, bands: options.bands)
  }

  /// Measures the window of the last `refresh` into `frame`: its time, levels, peak, rms and heights. Returns false
  /// when the same sound was measured before.
  public mutating func measure(into frame: inout SpectrumFrame) -> Bool {
    guard endFrame != measuredEndFrame else { return false }
    measuredEndFrame = endFrame
    guard window.samples.count == options.fftSize * format.channels else { return false }
    let analyzer = analyzer ?? SpectrumAnalyzer(format: format, options: options)
    self.analyzer = analyzer
    analyzer.measure(window.samples.span, into: &frame)
    frame.time = max(0, Double(endFrame - options.fftSize / 2) / Double(format.sampleRate))
    return true
  }
}
