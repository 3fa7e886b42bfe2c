import AudioCore
import Bytes
import Stations
import TestSupport
import Testing

@Suite("An imported list")
struct StationImportTests {
  private static func read(
    _ text: String, base: String = "http://h/dir/list", type: String? = nil
  ) throws(TuneError) -> StationImport {
    try StationImport.read(Array(text.utf8), base: base, contentType: type)
  }

  @Test("the format of a list is recognised by its content", arguments: Self.recognized)
  func recognition(_ row: (text: String, format: StationImport.Format)) throws {
    #expect(try Self.read(row.text, base: "list.txt").format == row.format)
  }

  /// Returns what is usable of `list`; addresses that begin with one of `privateStarts` are private.
  private static func usable(
    _ list: StationImport, isFromPublicServer: Bool, note: (String) -> Void = { _ in }
  ) -> (stations: [Station], leftOut: [StationImport.Leftover]) {
    let privateStarts = ["http://192.168.", "http://10."]
    return list.usable(
      isFromPublicServer: isFromPublicServer, isPublic: { !privateStarts.contains(where: $0.hasPrefix) }, note: note)
  }

  @Test("a picture or homepage of this network is left out of every list, a station only of one from a public server")
  func foreign() throws {
    let list = try Self.read(
      """
      #EXTM3U
      #EXTINF:-1 tvg-logo="http://192.168.1.1/reboot",One
      http://one.example/
      #EXTINF:-1 tvg-logo="http://two.example/logo.png",Two
      http://two.example/
      #EXTINF:-1,Three
      http://10.0.0.1/
      """)
    let (stations, leftOut) = Self.usable(list, isFromPublicServer: true)
    #expect(stations.map(\.image) == [nil, "http://two.example/logo.png"])
    #expect(leftOut.map(\.name) == ["Three"])
    var notes: [String] = []
    let own = Self.usable(list, isFromPublicServer: false) { notes.append($0) }
    #expect(own.stations.map(\.image) == [nil, "http://two.example/logo.png", nil])
    #expect(own.leftOut.isEmpty && own.stations.last?.url == "http://10.0.0.1/")
    #expect(notes == ["One: its picture is at an address of this machine or network, and left out"])
  }

  @Test("a list from a public server brings no second address of this network either")
  func foreignAlternates() throws {
    let list = try Self.read(
      """
      <playlist><trackList><track><title>One</title><location>http://one.example/</location>
      <location>http://10.0.0.1/</location><location>http://one.example/2</location></track></trackList></playlist>
      """)
    let stations = Self.usable(list, isFromPublicServer: true).stations
    #expect(stations.map(\.alternates) == [["http://one.example/2"]])
  }

  static let recognized: [(text: String, format: StationImport.Format)] = [
    ("[playlist]\nFile1=http://h/\n", .pls),
    ("[\n  {\"group\": \"a\", \"stations\": []},{\"stations\": [{\"url\": \"http://h/\"}]}]", .radiotray),
    ("\u{FEFF} {\"version\": 1, \"stations\": []}", .stations),
    ("#EXTM3U\nhttp://h/\n", .m3u),
    ("http://h/\n", .m3u),
    ("<?xml version='1.0'?>\n<playlist><track><location>http://h/</location></track>", .xspf),
    ("<ASX><ref href=http://h/>", .asx),
    ("[Reference]\nRef1=http://h/\n", .asx),
    ("\u{FEFF}<?xml version='1.0'?><!-- <playlist> --><OPML><outline URL='http://h/'/>", .opml),
    ("Name,http://h/\n", .pyRadio),
    ("# My, list\n\nGroup,-\n\"A, B\",http://h/\n", .pyRadio),
    ("Station,URL,Encoding\nName , http://h/,\n", .pyRadio),
  ]

  @Test(
    "text that is not a list, or has no stations, is refused with the reason",
    arguments: [
      ("just words, and more", "it is none of PLS, M3U, XSPF, ASX, OPML"), ("", "it is empty"),
      ("ID3\u{3}\u{0}", "it is none of PLS"),
      ("<!DOCTYPE html><html><a href=\"http://h/\">", "it is none of PLS"), ("{\"stations\": [", "line 1: end of file"),
      ("[{\"name\": \"radio-browser\"}]", "the file holds an array"), ("<opml></opml>", "it has no stations"),
      ("[{\"stations\": []}]", "it has no stations"), ("{\"a\": 1}", "the object has no \"stations\""),
      ("#EXTM3U\n# nothing\n", "it has no stations"),
    ])
  func noList(_ text: String, _ reason: String) {
    let error = #expect(throws: TuneError.self) { try Self.read(text) }
    guard case .list(.badStationList)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("an HLS playlist is not a list, and the error names the command that adds it as a station")
  func hls() {
    let error = #expect(throws: TuneError.self) {
      try Self.read("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n")
    }
    #expect(error?.description.contains("'radiod stations add NAME URL' adds") == true)
  }

  @Test("a list larger than one mebibyte is refused, and a list longer than 5000 stations is cut")
  func limits() throws {
    let blanks = String(repeating: " ", count: StationImport.maximumBytes + 1)
    #expect(throws: TuneError.badStationList(path: "http://h/dir/list", reason: "it is larger than 1024 KiB")) {
      try Self.read(blanks)
    }
    let many = try Self.read((0..<5003).map { "S,http://h/\($0)\n" }.joined())
    #expect(many.stations.count == StationList.maximumStations)
    #expect(many.surplus == 3)
  }

  // MARK: Formats

  @Test("OPML gives the outlines of stations with their groups as tags, and reports the other outlines")
  func opml() throws {
    let list = try Self.read(
      """
      <?xml version="1.0" encoding="utf-8"?><opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="News &amp; Talk"><outline title="FR">
        <outline type="audio" text="R&#233;dio &lt;1&gt;" URL="http://h/a?x=1&y=2" htmlUrl="http://h/" image='http://h/a.png'/>
        <outline type=audio text='Two' url=two.pls />
      </outline>
      <outline TYPE="RSS" text="Pod" xmlUrl="http://h/feed"/></outline>
      <outline type="link" text="More" URL="http://h/Browse"/><outline text="Three" xmlUrl="icy://h:8000/;">
      <outline text="Bad" url="mms://h/x"/><outline text="" url="http://h/four/live.mp3?k=1"></outline>
      """)
    #expect(
      list.stations == [
        Station(
          id: "", name: "Rédio <1>", url: "http://h/a?x=1&y=2", homepage: "http://h/", image: "http://h/a.png",
          tags: ["News & Talk", "FR"]),
        Station(id: "", name: "Two", url: "http://h/dir/two.pls", tags: ["News & Talk", "FR"]),
        Station(id: "", name: "Three", url: "http://h:8000/;"),
        Station(id: "", name: "h/four/live.mp3", url: "http://h/four/live.mp3?k=1"),
      ])
    #expect(
      list.leftOut == [
        .init(name: "Pod", reason: "is a feed, not a station"),
        .init(name: "More", reason: "is a link to another page or list"),
        .init(name: "Bad", reason: "its address is not an http or https address"),
      ])
  }

  @Test("OPML with unclosed nesting or surplus closing tags is read to its end")
  func brokenOPML() throws {
    let deep = String(repeating: "<outline text='g'>", count: 20_000) + "<outline text='a' url='http://h/'/>"
    #expect(try Self.read("<opml>" + deep).stations.map(\.tags) == [["g"]])
    let closed = "<opml>" + String(repeating: "</outline>", count: 1000) + "<outline text='b' url='http://h/'/>"
    #expect(try Self.read(closed).stations.map(\.tags) == [[]])
  }

  @Test("PyRadio's CSV gives name, address, charset and icon; groups become tags")
  func pyRadio() throws {
    let list = try Self.read(
      "\u{FEFF}# Find more, at http://x,\r\nAlone,http://h/0\r\nBlues,-\r\n\"A, \"\"B\"\"\",http://h/1,cp1251,http://h/i.png,x,y\r\n"
        + " C , http://h/2 ,utf-8,none\r\nHardStyle - http://h/3\r\nJazz,-,\r\n\"open,http://h/4\r\nD \"q\",http://h/5,\r\nE,\r\n"
    )
    #expect(
      list.stations == [
        Station(id: "", name: "Alone", url: "http://h/0"),
        Station(
          id: "", name: "A, \"B\"", url: "http://h/1", image: "http://h/i.png", tags: ["Blues"], encoding: "cp1251"),
        Station(id: "", name: "C", url: "http://h/2", tags: ["Blues"]),
        Station(id: "", name: "\"open", url: "http://h/4", tags: ["Jazz"]),
        Station(id: "", name: "D \"q\"", url: "http://h/5", tags: ["Jazz"]),
      ])
    #expect(
      list.leftOut == [
        .init(name: "HardStyle - http://h/3", reason: "is a line without an address"),
        .init(name: "E", reason: "its address is empty"),
      ])
  }

  @Test("radiotray-ng's bookmarks give their groups as tags, except the group root")
  func radiotray() throws {
    let list = try Self.read(
      """
      [{"group": "Pop / Rock", "image": null, "stations": [
          {"image": "~/icons/a", "name": "A\\tB", "url": " http://h/1 "}, {"name": "No address"}, 7]},
       {"group": "root", "stations": [{"image": "https://h/i.png", "name": null, "url": "https://h/2"}]}]
      """)
    #expect(
      list.stations == [
        Station(id: "", name: "A B", url: "http://h/1", tags: ["Pop / Rock"]),
        Station(id: "", name: "h/2", url: "https://h/2", image: "https://h/i.png"),
      ])
    #expect(list.leftOut.map(\.reason) == ["has no url (line 2)", "has no url (line 2)"])
  }

  @Test("M3U gives the values of its attributes, in Latin-1 too")
  func m3u() throws {
    let text =
      "#EXTM3U\n#EXTINF:-1 tvg-id=\"fip\" tvg-logo=\"http://h/l.png\" group-title=\"jazz;soul,etc\" tvg-country=FR radio=\"true\",Fip, encor"
    let list = try StationImport.read(
      Array(text.utf8) + [0xE9] + Array("\nb.mp3\n#EXTINF:-1 tvg-id=\"BBC.uk\",\nhttp://u:p@h/;\n".utf8),
      base: "http://h/dir/list.m3u")
    #expect(
      list.stations == [
        Station(
          id: "fip", name: "Fip, encoré", url: "http://h/dir/b.mp3", image: "http://h/l.png",
          tags: ["jazz", "soul,etc"]),
        Station(id: "", name: "h", url: "http://u:p@h/;"),
      ])
  }

  @Test("XSPF gives further locations of a track as its alternates")
  func xspf() throws {
    let list = try Self.read(
      """
      <playlist xmlns="http://xspf.org/ns/0/"><title>Mine</title><trackList><track><image>http://h/i.png</image>
      <location>a.mp3</location><location>http://h/b</location><info>http://h/</info><title>A &amp; B</title>
      <meta rel="urn:springradio:id">ab</meta><meta rel="other">x</meta></track><track><title>none</title></track></trackList>
      """)
    #expect(
      list.stations == [
        Station(
          id: "ab", name: "A & B", url: "http://h/dir/a.mp3", homepage: "http://h/", image: "http://h/i.png",
          alternates: ["http://h/b"])
      ])
  }

  @Test("a stream, homepage or image address of 8192 bytes survives an export and an import; a longer one is invalid")
  func longAddresses() throws {
    let address = "https://h/" + String(repeating: "x", count: StreamURL.maximumLength - 10)
    let station = Station(id: "a", name: "A", url: address, homepage: address, image: address, alternates: [address])
    #expect(station.fault == nil)
    for longer in [
      Station(id: "a", name: "A", url: "http://h/", homepage: address + "x"),
      Station(id: "a", name: "A", url: "http://h/", tags: [address + "x"]),
    ] {
      #expect(longer.fault?.hasSuffix("is longer than 8192 bytes") == true)
      #expect(throws: TuneError.self) { try StationList.parse(StationList(stations: [longer]).encoded(), path: "x") }
    }
    let bytes = StationExport.write(StationList(stations: [station]), as: .xspf)
    let back = try StationImport.read(bytes, base: "list").stations
    #expect(back.map(\.homepage) == [address] && back.map(\.image) == [address])
  }

  @Test("a JSON list is read in UTF-16 and in Latin-1 too")
  func charsets() throws {
    let text = "{\"stations\": [{\"id\": \"a\", \"name\": \"Fé\", \"url\": \"http://h/\"}]}"
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let narrow = text.unicodeScalars.map { UInt8($0.value) }
    for bytes in [wide, narrow] {
      #expect(try StationImport.read(bytes, base: "list").stations.map(\.name) == ["Fé"])
    }
  }

  @Test("random input never gives a station that a list could not hold", arguments: Self.noisePieces.indices)
  func noise(_ index: Int) throws {
    let (opening, pieces) = Self.noisePieces[index]
    var random = SeededRandom(seed: UInt64(index))
    for _ in 0..<200 {
      let text = opening + (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let found = try? Self.read(text) else { continue }
      var list = StationList()
      _ = list.add(found.stations)
      #expect(try StationList.parse(list.encoded(), path: "x") == list, "\(text)")
      #expect(found.leftOut.allSatisfy { CleanText.singleLine($0.name) == $0.name && !$0.reason.isEmpty }, "\(text)")
    }
  }

  private static let words = [
    "http://h/", "a", "\n", "\r", " ", "\"", "'", "\u{1B}", "\u{9D}", "\u{202E}", "&#0;", "&#10;", "&amp;", "é", "-",
    String(repeating: "ж", count: 700),
  ]
  static let noisePieces: [(String, [String])] = [
    ("<opml>", words + ["<outline", " text=", " url=", " type='audio'", "/>", ">", "</outline>", "<![CDATA["]),
    ("a,http://h/\n", words + [",", ",", "\"\"", "#", ",http://h/b\n"]),
    (
      "<playlist>",
      words + [
        "<track>", "<location>", "</location>", "<title>", "</title>", "<meta rel='urn:springradio:tag'>", "</meta>",
      ]
    ),
    ("#EXTM3U\n", words + ["#EXTINF:-1", " tvg-id=", " group-title=\"", ";", ",", "\nhttp://h/\n"]),
  ]
}
