/// HTML's numeric character references in titles, such as `&#22338;` and `&#x5742;`. Icecast writes them into ICY
/// titles for characters that the mount's charset lacks (ISO 8859-1 unless configured otherwise). Web scripts write
/// them for quotes: `&#039;`.
public enum CharacterReferences {
  /// Maximum digits of a reference, including leading zeros. U+10FFFF has 7 decimal digits.
  private static let maximumDigits = 8

  /// Returns `text` with its references replaced by their characters. The result is not decoded a second time. It is
  /// never longer in UTF-8 than `text`.
  ///
  /// Names such as `&amp;` stay, because a title that contains one is not necessarily HTML (`R&B &amp; Soul`).
  /// References to control characters, surrogates, noncharacters and numbers beyond Unicode stay too.
  public static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if let (character, end) = reference(in: bytes, at: place) {
        decoded += Array(String(character).utf8)
        place = end
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return decoded.count == bytes.count ? text : String(decoding: decoded, as: UTF8.self)
  }

  /// Returns the character of the reference at `start` and the index after the reference, or nil when there is none.
  private static func reference(in bytes: [UInt8], at start: Int) -> (Unicode.Scalar, end: Int)? {
    guard bytes[start] == UInt8(ascii: "&"), start + 3 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else {
      return nil
    }
    let isHexadecimal = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
    let radix = isHexadecimal ? 16 : 10
    let first = start + (isHexadecimal ? 3 : 2)
    var value = 0
    for place in first..<min(first + maximumDigits + 1, bytes.count) {
      if bytes[place] == UInt8(ascii: ";") {
        guard place > first, let scalar = Unicode.Scalar(UInt32(value)), isCharacter(scalar) else { return nil }
        return (scalar, place + 1)
      }
      // Eight digits cannot overflow: the value stays below 2³².
      guard place < first + maximumDigits, let digit = bytes[place].hexDigitValue, digit < radix else { return nil }
      value = value * radix + digit
    }
    return nil
  }

  /// Returns false for controls (C0, DEL, C1) and noncharacters (Unicode 16, section 23.7).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
