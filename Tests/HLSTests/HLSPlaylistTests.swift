import AudioCore
import HLS
import Testing

@Suite("HLS playlists")
struct HLSPlaylistTests {
  /// The media playlist of these lines, with `#EXTM3U` in front.
  static func media(_ lines: String..., separator: String = "\n") throws -> HLSMedia {
    let playlist = try HLSPlaylist(Array((["#EXTM3U"] + lines).joined(separator: separator).utf8))
    guard case .media(let media) = playlist else { throw UnexpectedError() }
    return media
  }

  /// The master playlist of these lines.
  static func master(_ lines: String...) throws -> HLSMaster {
    let playlist = try HLSPlaylist(Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8))
    guard case .master(let master) = playlist else { throw UnexpectedError() }
    return master
  }

  private struct UnexpectedError: Error {}

  @Test("a live playlist is read with any line ends", arguments: ["\n", "\r\n", "\r", "\n\n", " \t\n"])
  func live(separator: String) throws {
    let media = try Self.media(
      "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:10", "#EXT-X-MEDIA-SEQUENCE:2680", "#EXT-X-DISCONTINUITY-SEQUENCE:7",
      "#EXT-X-START:TIME-OFFSET=-25.5,PRECISE=YES", "# a remark", "#EXT-X-NOVELTY:x", "#EXTINF:9.009,",
      "http://m.example/first.aac", "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T17:00:00Z", "#EXT-X-DISCONTINUITY",
      "#EXTINF:3,Ann - Song, the first\u{7}", "second.aac?x=1,2", "#EXT-X-GAP", "#EXTINF:10", "third.aac", "#EXTINF:1,",
      separator: separator)
    #expect(media.targetDuration == .seconds(10) && media.firstSequence == 2680)
    #expect(media.startOffset == -25.5 && !media.isEnded)
    #expect(media.segments.map(\.uri) == ["http://m.example/first.aac", "second.aac?x=1,2", "third.aac"])
    #expect(media.segments.map(\.duration) == [.seconds(9.009), .seconds(3), .seconds(10)])
    #expect(media.segments.map(\.title) == [nil, "Ann - Song, the first", nil])
    #expect(media.segments.map(\.isDiscontinuity) == [false, true, false])
    #expect(media.segments.map(\.isGap) == [false, false, true])
    #expect(media.endSequence == 2683 && media.segment(2681)?.uri == "second.aac?x=1,2" && media.segment(2683) == nil)
  }

  @Test("a playlist may begin with a byte order mark and have titles in Latin-1")
  func bytes() throws {
    let text = Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,Caf".utf8) + [0xE9, 0x0A] + Array("a.aac\n".utf8)
    guard case .media(let media) = try HLSPlaylist([0xEF, 0xBB, 0xBF] + text) else { throw UnexpectedError() }
    #expect(media.segments.first?.title == "Café")
  }

  @Test("a byte range without an offset begins behind the one before it")
  func byteRanges() throws {
    let media = try Self.media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"720@16\"", "#EXTINF:4,",
      "#EXT-X-BYTERANGE:100@1000", "all.mp4", "#EXT-X-BYTERANGE:50", "#EXTINF:4,", "all.mp4",
      "#EXT-X-BYTERANGE:10@5", "#EXTINF:4,", "all.mp4", "#EXTINF:4,", "whole.mp4", "#EXT-X-ENDLIST")
    #expect(media.segments.map(\.byteRange) == [1000..<1100, 1100..<1150, 5..<15, nil])
    #expect(media.segments.allSatisfy { $0.map?.uri == "all.mp4" && $0.map?.byteRange == 16..<736 })
    #expect(media.isEnded)
  }

  @Test(
    "a key is valid until the next one; of several keys the one that can be used counts",
    arguments: [
      (["METHOD=AES-128,URI=\"k?a,b\""], HLSKey.aes128(uri: "k?a,b", iv: nil)),
      (
        ["METHOD=AES-128,URI=\"k\",IV=0X0102030405060708090a0b0c0d0e0F10"],
        .aes128(uri: "k", iv: Array(UInt8(1)...16))
      ),
      (["METHOD=AES-128,URI=\"k\",IV=0x1F"], .aes128(uri: "k", iv: [UInt8](repeating: 0, count: 15) + [0x1F])),
      (["METHOD=AES-128,URI=\"k\"", "METHOD=NONE"], nil),
      (["METHOD=SAMPLE-AES,URI=\"k\""], .unsupported(method: "SAMPLE-AES")),
      (["METHOD=AES-128,KEYFORMAT=\"com.apple\",URI=\"x\""], .unsupported(method: "AES-128")),
      (
        [
          "METHOD=SAMPLE-AES,KEYFORMAT=\"com.apple\",URI=\"x\"", "METHOD=AES-128,URI=\"k\"",
          "METHOD=SAMPLE-AES,URI=\"y\"",
        ],
        .aes128(uri: "k", iv: nil)
      ),
      (["METHOD=AES-128"], .unsupported(method: "AES-128")),
    ])
  func keys(tags: [String], key: HLSKey?) throws {
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:4"] + tags.map { "#EXT-X-KEY:" + $0 }
      + ["#EXTINF:4,", "a", "#EXTINF:4,", "b", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:4,", "c"]
    guard case .media(let media) = try HLSPlaylist(Array(lines.joined(separator: "\n").utf8)) else {
      throw UnexpectedError()
    }
    #expect(media.segments.map(\.key) == [key, key, nil])
  }

  @Test("a master playlist gives its variants and its audio renditions")
  func master() throws {
    let master = try Self.master(
      "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English, loud\",DEFAULT=YES,AUTOSELECT=YES,URI=\"en/list.m3u8\"",
      "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"x\",URI=\"s.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Muxed\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=1280000,AVERAGE-BANDWIDTH=1000000,RESOLUTION=640x360,CODECS=\"avc1.4d401e, mp4a.40.2\",AUDIO=\"a\"",
      "# a remark in between", "video/list.m3u8", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"",
      "#EXT-X-STREAM-INF:PROGRAM-ID=1 , BANDWIDTH = 64000", "audio/list.m3u8")
    #expect(master.variants.map(\.uri) == ["video/list.m3u8", "audio/list.m3u8"])
    #expect(master.variants.map(\.bandwidth) == [1_280_000, 64000])
    #expect(master.variants.map(\.bitRate) == [1_000_000, 64000])
    #expect(master.variants.map(\.codecs) == [["avc1.4d401e", "mp4a.40.2"], []])
    #expect(master.variants.map(\.audioGroup) == ["a", nil] && master.variants.map(\.hasPictureSize) == [true, false])
    #expect(master.renditions.map(\.uri) == ["en/list.m3u8", nil])
    #expect(master.renditions.map(\.name) == ["English, loud", "Muxed"])
    #expect(master.renditions.map(\.isDefault) == [true, false])
  }

  @Test("32,000 marks on one letter of EXTINF give a title of 61 bytes")
  func marks() throws {
    let letter = "e" + String(repeating: "\u{301}", count: 32_000)
    for text in [letter, "title=\"\(letter)\""] {
      let title = try Self.media("#EXT-X-TARGETDURATION:4", "#EXTINF:4," + text, "a").segments.first?.title
      #expect(title?.utf8.count == 61, "\(title?.utf8.count ?? 0)")
    }
  }

  @Test(
    "EXTINF gives a title, or none",
    arguments: [
      ("", nil), ("no desc", nil), ("Ann - Song", "Ann - Song"), ("  two  blanks ", "two blanks"),
      ("title=\"Song, one\",artist=\"Ann\",url=\"x\"", "Ann - Song, one"), ("title=\"Song\",artist=\"\"", "Song"),
      ("title=\"\"", nil),
    ] as [(String, String?)])
  func titles(text: String, title: String?) throws {
    #expect(try Self.media("#EXT-X-TARGETDURATION:4", "#EXTINF:4," + text, "a").segments.first?.title == title)
  }

  @Test(
    "an invalid number counts as missing, and one that is out of bounds as the nearest bound",
    arguments: [
      ("#EXT-X-TARGETDURATION:nan", "#EXTINF:inf,", Duration.seconds(6), Duration.zero),
      ("#EXT-X-TARGETDURATION:0", "#EXTINF:-3,", .seconds(1), .zero),
      ("#EXT-X-TARGETDURATION:99999", "#EXTINF:1e9,", .seconds(3600), .zero),
      ("#EXT-X-TARGETDURATION:5.5", "#EXTINF:99999,", .seconds(5.5), .seconds(3600)),
      ("#EXT-X-MEDIA-SEQUENCE:99999999999999999999", "#EXTINF:20,", .seconds(20), .seconds(20)),
    ])
  func numbers(tag: String, info: String, target: Duration, duration: Duration) throws {
    let media = try Self.media(tag, info, "a")
    #expect(media.targetDuration == target && media.segments.first?.duration == duration && media.firstSequence == 0)
  }

  @Test(
    "a media sequence is any number up to nanoseconds since 1970; other values count as 0",
    arguments: [
      ("0", 0), ("638990000000000000", 638_990_000_000_000_000), ("1795212345678901234", 1_795_212_345_678_901_234),
      ("9223372036854775807", 0), ("18446744073709551615", 0), ("-3", 0),
    ])
  func sequences(text: String, number: Int) throws {
    let media = try Self.media("#EXT-X-MEDIA-SEQUENCE:" + text, "#EXTINF:2,", "a", "#EXTINF:2,", "b")
    #expect(media.firstSequence == number && media.endSequence == number + 2)
  }

  @Test("consecutive byte ranges never overflow an integer")
  func endlessRanges() throws {
    let part = ["#EXTINF:2,", "#EXT-X-BYTERANGE:1099511627776", "a"]
    let lines =
      ["#EXTM3U", "#EXT-X-BYTERANGE:1099511627776@4611686018427387903"]
      + (0..<8192).flatMap { _ in part }.enumerated()
      .filter { $0.offset != 1 }.map(\.element)
    guard case .media(let media) = try HLSPlaylist(Array(lines.joined(separator: "\n").utf8)) else {
      throw UnexpectedError()
    }
    #expect(media.segments.last?.byteRange?.upperBound == 4_611_686_018_427_387_903 + 8192 << 40)
  }

  static let faults: [(text: String, reason: String)] = [
    ("", "is empty"), ("\n \n", "is empty"), ("<html>", "does not begin with #EXTM3U"),
    ("#EXTM3U\n#EXT-X-VERSION:3", "has neither streams nor segments"),
    ("#EXTM3U\n#EXTINF:4,\n#EXT-X-BYTERANGE:10\na", "has a segment without a known start"),
    ("#EXTM3U\n#EXT-X-BYTERANGE:x@4\n", "has a byte range that is none"),
    ("#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:99999999999999999@0\na", "has a byte range that is none"),
    ("#EXTM3U\n#EXT-X-MAP:URI=\"m\",BYTERANGE=\"99999999999999999@1\"\n", "has a byte range that is none"),
    ("#EXTM3U\n#EXT-X-MAP:BYTERANGE=\"3@4\"\n", "has an EXT-X-MAP without an address"),
    ("#EXTM3U\n#" + String(repeating: "x", count: 70000), "has a line of more than 64 KiB"),
    (
      "#EXTM3U\n" + String(repeating: "#EXTINF:4,\na\n", count: 32_769) + "#EXT-X-ENDLIST",
      "is a recording of more than 32768 segments, or 4096 KiB of addresses"
    ),
    (
      "#EXTM3U\n" + String(repeating: "#EXTINF:4,\n\(String(repeating: "a", count: 60_000))\n", count: 80)
        + "#EXT-X-ENDLIST", "is a recording of more than 32768 segments, or 4096 KiB of addresses"
    ),
    (
      "#EXTM3U\n" + String(repeating: "#" + String(repeating: "x", count: 60_000) + "\n", count: 290),
      "is longer than 16384 KiB"
    ),
  ]

  @Test("the error names the fault of a playlist", arguments: faults.indices)
  func fault(row: Int) {
    let fault = #expect(throws: HLSError.self) { try HLSPlaylist(Array(Self.faults[row].text.utf8)) }
    #expect(fault?.reason == Self.faults[row].reason)
  }

  @Test("variants beyond the maximum number are left out")
  func manyVariants() throws {
    let text = "#EXTM3U\n" + (0..<1000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0)\nv\($0)\n" }.joined()
    guard case .master(let master) = try HLSPlaylist(Array(text.utf8)) else { throw UnexpectedError() }
    #expect(master.variants.count == HLSPlaylist.maximumVariants)
  }
}
