/// A letter of ``PixelFont``.
package struct PixelLetter: Hashable, Sendable {
  /// The pixels: row r from the top in bits 5 r … 5 r + 4, the leftmost pixel in the lowest bit.
  package var pixels: UInt64
  /// The width in pixels, 1…5.
  package var width: Int

  /// A blank between two words.
  static let blank = PixelLetter(pixels: 0, width: 2)

  /// True when the letter has no pixels.
  package var isBlank: Bool { pixels == 0 }
}
