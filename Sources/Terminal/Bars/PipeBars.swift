import AudioCore
import Spectrum

/// Formats each frame of a spectrum as one line of bars without escape codes, for pipes.
public struct PipeBars: Sendable {
  /// The characters for heights from 0 to 1: ASCII, one byte each.
  private static let asciiLevels = Array(" .:-=+*#%".utf8)
  private let glyphs: GlyphSet

  /// Creates a formatter for lines of eighth blocks, or of ASCII when `glyphs` is `.ascii`.
  public init(glyphs: GlyphSet) { self.glyphs = glyphs }

  /// Appends the line of a frame: one character per band, a space between two channels, and a line feed.
  public func append(_ frame: SpectrumFrame, to bytes: inout [UInt8]) {
    for row in 0..<frame.rows {
      if row > 0 { bytes.append(0x20) }
      append(frame.bars(row: row), to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Appends one character for each of `heights`, 0…1; greater values count as 1.
  package func append(_ heights: ArraySlice<Float>, to bytes: inout [UInt8]) {
    for height in heights {
      let step = height > 0 ? Int((min(height, 1) * 8).rounded()) : 0
      if glyphs == .ascii {
        bytes.append(Self.asciiLevels[step])
      } else if step == 0 {
        bytes.append(0x20)
      } else {
        bytes.append(0xE2)
        bytes.append(0x96)
        bytes.append(0x80 + UInt8(step))
      }
    }
  }
}

/// A meter that uses the frames that the radio measures.
struct FrameMeter: SpectrumMeter {
  var format: AudioFormat { heardFormat ?? LiveAnalyzer.usualFormat }
  let isSlow = true
  /// A daemon sends no samples.
  let samples: [Float]? = nil

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
