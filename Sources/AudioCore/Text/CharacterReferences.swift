/// HTML's numeric character references, `&#22338;` and `&#x5742;`, in titles. Icecast writes them into the ICY titles of a mount
/// whose charset (ISO 8859-1 unless it is configured) lacks a character, and web scripts for quotes: `&#039;`.
public enum CharacterReferences {
  /// Digits of a reference that are looked at, leading zeros included; U+10FFFF has 7 decimal ones.
  private static let maximumDigits = 8

  /// `text` with the references to characters replaced by these, once: what comes of it is not read again. Never longer
  /// in UTF-8 than `text`.
  ///
  /// Names such as `&amp;` stay, since a title that has one need not be HTML ("R&B &amp; Soul"). So do references to
  /// control characters, surrogates, noncharacters and numbers beyond Unicode.
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

  /// The character that the reference at `start` stands for, and where it ends; nil when there is none.
  private static func reference(in bytes: [UInt8], at start: Int) -> (Unicode.Scalar, end: Int)? {
    guard bytes[start] == UInt8(ascii: "&"), start + 3 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else {
      return nil
    }
    let isHexadecimal = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let first = start + (isHexadecimal ? 3 : 2)
    var value: UInt32 = 0
    for place in first..<min(first + maximumDigits + 1, bytes.count) {
      if bytes[place] == UInt8(ascii: ";") {
        guard place > first, let scalar = Unicode.Scalar(value), isCharacter(scalar) else { return nil }
        return (scalar, place + 1)
      }
      // Eight digits stay below 2³².
      guard place < first + maximumDigits, let digit = digit(bytes[place], radix: radix) else { return nil }
      value = value * radix + digit
    }
    return nil
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16: UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F") where radix == 16: UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// False for controls (C0, DEL, C1) and noncharacters (Unicode 16, section 23.7).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
