import Spectrum

/// One line of bars for each frame of a spectrum: for pipes, and with no escape codes.
public struct PipeBars: Sendable {
  /// The signs for heights from nothing to all: ASCII, one byte each.
  private static let asciiLevels = Array(" .:-=+*#%".utf8)
  private let glyphs: GlyphSet

  /// Lines of eighth blocks, or of ASCII when `glyphs` is `.ascii`.
  public init(glyphs: GlyphSet) { self.glyphs = glyphs }

  /// Appends the line for a frame: one sign a band, a space between two channels, and a line feed.
  public func append(_ frame: SpectrumFrame, to bytes: inout [UInt8]) {
    for row in 0..<frame.rows {
      if row > 0 { bytes.append(0x20) }
      append(frame.bars(row: row), to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Appends one sign for each of `heights`, 0…1; more counts as 1.
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
