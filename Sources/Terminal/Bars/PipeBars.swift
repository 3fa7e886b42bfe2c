import AudioCore
public import Spectrum

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
      let step = BarsRenderer.eighths(height, rows: 1)
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
