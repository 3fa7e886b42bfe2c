/// The characters that a picture may use.
public enum GlyphSet: Sendable, CaseIterable {
  /// UTF-8 with the eighth blocks ▁▂▃▄▅▆▇█.
  case eighths
  /// UTF-8 with a font that has only half blocks, such as that of the Linux console.
  case halves
  /// ASCII.
  case ascii

  /// The glyph of a cell that is filled from below by `eighths` eighths, 1…8, as a Unicode scalar.
  package func block(_ eighths: Int) -> UInt32 {
    switch self {
    case .eighths: 0x2580 + UInt32(clamping: min(max(eighths, 1), 8))
    case .halves: eighths >= 6 ? 0x2588 : eighths >= 2 ? 0x2584 : 0x20
    case .ascii: eighths >= 6 ? 0x23 : eighths >= 3 ? 0x3A : 0x2E  // # : .
    }
  }

  /// The glyph of a peak cap whose height within its cell is `eighths` eighths, 0…7.
  package func cap(_ eighths: Int) -> UInt32 {
    switch self {
    case .eighths: eighths < 3 ? 0x2581 : eighths < 6 ? 0x2500 : 0x2594  // ▁ ─ ▔
    case .halves: 0x2500
    case .ascii: eighths < 3 ? 0x5F : eighths < 6 ? 0x2D : 0x22  // _ - "
    }
  }

  /// The glyph of a bar of height 0: a thin line at the bottom.
  package var ground: UInt32 {
    switch self {
    case .eighths: 0x2581
    case .halves: 0x2500
    case .ascii: 0x5F
    }
  }

  /// True when text may be written in UTF-8.
  package var isUTF8: Bool { self != .ascii }
}
