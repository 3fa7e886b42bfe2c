import AudioCore
import Stations
import TestSupport
import Testing

@Suite("A playlist")
struct PlaylistTests {
  private static let base = "http://h.example:8000/dir/list.pls?x=1"

  @Test(
    "a playlist is recognised by its bytes, then by its media type, then by its name",
    arguments: PlaylistTests.recognized)
  func recognition(_ row: (type: String?, url: String?, text: String, kind: Playlist.Kind?)) {
    #expect(Playlist.recognize(contentType: row.type, url: row.url, prefix: Array(row.text.utf8)) == row.kind)
  }

  static let recognized: [(type: String?, url: String?, text: String, kind: Playlist.Kind?)] = [
    (nil, nil, "[playlist]\nFile1=http://h/", .pls),
    ("audio/x-mpegurl", "a.m3u", "\u{FEFF}\r\n[Playlist]\n", .pls),
    ("text/html", nil, "#EXTM3U\nhttp://h/", .m3u),
    ("audio/mpegurl", nil, "#EXTM3U\n#EXT-X-VERSION:3\n", .hls),
    ("Application/VND.apple.mpegurl; charset=utf-8", nil, "http://h/a.mp3", .m3u),
    (nil, nil, "<?xml version=\"1.0\"?>\n<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">", .xspf),
    ("text/plain", nil, "<ASX version=\"3.0\">", .asx),
    (nil, nil, "[Reference]\r\nRef1=http://h/a", .asx),
    ("audio/x-scpls", nil, "File1=http://h/", .pls),
    (nil, "http://h/listen.pls?sid=1", "NumberOfEntries=1\nFile1=http://h/", .pls),
    (nil, "http://h/a.M3U8", "stream.mp3", .m3u),
    ("text/plain", "http://h/x", "# list\nhttps://h/a.mp3\n", .m3u),
    ("text/plain", "http://h/x", "just words", nil),
    ("audio/x-scpls", "http://h/a.pls", "<!DOCTYPE html><html>", nil),
    ("audio/x-mpegurl", "http://h/a.m3u", "", nil),
    ("audio/mpeg", "http://h/a.mp3", "ID3\u{3}\u{0}\u{0}", nil),
  ]

  @Test(
    "audio bytes are never recognised as a playlist, whatever their media type and name are",
    arguments: [[0xFF, 0xFB, 0x90, 0x64, 0, 0], [0xFF, 0xFE, 0x10, 0x00]])
  func sound(_ bytes: [UInt8]) {
    #expect(Playlist.recognize(contentType: "audio/x-mpegurl", url: "a.m3u", prefix: bytes) == nil)
  }

  private static func entries(_ text: String, _ kind: Playlist.Kind, base: String = base) throws -> [Playlist.Entry] {
    try Playlist.parse(Array(text.utf8), kind: kind, base: base)
  }

  @Test("PLS gives its files in the order of their numbers, with their titles")
  func pls() throws {
    let text =
      "[playlist]\r\nnumberofentries=2\r\nFile2=b.mp3\r\nTitle2=Two\r\n file1 = http://h/a = b \r\nTITLE1=One\r\nLength1=-1\r\n"
    #expect(
      try Self.entries(text, .pls) == [
        .init(url: "http://h/a%20=%20b", title: "One"), .init(url: "http://h.example:8000/dir/b.mp3", title: "Two"),
      ])
  }

  @Test("M3U gives its addresses, each with the title before it")
  func m3u() throws {
    let text =
      "\u{FEFF}#EXTM3U\n#EXTINF:-1 tvg-name=\"a,b\",Jazz, late\nhttp://h/a\n\n# remark\nICY://h:80/;\n/abs?q\n//other/x\n../up.mp3\n?q=2\n"
    #expect(
      try Self.entries(text, .m3u) == [
        .init(url: "http://h/a", title: "Jazz, late"), .init(url: "http://h:80/;"),
        .init(url: "http://h.example:8000/abs?q"), .init(url: "http://other/x"),
        .init(url: "http://h.example:8000/up.mp3"), .init(url: "http://h.example:8000/dir/list.pls?q=2"),
      ])
  }

  @Test("a title follows its attributes also where one of their quotes is missing")
  func missingQuote() throws {
    for info in [
      "group-title=Oldies;Hits\",Hit FM, 97.7", "group-title=\"Oldies,Hit FM, 97.7", "a=\"b\" c=\",Hit FM, 97.7",
    ] {
      let entries = try Self.entries("#EXTM3U\n#EXTINF:-1 \(info)\nhttp://h/a\n", .m3u)
      #expect(entries == [.init(url: "http://h/a", title: "Hit FM, 97.7")], "\(info)")
    }
  }

  @Test("XSPF gives the location and the title of each track")
  func xspf() throws {
    let text = """
      <?xml version="1.0"?><!-- <location>http://no/</location> -->
      <playlist><title>List</title><location>http://self/list.xspf</location><trackList>
      <track><x:location xmlns:x="y"> http://h/a?x=1&amp;y=2 </x:location><title><![CDATA[R & B]]></title></track>
      <track><title>Caf&#xE9; &amp; more</title><location>b</location></track></trackList></playlist>
      """
    #expect(
      try Self.entries(text, .xspf) == [
        .init(url: "http://h/a?x=1&y=2", title: "R & B"),
        .init(url: "http://h.example:8000/dir/b", title: "Café & more"),
      ])
  }

  @Test(
    "ASX gives its reference and title, however loosely it is written",
    arguments: [
      "<asx version=\"3.0\"><title>List</title><entry><title>T</title><ref href=\"http://h/a?b=1&c=2\"/></entry></asx>",
      "<ASX VERSION=3.0>\n<ENTRY>\n<REF HREF='http://h/a?b=1&amp;c=2'>\n<TITLE>T</TITLE>\n</ENTRY>",
      "<Asx><Entry><Title>T</Title><Ref Href = http://h/a?b=1&c=2 /></Entry></Asx>",
      "<asx><entry><title>T</title><ref href=\"http://h/a?b=1&c=2>\n</entry><",
      "<asx><entry><title>T</title><ref href=http://h/a?b=1&c=2></entry",
    ])
  func asx(_ text: String) throws {
    #expect(try Self.entries(text, .asx) == [.init(url: "http://h/a?b=1&c=2", title: "T")])
  }

  @Test("ASX in the older [Reference] form gives its http references")
  func asxReference() throws {
    #expect(
      try Self.entries("[Reference]\r\nRef1=http://h/a?x=y\r\nRef2=mms://h/b\r\n", .asx) == [
        .init(url: "http://h/a?x=y")
      ])
  }

  @Test(
    "an entry that is not a web address is left out",
    arguments: ["file:///etc/passwd", "C:\\Music\\a.mp3", "rtsp://h/x", "http:///x", "http://h/\u{7}"])
  func refused(_ url: String) throws {
    #expect(throws: TuneError.emptyPlaylist(Self.base)) { try Self.entries("File1=\(url)", .pls) }
    #expect(try Self.entries("File1=\(url)\nFile2=http://h/", .pls).map(\.url) == ["http://h/"])
  }

  @Test("a playlist on disk gives only its absolute addresses")
  func onDisk() throws {
    #expect(try Self.entries("a.mp3\nhttp://h/b\n", .m3u, base: "/home/me/list.m3u").map(\.url) == ["http://h/b"])
  }

  @Test("a title in Latin-1 is decoded, with the punctuation of Windows-1252")
  func latin1() throws {
    let bytes = Array("File1=http://h/\nTitle1=Caf".utf8) + [0xE9, 0x20, 0x96] + Array(" bar".utf8)
    #expect(try Playlist.parse(bytes, kind: .pls, base: Self.base).first?.title == "Café – bar")
  }

  @Test("a byte that Windows-1252 does not define, and an accent at the end of a list, are those of a station's title")
  func undefinedByte() throws {
    let bytes = Array("File1=http://h/\nTitle1=Caf".utf8) + [0x81, 0xE9]
    #expect(try Playlist.parse(bytes, kind: .pls, base: Self.base).first?.title == "Café")
  }

  @Test(
    "each kind reads the same in UTF-8 with and without a byte order mark, in UTF-16 and in Latin-1",
    arguments: [
      (Playlist.Kind.pls, "[playlist]\r\nFile1=b/é.mp3\r\nTitle1=Café\r\n"),
      (.m3u, "#EXTM3U\r\n#EXTINF:-1,Café\r\nb/é.mp3\r\n"),
      (.xspf, "<playlist><track><title>Café</title><location>b/é.mp3</location></track></playlist>"),
      (.asx, "<ASX><ENTRY><TITLE>Café<REF HREF=b/é.mp3 /></TITLE></ASX>"),
    ])
  func charsets(_ kind: Playlist.Kind, _ text: String) throws {
    let wanted = [Playlist.Entry(url: "http://h.example:8000/dir/b/é.mp3", title: "Café")]
    let units = Array(text.utf16)
    let little =
      [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    let big = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)] }
    let latin1 = text.unicodeScalars.map { scalar -> UInt8 in UInt8(truncatingIfNeeded: scalar.value) }
    let spellings: [[UInt8]] = [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), little, big, latin1]
    for bytes in spellings {
      #expect(Playlist.recognize(contentType: "audio/mpeg", prefix: Array(bytes.prefix(Playlist.prefixBytes))) == kind)
      #expect(try Playlist.parse(bytes, kind: kind, base: Self.base) == wanted)
    }
  }

  @Test("a title has no characters that could harm a terminal")
  func titles() throws {
    let text = "File1=http://h/\nTitle1=a\u{1B}]0;x\u{7}\tb\u{9D}\u{202E}  c"
    #expect(try Self.entries(text, .pls).first?.title == "a]0;x b c")
  }

  @Test("an HLS playlist is refused as HLS, even when it is read as M3U")
  func hls() {
    for kind in [Playlist.Kind.hls, .m3u] {
      #expect(throws: TuneError.unsupported(source: Self.base, kind: "HLS")) {
        try Self.entries("#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n", kind)
      }
    }
  }

  @Test("a playlist gives at most 1000 entries from its first 256 KiB")
  func limits() throws {
    let many = String(repeating: "http://h/\n", count: 2000)
    #expect(try Self.entries(many, .m3u).count == Playlist.maximumEntries)
    let late = "#" + String(repeating: "x", count: Playlist.maximumBytes) + "\nhttp://h/\n"
    #expect(throws: TuneError.emptyPlaylist(Self.base)) { try Self.entries(late, .m3u) }
  }

  @Test(
    "random markup never crashes the reader and gives only http addresses",
    arguments: [Playlist.Kind.asx, .xspf, .pls, .m3u])
  func noise(_ kind: Playlist.Kind) {
    var random = SeededRandom(state: 11)
    let pieces = [
      "<", ">", "/", "<ref", " href", "=", "\"", "'", "http://h/", "<entry>", "</", "<!--", "-->", "<![CDATA[", "]]>",
      "&", "&#", ";", "\n", "<?", "é",
    ]
    for _ in 0..<300 {
      let text = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let entries = (try? Self.entries(text, kind)) ?? []
      #expect(entries.allSatisfy { $0.url.hasPrefix("http://") })
    }
  }
}
