/// Replaces characters by ASCII, for terminals without UTF-8.
package enum ASCIIFolding {
  /// The base letters of U+00C0…U+017F, one for each. `*` stands for a character that has a spelling in `spellings` or
  /// no replacement.
  private static let latin = Array(
    """
    AAAAAA*CEEEEIIIIDNOOOOOxOUUUUY**aaaaaa*ceeeeiiiidnooooo/ouuuuy*yAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi\
    **JjKkkLlLlLlLlLlNnNnNnnNnOoOoOo**RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs
    """.unicodeScalars)
  private static let spellings: [UInt32: String] = [
    0xA0: " ", 0xA9: "(c)", 0xAB: "\"", 0xAE: "(r)", 0xB0: "o", 0xB4: "'", 0xB7: "-", 0xBB: "\"", 0xC6: "AE",
    0xDE: "Th",
    0xDF: "ss", 0xE6: "ae", 0xFE: "th", 0x132: "IJ", 0x133: "ij", 0x152: "OE", 0x153: "oe", 0x2010: "-", 0x2011: "-",
    0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2018: "'", 0x2019: "'", 0x201A: ",", 0x201C: "\"",
    0x201D: "\"", 0x201E: "\"", 0x2022: "*", 0x2026: "...", 0x20AC: "EUR", 0x2122: "(tm)", 0x266A: "~", 0x266B: "~",
  ]

  /// Returns ASCII for `scalar`; `?` when there is no similar character.
  package static func fold(_ scalar: Unicode.Scalar) -> String {
    if let spelling = spellings[scalar.value] { return spelling }
    guard 0xC0..<0xC0 + UInt32(latin.count) ~= scalar.value else { return "?" }
    let letter = latin[Int(scalar.value - 0xC0)]
    return letter == "*" ? "?" : String(Character(letter))
  }
}
