import AudioCore
import Parser
import TestSupport
import Testing

@Suite("ID3 tags of files")
struct ID3FileTests {
  static func synchsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

  static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

  static func field(_ id: String, _ body: [UInt8], version: UInt8) -> [UInt8] {
    switch version {
    case 2: Array(id.utf8) + bigEndian(body.count).dropFirst() + body
    case 3: Array(id.utf8) + bigEndian(body.count) + [0, 0] + body
    default: Array(id.utf8) + synchsafe(body.count) + [0, 0] + body
    }
  }

  static func tag(_ fields: [UInt8], version: UInt8, flags: UInt8 = 0) -> [UInt8] {
    let body = fields + [UInt8](repeating: 0, count: 64)
    return Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
  }

  static func latin1(_ text: String) -> [UInt8] {
    [0] + text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  static func utf16(_ text: String) -> [UInt8] {
    [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  static func title(_ bytes: [UInt8]) -> String? {
    ID3Text.tags(size: bytes.count) { Array(bytes[$0.clamped(to: 0..<bytes.count)]) }.metadata?.title
  }

  @Test("a tag of any version and encoding gives artist and title", arguments: ID3FileTests.tags)
  func versions(_ row: (bytes: [UInt8], title: String?)) {
    #expect(Self.title(row.bytes) == row.title)
  }

  static let tags: [(bytes: [UInt8], title: String?)] = [
    (
      tag(field("TT2", latin1("Song"), version: 2) + field("TP1", latin1("Band"), version: 2), version: 2),
      "Band - Song"
    ),
    (
      tag(field("TPE1", latin1("Café"), version: 3) + field("TIT2", utf16("Ночь"), version: 3), version: 3),
      "Café - Ночь"
    ),
    (tag(field("TIT2", [3] + Array("Été\nII\0more".utf8), version: 4), version: 4), "Été II"),
    (tag(field("TIT2", [2, 0x04, 0x1D, 0x04, 0x3E], version: 4), version: 4), "Но"),
    (tag([0, 0, 0, 6, 0, 0, 0, 0, 0, 0] + field("TPE1", latin1("B"), version: 3), version: 3, flags: 0x40), "B"),
    (tag(field("TIT2", [1, 0xFF, 0, 0xFE, 0x41, 0, 0x42, 0], version: 3), version: 3, flags: 0x80), "AB"),
    // The first zero is from the unsynchronisation; the second one is part of the text and ends it.
    (tag(field("TIT2", [0, 0xFF, 0, 0, 0x41, 0x42], version: 3), version: 3, flags: 0x80), "ÿ"),
    (tag(field("TALB", latin1("Album"), version: 3), version: 3), nil),
    (
      Array("TAG".utf8) + padded("Old Song") + padded("Old Band") + [UInt8](repeating: 0, count: 65),
      "Old Band - Old Song"
    ),
    (Array("no tag at all".utf8), nil), ([], nil),
  ]

  static func padded(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 30 - text.utf8.count)
  }

  @Test("a title behind a picture of 3 MiB is found by reading less than 10,000 bytes")
  func picture() {
    let picture = Self.field("APIC", [UInt8](repeating: 0x55, count: 3 << 20), version: 3)
    let bytes = Self.tag(picture + Self.field("TIT2", Self.latin1("Song"), version: 3), version: 3)
    var bytesRead = 0
    let tags = ID3Text.tags(size: bytes.count) { range in
      bytesRead += range.count
      return Array(bytes[range.clamped(to: 0..<bytes.count)])
    }
    #expect(tags.metadata?.title == "Song")
    #expect(bytesRead < 10_000)
  }

  @Test("a cut or damaged tag causes no crash and no control characters")
  func damage() {
    var random = SeededRandom(state: 5)
    let good = Self.tag(
      Self.field("TPE1", Self.latin1("Band"), version: 3) + Self.field("TIT2", Self.utf16("Song"), version: 3),
      version: 3)
    for length in good.indices { _ = Self.title(Array(good[..<length])) }
    for _ in 0..<5000 {
      var bad = good
      for _ in 0..<3 { bad[Int.random(in: 3..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      #expect((Self.title(bad) ?? "").unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}
