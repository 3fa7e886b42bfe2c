import AudioCore
import Spectrum

/// A meter that analyses the sound itself, through the radio's tap.
struct TapMeter: SpectrumMeter {
  private(set) var format: AudioFormat?
  let isSlow = false

  private let radio: any TappedRadio
  private var windowFrames = 0
  private var analyzer: SpectrumAnalyzer?
  private var window = TapWindow()
  private var endFrame = 0
  private var measuredEndFrame: Int?

  init(radio: any TappedRadio) { self.radio = radio }

  mutating func look() -> MeterReading {
    switch radio.readTap(frames: windowFrames, into: &window) {
    case .sound(let format, let endFrame):
      self.format = format
      self.endFrame = endFrame
      return .sound
    case .silence:
      measuredEndFrame = nil
      return .silence
    case .missed: return .missed
    }
  }

  mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
    windowFrames = options.fftSize
    measuredEndFrame = nil
    let hasFormat = (format?.channels ?? 0) > 0 && (format?.sampleRate ?? 0) > 0
    analyzer = hasFormat ? format.map { SpectrumAnalyzer(format: $0, options: options) } : nil
    return analyzer?.makeFrame()
      ?? SpectrumFrame(rows: options.channels == .stereo ? 2 : 1, bands: options.bands)
  }

  mutating func measure(into frame: inout SpectrumFrame) -> Bool {
    guard endFrame != measuredEndFrame else { return false }
    measuredEndFrame = endFrame
    guard let analyzer, window.samples.count == windowFrames * analyzer.format.channels else { return false }
    let samples = window.samples
    analyzer.measure(samples.span, into: &frame)
    return true
  }
}
