extension UInt8 {
  /// True for the letters and digits of ASCII, and for the bytes of `others`.
  package func isLetterOrDigit(or others: String = "") -> Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: others.utf8.contains(self)
    }
  }

  /// The value of a hexadecimal digit of ASCII; nil for another byte.
  package var hexDigitValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }

  /// The byte as two hexadecimal digits in lower case.
  package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
