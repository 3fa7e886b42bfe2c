import Bytes
import Parser
import Recording
import TestSupport
import Testing

@Suite("ID3 tags of recordings")
struct ID3WriterTests {
  /// The frames of a tag: their names and contents.
  private static func frames(_ tag: [UInt8]) throws -> [(name: String, content: [UInt8])] {
    func size(_ bytes: ArraySlice<UInt8>?) throws -> Int {
      let bytes = try #require(bytes)
      try #require(bytes.count == 4 && bytes.allSatisfy { $0 < 0x80 })
      return bytes.reduce(0) { $0 << 7 | Int($1) }
    }
    var reader = ByteReader(tag[...])
    let head = reader.bytes(6)
    #expect(head == [0x49, 0x44, 0x33, 4, 0, 0])
    let whole = try size(reader.bytes(4))
    #expect(whole == reader.count)
    var frames: [(name: String, content: [UInt8])] = []
    while reader.count > 0 {
      let name = String(decoding: reader.bytes(4) ?? [], as: UTF8.self)
      let length = try size(reader.bytes(4))
      let flags = reader.bytes(2)
      let content = reader.bytes(length)
      #expect(flags == [0, 0])
      frames.append((name, Array(try #require(content))))
    }
    return frames
  }

  private static func text(_ text: String) -> [UInt8] { [3] + text.utf8 }

  @Test("each field has its frame, the picture the last one")
  func all() throws {
    var tags = KeptSpan.tags
    tags.picture = .init(mediaType: "image/png", bytes: [UInt8](repeating: 0xFF, count: 5000))
    let frames = try Self.frames(ID3Writer.tag(tags))
    #expect(frames.map(\.name) == ["TIT2", "TPE1", "TALB", "TRSN", "TDRC", "TXXX", "WOAS", "APIC"])
    #expect(frames[0].content == Self.text("Song") && frames[1].content == Self.text("Käthe"))
    #expect(frames[2].content == Self.text("Radio ½") && frames[3].content == Self.text("Radio ½"))
    #expect(frames[4].content == Self.text("2026-03-01T20:15:00"))
    #expect(frames[5].content == Self.text("RECEIVED\02026-03-01T20:15:00+01:00"))
    #expect(frames[6].content == Array("http://example.org/live".utf8))
    #expect(frames[7].content.starts(with: [3] + Array("image/png".utf8) + [0, 3, 0, 0xFF]))
    #expect(frames[7].content.count == 5000 + 13)
  }

  @Test("the parser reads title and artist")
  func parsed() {
    let read = ID3Text.tags(ID3Writer.tag(KeptSpan.tags)[...])
    #expect(read.title == "Song" && read.artists == ["Käthe"])
  }

  @Test("there is no tag when nothing is known, and no frame for an empty text")
  func empty() throws {
    #expect(ID3Writer.tag(RecordingTags()).isEmpty)
    var tags = RecordingTags()
    tags.title = " \u{1B}\n "
    #expect(ID3Writer.tag(tags).isEmpty)
    tags.artist = "A"
    #expect(try Self.frames(ID3Writer.tag(tags)).map(\.name) == ["TPE1"])
  }

  @Test("hostile texts become one clean line of bounded length")
  func hostile() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 32_000)
    let texts = [
      "a\0b\r\nTPE1\u{202E}c\u{9D}", String(repeating: "ü", count: 100_000), marks, "\u{FEFF}\u{200F}x",
      String(repeating: "👩‍👩‍👧‍👦", count: 2000),
    ]
    for text in texts {
      var tags = RecordingTags()
      (tags.title, tags.artist, tags.station) = (text, text, text)
      let frames = try Self.frames(ID3Writer.tag(tags))
      #expect(frames.count == 4)
      for frame in frames {
        let line = try #require(String(validating: frame.content.dropFirst(), as: UTF8.self))
        #expect(frame.content.count <= 1 + 4096 && line == CleanText.singleLine(text))
        #expect(!line.unicodeScalars.contains { $0.isUnprintable })
      }
    }
  }

  @Test(
    "a time of another form is left out",
    arguments: [
      "", "2026", "2026-03-01 20:15:00", "2026-03-01T20:15", "x026-03-01T20:15:00Z", "２026-03-01T20:15:00",
    ])
  func times(time: String) {
    var tags = RecordingTags()
    tags.received = time
    #expect(ID3Writer.tag(tags).isEmpty)
  }

  @Test("an address is ASCII, and left out when it is too long")
  func addresses() throws {
    var tags = RecordingTags()
    tags.address = "http://x/a b\0ö\u{7F}"
    #expect(try Self.frames(ID3Writer.tag(tags))[0].content == Array("http://x/a%20b%00%C3%B6%7F".utf8))
    tags.address = "http://x/" + String(repeating: "a", count: 2040)
    #expect(ID3Writer.tag(tags).isEmpty)
  }

  @Test("a picture of another kind, an empty and a huge one are left out")
  func pictures() throws {
    var tags = RecordingTags()
    let most = ID3Writer.maximumPictureBytes
    for (type, count, isThere) in [
      ("image/jpeg", most, true), ("image/jpeg", most + 1, false), ("image/png", 0, false), ("image/gif", 9, false),
      ("image/png\0", 9, false),
    ] {
      tags.picture = .init(mediaType: type, bytes: [UInt8](repeating: 1, count: count))
      #expect(try ID3Writer.tag(tags).isEmpty != isThere && (!isThere || Self.frames(ID3Writer.tag(tags)).count == 1))
    }
  }
}
