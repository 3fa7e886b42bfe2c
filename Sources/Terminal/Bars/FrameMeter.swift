import AudioCore
import Spectrum

/// A meter that uses the frames that the radio measures.
struct FrameMeter: SpectrumMeter {
  var format: AudioFormat { heardFormat ?? LiveAnalyzer.usualFormat }
  let isSlow = true

  private let radio: any MeasuredRadio
  private var heardFormat: AudioFormat?
  private var latest: SpectrumFrame?
  private var measuredIndex: Int?

  init(radio: any MeasuredRadio) { self.radio = radio }

  mutating func look() -> LiveReading {
    guard let (format, frame) = radio.latestFrame, format.channels > 0, format.sampleRate > 0 else {
      measuredIndex = nil
      return .silence
    }
    let isNewFormat = format != heardFormat
    heardFormat = format
    latest = frame
    return .sound(isNewFormat: isNewFormat)
  }

  mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
    measuredIndex = nil
    radio.measure(options)
    return SpectrumFrame(rows: options.channels == .mono ? 1 : format.channels, bands: options.bands)
  }

  /// Ignores a frame of another shape: it belongs to the options before the last `prepare`.
  mutating func measure(into frame: inout SpectrumFrame) -> Bool {
    guard let latest, latest.index != measuredIndex else { return false }
    measuredIndex = latest.index
    guard latest.rows == frame.rows, latest.bands == frame.bands else { return false }
    frame = latest
    return true
  }
}
