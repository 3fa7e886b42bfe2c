import Glibc

/// Decodes text from a server. Bytes that are valid UTF-8, even with an incomplete last character, are UTF-8. All
/// others are in the charset configured for the station, or else in Windows-1252. There is no detection, because it
/// cannot distinguish the charsets of short titles.
public struct TextCharset: Sendable, Hashable {
  /// The name that the user configured, such as `windows-1251`; nil for Windows-1252.
  public let name: String?

  /// The charset without a configured name: Windows-1252, a superset of Latin-1, for text that is not UTF-8.
  public static let `default` = TextCharset()

  private init() { name = nil }

  /// Creates the charset called `name`, or returns nil when the system's `iconv` does not know it.
  public init?(name: String) {
    guard let converter = Self.openConverter(name) else { return nil }
    iconv_close(converter)
    self.name = name
  }

  /// Decodes `bytes`. It never fails: bytes that are invalid in the charset become U+FFFD.
  public func decode(_ bytes: some Collection<UInt8>) -> String {
    if let utf8 = String(validating: bytes, as: UTF8.self) ?? Self.wholeUTF8(of: bytes) { return utf8 }
    if let name, let converter = Self.openConverter(name) {
      defer { iconv_close(converter) }
      return Self.convert(Array(bytes), with: converter)
    }
    return String(String.UnicodeScalarView(bytes.map(Self.windows1252)))
  }

  /// Decodes UTF-8 whose last character is incomplete, without that character; encoders with titles of a fixed length
  /// produce this. Returns nil unless the bytes before it are UTF-8 with more than ASCII characters, because an accent
  /// at the end of Latin-1 text looks like the beginning of a character.
  private static func wholeUTF8(of bytes: some Collection<UInt8>) -> String? {
    let end = Array(bytes.suffix(3))
    for length in 1...3 where length <= end.count && isBegunCharacter(end.suffix(length)) {
      let rest = bytes.dropLast(length)
      guard rest.contains(where: { $0 >= 0x80 }) else { return nil }
      return String(validating: rest, as: UTF8.self)
    }
    return nil
  }

  /// True for the first bytes of an incomplete UTF-8 character (Unicode, table 3-7).
  private static func isBegunCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    let rest = bytes.dropFirst()
    return bytes.count < length && rest.prefix(1).allSatisfy({ second.contains($0) })
      && rest.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) })
  }

  private static func openConverter(_ name: String) -> iconv_t? {
    let converter = iconv_open("UTF-8", name)
    return Int(bitPattern: converter) == -1 ? nil : converter
  }

  private static func convert(_ input: [UInt8], with converter: iconv_t) -> String {
    var output: [UInt8] = []
    var position = 0
    var piece = [UInt8](repeating: 0, count: 256)
    while position < input.count {
      let (consumed, produced) = input.withUnsafeBytes { source in
        piece.withUnsafeMutableBytes { target in
          var inPointer = UnsafeMutableRawPointer(mutating: source.baseAddress)?
            .advanced(by: position).assumingMemoryBound(to: CChar.self)
          var inLeft = source.count - position
          var outPointer = target.baseAddress?.assumingMemoryBound(to: CChar.self)
          var outLeft = target.count
          _ = iconv(converter, &inPointer, &inLeft, &outPointer, &outLeft)
          return (source.count - position - inLeft, target.count - outLeft)
        }
      }
      output.append(contentsOf: piece[..<produced])
      position += consumed
      if consumed == 0 && produced == 0 {  // an invalid byte, or an incomplete character
        output.append(contentsOf: Array("\u{FFFD}".utf8))
        position += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Windows-1252 for 0x80…0x9F (WHATWG Encoding Standard, index windows-1252); the other bytes equal Latin-1.
  private static let c1Replacements: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(c1Replacements[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }
}
