public import AudioCore

/// A meter that uses the frames of a source.
public struct FrameMeter: SpectrumMeter {
  /// The format of the last frame.
  public var format: AudioFormat { heardFormat ?? LiveAnalyzer.defaultFormat }
  /// True: the frames come over the network.
  public let isSlow = true
  /// Nil: a radio that measures sends no samples.
  public let samples: [Float]? = nil

  private let source: any FrameSource
  private var heardFormat: AudioFormat?
  private var latest: SpectrumFrame?
  private var measuredIndex: Int?

  /// Creates a meter of the frames of `source`.
  public init(_ source: any FrameSource) { self.source = source }

  /// Takes the latest frame.
  public mutating func refresh() -> LiveReading {
    guard let (format, frame) = source.latestFrame, format.channels > 0, format.sampleRate > 0 else {
      measuredIndex = nil
      return .silence
    }
    let isNewFormat = format != heardFormat
    heardFormat = format
    latest = frame
    return .sound(isNewFormat: isNewFormat)
  }

  /// Makes the source measure `options` from now on.
  public mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
    measuredIndex = nil
    source.measure(options)
    return SpectrumFrame(rows: options.channels == .mono ? 1 : format.channels, bands: options.bands)
  }

  /// Copies the latest frame into `frame`. Ignores a frame of another shape: it belongs to the options before the last `prepare`.
  public mutating func measure(into frame: inout SpectrumFrame) -> Bool {
    guard let latest, latest.index != measuredIndex else { return false }
    measuredIndex = latest.index
    guard latest.rows == frame.rows, latest.bands == frame.bands else { return false }
    frame = latest
    return true
  }
}
