import TestSupport
import Testing

@Suite("Playlists and redirects", .ownThreads)
struct PlaylistTests {
  private static let recording = SignalSource.Recording(.music, seconds: 6)

  /// A playlist of one entry, in a format, and the content type that a server should send with it.
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var type: String
    var text: @Sendable (_ url: String) -> String

    var testDescription: String { name }
  }

  static let formats: [Format] = [
    Format(name: "pls", type: "audio/x-scpls") {
      "[playlist]\nNumberOfEntries=1\nFile1=\($0)\nTitle1=Test\nLength1=-1\n"
    },
    Format(name: "m3u", type: "audio/x-mpegurl") { "#EXTM3U\r\n#EXTINF:-1,Test\r\n\($0)\r\n" },
    Format(name: "bare m3u", type: "audio/mpegurl") { "\($0)\n" },
    Format(name: "xspf", type: "application/xspf+xml") {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>\($0)</location></track></trackList></playlist>

      """
    },
    Format(name: "asx", type: "video/x-ms-asf") {
      "<ASX version=\"3.0\"><Title>Test</Title>\n<Entry><Ref href=\"\($0)\"/></Entry></ASX>\n"
    },
  ]

  /// The content type of the playlist's answer.
  enum Label: CaseIterable { case right, wrong, none }

  @Test("playlists are recognised by their content as well as by their type", arguments: formats, Label.allCases)
  func playlist(format: Format, label: Label) throws {
    let server = try Self.server { call, audio, base in
      guard call.request.path == "/list" else { return call.station(body: audio) }
      let headers =
        switch label {
        case .right: ["Content-Type: \(format.type)"]
        case .wrong: ["Content-Type: audio/mpeg"]
        case .none: [String]()
        }
      call.answer(headers: headers, body: Array(format.text(base + "/stream").utf8))
    }
    try Self.expectPlays(server, path: "/list")
    #expect(server.requests.map(\.path) == ["/list", "/stream"])
  }

  @Test("an invalid port in a playlist is the playlist's error, not the command line's", arguments: formats)
  func badPort(format: Format) throws {
    let server = try Self.server { call, _, _ in
      call.answer(headers: ["Content-Type: \(format.type)"], body: Array(format.text("http://127.0.0.1:99999/a").utf8))
    }
    try Self.expectFailure(server, path: "/list", code: 69, words: server.url("/list"))
  }

  @Test(
    "an invalid port in an HLS playlist is the playlist's error",
    arguments: [
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://127.0.0.1:99999/a.m3u8\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:99999/a.aac\n",
    ])
  func badPortInHLS(text: String) throws {
    let server = try Self.server { call, _, _ in
      call.answer(headers: ["Content-Type: application/vnd.apple.mpegurl"], body: Array(text.utf8))
    }
    let result = try Radiod.run("play", server.url("/list"), "--no-view", "--retry", "never")
    #expect(result.exitCode == 69, "\(result.errorText)")
    #expect(result.errorLines.last?.contains("\(server.url("/list")) names http://127.0.0.1:99999/a") == true)
  }

  @Test("an entry that does not answer is skipped; relative entries are resolved against the list")
  func nextEntry() throws {
    let closed = try ScriptedServer.freePort()
    let server = try Self.server { call, audio, _ in
      switch call.request.path {
      case "/lists/a.pls":
        call.answer(
          headers: ["Content-Type: audio/x-scpls"],
          body: Array(
            "[playlist]\nFile1=http://127.0.0.1:\(closed)/\nFile2=/gone\nFile3=b.m3u\nNumberOfEntries=3\n".utf8))
      case "/lists/b.m3u": call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("../x/stream\n".utf8))
      case "/gone": call.answer("404 Not Found")
      default: call.station(body: audio)
      }
    }
    try Self.expectPlays(server, path: "/lists/a.pls")
  }

  /// Answers with status 200 that hold no sound.
  static let silentAnswers: [(name: String, body: [UInt8])] = [
    ("a parked domain's page", Array("<!DOCTYPE html><html><body>This domain is for sale</body></html>".utf8)),
    ("a video file", Array("RIFF".utf8) + [0, 0, 16, 0] + Array("AVI LIST".utf8) + [UInt8](repeating: 0, count: 4000)),
    ("300 kB of nothing", [UInt8](repeating: 0, count: 300_000)),
    ("an empty body", []),
  ]

  @Test("an entry that gives no sound is skipped", arguments: silentAnswers.indices, ["play", "probe"])
  func silentEntry(row: Int, command: String) throws {
    let server = try Self.server { call, audio, _ in
      switch call.request.path {
      case "/list": call.answer(body: Array("[playlist]\nFile1=/silent\nFile2=/stream\nNumberOfEntries=2\n".utf8))
      case "/silent": call.answer(body: Self.silentAnswers[row].body)
      default: call.station(body: audio)
      }
    }
    guard command == "play" else {
      let result = try Radiod.run("probe", server.url("/list"))
      return #expect(result.exitCode == 0, "\(Self.silentAnswers[row].name): \(result.errorText)")
    }
    try Self.expectPlays(server, path: "/list")
    #expect(server.requests.map(\.path) == ["/list", "/silent", "/stream"])
  }

  @Test("after a loss, the entry that gave sound is tried first, and one that gave none last")
  func soundEntryFirst() throws {
    let server = try Self.server { call, audio, _ in
      switch call.request.path {
      case "/list": call.answer(body: Array("[playlist]\nFile1=/page\nFile2=/stream\nNumberOfEntries=2\n".utf8))
      case "/page": call.answer(body: Self.silentAnswers[0].body)
      default: call.number < 3 ? call.answer(body: Array(audio.prefix(32000))) : call.station(body: audio)
      }
    }
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url("/list"), "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "4")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(server.requests.map(\.path) == ["/list", "/page", "/stream", "/list", "/stream"])
  }

  @Test("when no entry gives sound, the error names the fault of the first; each is tried once")
  func onlySilentEntries() throws {
    let server = try Self.server { call, _, _ in
      guard call.request.path == "/list" else { return call.answer(body: Self.silentAnswers[0].body) }
      call.answer(body: Array("[playlist]\nFile1=/page\nFile2=/other\nNumberOfEntries=2\n".utf8))
    }
    let result = try Radiod.run("play", server.url("/list"), "--no-view")
    #expect(result.exitCode == 65)
    #expect(
      result.errorLines.last == "radiod: \(server.url("/page")) is not an audio stream: found an HTML page",
      "\(result.errorText)")
    #expect(server.requests.map(\.path) == ["/list", "/page", "/other"])
  }

  @Test(
    "a playlist that names itself, and one that is too deep, end in one line",
    arguments: ["/self.m3u", "/deep/0.m3u"])
  func endlessPlaylist(path: String) throws {
    let server = try Self.server { call, _, base in
      let path = call.request.path
      let number = Int(path.dropFirst(6).prefix { $0 != "." }) ?? 0
      let next = path == "/self.m3u" ? path : "/deep/\(number + 1).m3u"
      call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array((base + next + "\n").utf8))
    }
    try Self.expectFailure(server, path: path, code: 69, words: "playlist")
    #expect(server.callCount < 10)
  }

  @Test("a playlist without a playable entry is reported as such")
  func emptyPlaylists() throws {
    for text in ["[playlist]\nNumberOfEntries=0\n", "#EXTM3U\n\n", "[playlist]\nFile1=file:///etc/passwd\n"] {
      let server = try Self.server { call, _, _ in
        call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array(text.utf8))
      }
      try Self.expectFailure(server, path: "/list", code: 69, words: "playlist")
    }
  }

  @Test("radiod gives up a playlist without an end at 256 KiB")
  func floodOfPlaylist() throws {
    let server = try Self.server { call, _, _ in
      call.answer(headers: ["Content-Type: audio/x-mpegurl"])
      call.sendForever(Array("# nothing\n".utf8))
    }
    try Self.expectFailure(server, path: "/list", code: 69, words: "256 KiB")
  }

  @Test("redirects are followed, absolute and relative, and the path is kept", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) throws {
    let server = try Self.server { call, audio, base in
      switch call.request.path {
      case "/a/start": call.answer("\(status) Elsewhere", headers: ["Location: \(base)/b"])
      case "/b": call.answer("\(status) Elsewhere", headers: ["Location: c/stream?x=1"])
      case "/c/stream?x=1": call.station(body: audio)
      default: call.answer("404 Not Found")
      }
    }
    try Self.expectPlays(server, path: "/a/start")
    #expect(server.requests.map(\.path) == ["/a/start", "/b", "/c/stream?x=1"])
  }

  @Test("redirects in a circle, without an end, to a file or to an unknown scheme are refused, with the reason")
  func badRedirects() throws {
    for (location, words) in [
      ("/again", "circle"), ("/endless", "redirects more than"), ("file:///etc/passwd", "file"),
      ("gopher://x/", "gopher"),
    ] {
      let server = try Self.server { call, _, _ in
        let target = location == "/endless" ? "/endless\(call.number)" : location
        call.answer("302 Found", headers: ["Location: \(target)"])
      }
      let result = try Radiod.run("play", server.url("/again"), "--no-view")
      #expect(result.exitCode == 69 || result.exitCode == 64, "\(result.errorText)")
      #expect(result.isOneLineError && result.errorText.contains(words), "\(result.errorText)")
      #expect(server.callCount <= 10)
    }
  }

  @Test("credentials go only to the station that they are for, and into no log")
  func credentials() throws {
    let other = try Self.server { call, audio, _ in call.station(body: audio) }
    let server = try Self.server { call, _, _ in
      if call.request.header("authorization") == "Basic bWU6czNjciN0" {  // me:s3cr#t
        call.answer("302 Found", headers: ["Location: \(call.request.path == "/" ? "/inner" : other.url("/stream"))"])
      } else {
        call.answer("401 Unauthorized")
      }
    }
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url("/", credentials: "me:s3cr%23t"), "--no-view", "--log-level", "trace", "--duration", "2",
      "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(server.requests.map(\.path) == ["/", "/inner"])
    #expect(other.requests.count == 1)
    #expect(other.requests.first?.header("authorization") == nil)
    let json = try Radiod.run("spectrum", server.url("/", credentials: "me:s3cr%23t"), "--json", "--frames", "9")
    #expect(json.exitCode == 0)
    let refused = try Radiod.run("play", server.url("/", credentials: "me:wr0ng"), "--no-view")
    #expect(refused.exitCode == 69)
    #expect(refused.isOneLineError && refused.errorText.contains("401"), "\(refused.errorText)")
    for text in [result.errorText, json.text, json.errorText, refused.errorText] {
      for secret in ["s3cr", "wr0ng", "bWU6"] { #expect(!text.contains(secret), "\(text)") }
    }
  }

  @Test("a station is fetched through http_proxy, unless no_proxy names its host")
  func proxy() throws {
    let proxy = try Self.server { call, audio, _ in call.station(body: audio) }
    let station = try Self.server { call, audio, _ in call.station(body: audio) }
    let environment = ["http_proxy": "http://me:pw@127.0.0.1:\(proxy.port)", "no_proxy": "localhost,127.0.0.1"]
    let scratch = try Scratch()
    let output = ["--no-view", "--output", "wav:" + scratch.path("x.wav")]
    let through = try Radiod.run(
      ["play", "http://radio.invalid:8000/live"] + output + ["--duration", "2"], environment: environment)
    #expect(through.exitCode == 0, "\(through.errorText)")
    #expect(proxy.requests.map(\.path) == ["http://radio.invalid:8000/live"])
    #expect(proxy.requests.first?.header("proxy-authorization") == "Basic bWU6cHc=")
    let direct = try Radiod.run(
      ["play", station.url("/live")] + output + ["--duration", "2"], environment: environment)
    #expect(direct.exitCode == 0, "\(direct.errorText)")
    #expect(station.requests.map(\.path) == ["/live"])
    #expect(station.requests.first?.header("proxy-authorization") == nil)
    #expect(proxy.callCount == 1)
  }

  @Test("a station's alternates are tried in order, with its own user agent")
  func alternates() throws {
    let closed = try ScriptedServer.freePort()
    let server = try Self.server { call, audio, _ in call.station(body: audio) }
    let scratch = try Scratch()
    let list = try scratch.write(
      """
      { "version": 1, "stations": [ { "id": "test", "name": "Test FM", "url": "http://127.0.0.1:\(closed)/",
        "alternates": ["\(server.url("/second"))"], "userAgent": "Winamp/5" } ] }
      """, as: "stations.json")
    let result = try Radiod.run(
      "play", "Test FM", "--stations", list, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "2")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.seconds == 2)
    #expect(server.requests.first?.header("user-agent") == "Winamp/5")
  }

  private static func server(
    _ script: @escaping @Sendable (_ call: ScriptedCall, _ audio: [UInt8], _ base: String) -> Void
  ) throws -> ScriptedServer {
    let audio = try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
    return try ScriptedServer { call in script(call, audio, "http://\(call.request.header("host") ?? "")") }
  }

  private static func expectPlays(_ server: ScriptedServer, path: String) throws {
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url(path), "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "2.5")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.seconds == 2.5)
  }

  private static func expectFailure(_ server: ScriptedServer, path: String, code: Int32, words: String) throws {
    let result = try Radiod.run("play", server.url(path), "--no-view")
    #expect(result.exitCode == code, "\(result.errorText)")
    #expect(result.isOneLineError && result.errorText.contains(words), "\(result.errorText)")
  }
}
