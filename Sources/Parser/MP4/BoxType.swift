/// The four letters that name a box of an MP4 file (ISO/IEC 14496-12 4.2).
struct BoxType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The letters, the first in the highest place.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Four letters of Latin-1, as `©nam`.
  init(stringLiteral letters: StaticString) {
    rawValue = letters.description.unicodeScalars.reduce(0) { $0 << 8 | ($1.value & 0xFF) }
  }

  /// The letters, with `?` for those that cannot be printed.
  var text: String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { shift in
          let letter = UInt8(rawValue >> shift & 0xFF)
          return (0x20...0x7E).contains(letter) ? Unicode.Scalar(letter) : "?"
        }))
  }

  /// True when every letter is one that occurs in names.
  var isPlausible: Bool {
    [24, 16, 8, 0].allSatisfy { shift in
      switch UInt8(rawValue >> shift & 0xFF) {
      case 0x20, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xA9: true
      default: false
      }
    }
  }
}
