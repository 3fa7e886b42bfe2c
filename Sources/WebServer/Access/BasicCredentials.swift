/// Reads the secret from credentials of the scheme `Basic` (RFC 7617).
enum BasicCredentials {
  /// Most bytes of credentials that are decoded.
  private static let maximumBytes = 8192

  /// Returns the text after the first colon of `text`, which is in Base64. Returns nil when `text` is longer than
  /// ``maximumBytes``, is not Base64, or has no colon.
  static func password(_ text: Substring) -> String? {
    guard text.utf8.count <= maximumBytes, let bytes = decoded(text),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }

  /// Decodes Base64 (RFC 4648, section 4), with or without padding; nil when `text` is not Base64.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
