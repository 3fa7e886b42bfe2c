import AudioCore

/// Replaces characters by ASCII, for terminals without UTF-8.
package enum ASCIIFolding {
  private static let punctuation: [UInt32: String] = [
    0xA0: " ", 0xA9: "(c)", 0xAB: "\"", 0xAE: "(r)", 0xB0: "o", 0xB4: "'", 0xB7: "-", 0xBB: "\"", 0xD7: "x", 0xF7: "/",
    0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2018: "'", 0x2019: "'", 0x201A: ",",
    0x201C: "\"", 0x201D: "\"", 0x201E: "\"", 0x2022: "*", 0x2026: "...", 0x20AC: "EUR", 0x2122: "(tm)", 0x266A: "~",
    0x266B: "~",
  ]

  /// Returns ASCII for `scalar`; `?` when there is no similar character.
  package static func fold(_ scalar: Unicode.Scalar) -> String {
    if let text = punctuation[scalar.value] { return text }
    let letters = LetterFolding.plain(Character(scalar)) ?? "?"
    return letters.utf8.allSatisfy { $0 < 0x80 } ? letters : "?"
  }
}
