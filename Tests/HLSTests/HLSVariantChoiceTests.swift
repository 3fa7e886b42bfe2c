import HLS
import Testing

@Suite("The choice of an HLS variant")
struct HLSVariantChoiceTests {
  /// One line per variant: its rate in kbit/s, CODECS, and further attributes. Its address is its index, from `v0` on.
  static let radio = ["48 mp4a.40.5", "96 mp4a.40.2", "135.68 mp4a.40.2", "339 mp4a.40.2"]
  static let television = [
    "700 avc1.4d,mp4a.40.5 RESOLUTION=320x180", "5000 avc1.64,mp4a.40.2 RESOLUTION=1x1",
    "2000 avc1.4d,mp4a.40.2 RESOLUTION=640x360",
  ]

  static let rows: [(name: String, variants: [String], most: Int?, order: [String])] = [
    ("without a limit the best sound", radio, nil, ["v3", "v2", "v1", "v0"]),
    ("the best that fits", radio, 100, ["v1", "v0", "v2", "v3"]),
    ("what people call 128 kbit/s fits in 128", radio, 128, ["v2", "v1", "v0", "v3"]),
    ("when none fits, the lowest", radio, 32, ["v0", "v1", "v2", "v3"]),
    ("sound alone before pictures", television + ["64 mp4a.40.2"], nil, ["v3", "v2", "v1", "v0"]),
    ("of pictures the least with the better sound", television, nil, ["v2", "v1", "v0"]),
    ("pictures are known without CODECS, too", ["800  RESOLUTION=1x1", "64 "], nil, ["v1", "v0"]),
    ("the mean counts, not the peak", ["900 mp4a.40.2 AVERAGE-BANDWIDTH=64000", "96 mp4a.40.2"], 80, ["v0", "v1"]),
    ("what cannot be played is not chosen", ["640 ec-3", "96 mp4a.40.2", "200 avc1.4d"], nil, ["v1"]),
    (
      "MP3, Opus and FLAC can be", ["1 mp4a.40.34", "2 mp4a.69", "3 Opus", "4 fLaC", "5 mp4a.40.42"], nil,
      ["v3", "v2", "v1", "v0"]
    ),
    (
      "sound beside the pictures is sound alone",
      [
        "900 avc1.4d,mp4a.40.2 AUDIO=\"g\",RESOLUTION=1x1",
        "2000 avc1.4d,mp4a.40.2 AUDIO=\"g\",RESOLUTION=2x2",
      ], nil, ["g2.m3u8"]
    ),
    (
      "sound that its group has in the variant", ["900 avc1.4d,mp4a.40.2 AUDIO=\"m\"", "90 mp4a.40.2 AUDIO=\"?\""], nil,
      ["v1", "v0"]
    ),
  ]

  @Test("the best variant that can be played comes first", arguments: rows.indices)
  func order(row: Int) throws {
    let row = Self.rows[row]
    let choice = try HLSVariantChoice(Self.master(row.variants), maximumKilobits: row.most)
    #expect(choice.candidates.map(\.uri) == row.order, "\(row.name)")
  }

  @Test("the error names a codec when no variant can be played")
  func unplayable() throws {
    let fault = #expect(throws: HLSError.self) { try HLSVariantChoice(Self.master(["9 avc1.4d", "640 avc1.4d,ec-3"])) }
    #expect(fault?.reason == "offers nothing but avc1.4d")
    let other = #expect(throws: HLSError.self) { try HLSVariantChoice(Self.master(["640 avc1.4d,ec-3"])) }
    #expect(other?.reason == "offers nothing but ec-3")
    let unnamed = #expect(throws: HLSError.self) { try HLSVariantChoice(Self.master(["640 \u{1}"])) }
    #expect(unnamed?.reason == "offers nothing but an unnamed codec")
  }

  private static func master(_ rows: [String]) throws -> HLSMaster {
    var lines = [
      "#EXTM3U", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"1\",AUTOSELECT=YES,URI=\"g1.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"2\",DEFAULT=YES,URI=\"g2.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"m\",NAME=\"3\",DEFAULT=YES",
    ]
    for (place, row) in rows.enumerated() {
      let words = row.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      let rate = Int((Double(words[0]) ?? 0) * 1000)
      var tag = "#EXT-X-STREAM-INF:BANDWIDTH=\(rate)"
      if !words[1].isEmpty { tag += ",CODECS=\"\(words[1])\"" }
      if words.count > 2 { tag += "," + words[2] }
      lines += [tag, "v\(place)"]
    }
    guard case .master(let master) = try HLSPlaylist(Array(lines.joined(separator: "\n").utf8)) else {
      throw NoMasterError()
    }
    return master
  }

  private struct NoMasterError: Error {}
}
