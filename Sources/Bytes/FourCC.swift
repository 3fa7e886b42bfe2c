/// A four-character code, which names a chunk of a RIFF or AIFF file, or a box of an MP4 file.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The characters, one byte each, the first in the highest place.
  package let rawValue: UInt32

  /// Makes the code of `rawValue`.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Four characters of Latin-1, as `©nam`.
  package init(stringLiteral characters: StaticString) {
    var word: UInt32 = 0
    for index in 0..<characters.utf8CodeUnitCount {
      let byte = UInt32(characters.utf8Start[index])
      if byte & 0xC0 == 0x80 {  // the second byte of a character above U+007F
        word = word & ~0xFF | (word & 3) << 6 | byte & 0x3F
      } else {
        word = word << 8 | byte
      }
    }
    rawValue = word
  }

  /// The characters' bytes, in order.
  package var bytes: [UInt8] { rawValue.bigEndianBytes }

  /// True when all characters are printable ones of ASCII.
  package var isPrintable: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) } }

  /// The characters, with `?` for those that cannot be printed.
  package var text: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
