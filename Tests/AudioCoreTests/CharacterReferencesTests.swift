import AudioCore
import Testing

@Suite("Numeric character references")
struct CharacterReferencesTests {
  @Test(
    "references become their characters, once",
    arguments: [
      ("&#22338;&#26412; - &#12415;", "坂本 - み"), ("&#x5742;&#X672C;", "坂本"), ("Don&#039;t", "Don't"), ("&#353;", "š"),
      ("a&#8217;b", "a’b"), ("&#128077;", "👍"), ("&#1114111", "&#1114111"), ("&#38;#22338;", "&#22338;"),
      ("R&#66;", "RB"), ("&#00022338;", "坂"),
    ])
  func decoded(text: String, expected: String) { #expect(CharacterReferences.decoded(text) == expected) }

  @Test(
    "text that is not a reference, and references to no valid character, stay as they are",
    arguments: [
      "R&B &amp; Soul", "AC&DC", "&#", "&#;", "&#x;", "&#9;", "&#27;", "&#x9d;", "&#127;", "&#55357;&#56832;",
      "&#65535;",
      "&#xFDD0;", "&#1114112;", "&#99999999;", "&#999999999;", "&#000000038;", "&#12a;", "&#-5;", "&# 65;", "No&#1 Hit",
      "&#4294967361;", "",
    ])
  func left(text: String) { #expect(CharacterReferences.decoded(text) == text) }

  @Test("decoding takes time and space in proportion to the text")
  func bounded() {
    let text = String(repeating: "&#x1F44D;&#&#1", count: 100_000)
    #expect(CharacterReferences.decoded(text).utf8.count == 100_000 * 9)
  }
}
