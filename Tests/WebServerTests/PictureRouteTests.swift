import Downloader
import JSON
import NIOPosix
import Pictures
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing
import WebServer

@Suite("Pictures of stations over HTTP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PictureRouteTests {
  private static let path = "/api/stations/first/picture"
  private static let placeholder = StationPlaceholder(name: TestRadio.names[0]).svg

  /// A file of one colour in PNG.
  private static func file(_ color: PictureColor = PictureColor(red: 0xC0, green: 0x20, blue: 0x30)) throws -> [UInt8] {
    let pixels = (0..<64).flatMap { _ in [color.red, color.green, color.blue] }
    return PNGEncoder.file(try #require(Picture(width: 8, height: 8, pixels: pixels)))
  }

  /// Runs `body` with a radio whose stations have their pictures at a server of `script`.
  private static func with(
    _ change: (inout WebOptions) -> Void = { _ in }, script: @escaping @Sendable (ScriptedCall) -> Void,
    _ body: (TestRadio, PictureFileStore, ScriptedServer) async throws -> Void
  ) async throws {
    let scratch = try Scratch()
    let server = try ScriptedServer(script: script)
    let store = PictureFileStore(
      downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:]),
      cache: PictureCache(folder: scratch.path("pictures")), fetchTime: .seconds(3))
    try await TestRadio.with(change, image: server.url("/logo"), pictures: store) { radio in
      try await body(radio, store, server)
    }
    await store.close()
  }

  /// Asks until the picture has come.
  private static func arrived(_ radio: TestRadio, _ path: String = Self.path) throws -> BinaryAnswer {
    _ = ProcessRunner.eventually { (try? radio.bytes(path).type) != "image/svg+xml" }
    return try radio.bytes(path)
  }

  @Test("a placeholder comes at once, and the file as it was fetched when it has come; neither is run or guessed")
  func answers() async throws {
    let file = try Self.file()
    let isOpen = Atomic(false)
    try await Self.with { call in
      while !isOpen.load(ordering: .relaxed) { call.pause(.milliseconds(2)) }
      call.serve(file)
    } _: { radio, _, server in
      let first = try radio.bytes(Self.path)
      #expect(first.type == "image/svg+xml" && String(decoding: first.body, as: UTF8.self) == Self.placeholder)
      #expect(first.head.contains("cache-control: no-cache"))
      isOpen.store(true, ordering: .relaxed)
      let second = try Self.arrived(radio)
      #expect(second.type == "image/png" && second.body == file)
      #expect(second.head.contains("cache-control: private, max-age=86400"))
      #expect(try radio.bytes(Self.path + "?v=abc").body == file)
      for answer in [first, second] {
        #expect(answer.status == 200)
        #expect(answer.head.contains("x-content-type-options: nosniff"))
        #expect(answer.head.contains("content-security-policy: sandbox; default-src 'none'"))
        let tag = try #require(answer.field("etag"))
        let known = try radio.bytes(Self.path, headers: ["If-None-Match: \(tag)"])
        #expect((known.status == 304) == (answer.type == "image/png"), "the placeholder has another tag")
        #expect(known.status == 200 || known.body.isEmpty)
      }
      #expect(server.callCount == 1)
    }
  }

  @Test(
    "a hostile file is never passed on: the placeholder stays",
    arguments: [
      (
        "SVG with a script",
        { @Sendable call in
          call.answer(headers: ["Content-Type: image/png"], body: Array("<svg><script>alert(1)</script></svg>".utf8))
        }
      ),
      ("a page", { call in call.answer(headers: ["Content-Type: image/png"], body: Array("<!doctype html><p>".utf8)) }),
      ("10 MB", { call in call.answer(body: [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 10_000_000)) }),
      (
        "endless",
        { call in
          call.send("HTTP/1.0 200 OK\r\n\r\n")
          call.sendForever([UInt8](repeating: 0xFF, count: 1 << 16))
        }
      ),
      (
        "slow",
        { call in
          call.send("HTTP/1.0 200 OK\r\n\r\n")
          for _ in 0..<200 where call.send("x") { call.pause(.milliseconds(50)) }
        }
      ),
      ("missing", { call in call.answer("404 Not Found") }),
    ] as [(String, @Sendable (ScriptedCall) -> Void)])
  func hostile(_ name: String, _ script: @escaping @Sendable (ScriptedCall) -> Void) async throws {
    let isOpen = Atomic(false)
    try await Self.with(script: { call in
      while !isOpen.load(ordering: .relaxed) { call.pause(.milliseconds(2)) }
      script(call)
    }) { radio, store, server in
      #expect(try radio.bytes(Self.path).type == "image/svg+xml")
      let station = radio.tuner.snapshot.stations[0]
      #expect(store.file(of: station) == .loading, "an answer does not wait for the server")
      isOpen.store(true, ordering: .relaxed)
      #expect(ProcessRunner.eventually { store.file(of: station) != .loading })
      let answer = try radio.bytes(Self.path)
      #expect(answer.type == "image/svg+xml" && String(decoding: answer.body, as: UTF8.self) == Self.placeholder)
      #expect(server.callCount == 1, "and the server is not asked again at once")
    }
  }

  @Test("pictures need the token, an id that is known, and no other parameters")
  func access() async throws {
    let file = try Self.file()
    try await Self.with({ $0.token = "open-sesame-open" }, script: { $0.serve(file) }) { radio, _, _ in
      for path in [Self.path, "/api/picture", "/api/picture/file"] {
        #expect(try radio.askOverTCP("GET", path, ["Host: localhost"]).status == 401)
        let secret = "Authorization: Bearer open-sesame-open"
        #expect(try radio.askOverTCP("GET", path, ["Host: localhost", secret]).status == 200)
        let other = ["Host: localhost", secret, "Sec-Fetch-Site: cross-site"]
        #expect(try radio.askOverTCP("GET", path, other).status == 403)
        let odd = try radio.ask("GET", path + "?x=1")
        #expect(odd.status == 400)
        #expect(try radio.ask("HEAD", path).body.isEmpty)
      }
      for id in ["none", "..%2F..%2Fetc%2Fpasswd", "%00", "fir"] {
        #expect(try radio.ask("GET", "/api/stations/\(id)/picture").status == 404)
      }
    }
  }

  @Test("events say when pictures have come, and how the picture of what is tuned in changes")
  func events() async throws {
    let file = try Self.file()
    let isOpen = Atomic(false)
    try await Self.with { call in
      while !isOpen.load(ordering: .relaxed) { call.pause(.milliseconds(2)) }
      call.serve(file)
    } _: { radio, _, server in
      let nothing = try radio.get("/api/picture")
      #expect(nothing["station"] == nil && nothing["isPlaceholder"]?.flag == true)
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /api/events HTTP/1.0\r\n\r\n")
      _ = client.receive(until: "\"version\"")
      await radio.tuner.perform(.play(.station(radio.tuner.snapshot.stations[0])))
      let tuned = try Self.data(client.receive(until: "\"isPlaceholder\":true}\n\n"), of: "picture")
      #expect(tuned["station"]?.text == "first")
      #expect(tuned["color"]?.text == StationPlaceholder.color(of: TestRadio.names[0]).hexadecimal)
      #expect(try radio.get("/api/picture") == tuned)
      #expect(try radio.bytes(Self.path).type == "image/svg+xml")
      isOpen.store(true, ordering: .relaxed)
      let text = client.receive(until: "\"isPlaceholder\":false}\n\n")
      let come = try Self.data(text, of: "picture")
      #expect(come["color"]?.text == "#c02030")
      let url = try #require(come["url"]?.text)
      #expect(url.hasPrefix(Self.path + "?v=") && url != tuned["url"]?.text)
      #expect(try radio.bytes(url).body == file)
      let ids = #"{"ids":["first"]}"# + "\n\n"
      let news = try Self.data(text.contains(ids) ? text : text + client.receive(until: ids), of: "pictures")
      #expect(news["ids"]?.elements?.compactMap(\.text) == ["first"])
      // An address has a placeholder, and the demo its own picture.
      await radio.tuner.perform(.play(.url("http://127.0.0.1:1/x")))
      #expect(try radio.get("/api/picture")["isPlaceholder"]?.flag == true)
      let current = try #require(try radio.get("/api/picture")["url"]?.text)
      #expect(current.hasPrefix("/api/picture/file?v="))
      #expect(try radio.bytes(current).type == "image/svg+xml")
      _ = try radio.post("/api/play", #"{"station":"demo"}"#)
      let demo = try radio.get("/api/picture")
      #expect(demo["isPlaceholder"]?.flag == false)
      #expect(try radio.bytes(try #require(demo["url"]?.text)).type == "image/png")
      #expect(server.callCount == 1)
    }
  }

  /// The data of the last event of a kind in `text`.
  private static func data(_ text: String, of kind: String) throws -> JSONValue {
    let blocks = text.split(separator: "\n\n").filter { $0.contains("event: \(kind)\n") }
    let line = try #require(blocks.last?.split(separator: "\n").last { $0.hasPrefix("data: ") }, "\(text)")
    return try JSONReader.read(Array(line.dropFirst(6).utf8))
  }

  @Test("a station that a search has found has a picture, before it is in the list; others have none")
  func directory() async throws {
    let directory = try DirectoryServer([.init(1, "Jazz From Afar", tags: ["jazz"])])
    try await TestRadio.with(directory: directory.url) { radio in
      let id = DirectoryServer.Entry.id(1)
      let early = try radio.ask("GET", "/api/directory/stations/\(id)/picture")
      #expect(early.status == 404)
      let found = try radio.post("/api/directory/search", #"{"words":"jazz"}"#).json
      let path = try #require(found["stations"]?.elements?.first?["picture"]?.text)
      let answer = try radio.bytes(path)
      #expect(answer.type == "image/svg+xml")
      #expect(String(decoding: answer.body, as: UTF8.self) == StationPlaceholder(name: "Jazz From Afar").svg)
    }
  }

  @Test("the addresses that clients asked for are bounded, and so are the stations of each")
  func bounds() {
    let asked = AskedPictures()
    for number in 0..<3000 { asked.add("\(number)", at: "http://a/\(number)") }
    #expect(asked.ids(at: "http://a/0").isEmpty && asked.ids(at: "http://a/2999") == ["2999"])
    for number in 0..<2000 { asked.add("\(number)", at: "http://b/") }
    for _ in 0..<2 { asked.add("0", at: "http://b/") }
    #expect(asked.ids(at: "http://b/").count == AskedPictures.maximumIDs)
    for address in 0..<8 {
      for number in 0..<2000 { asked.add("\(number)", at: "http://c/\(address)") }
    }
    let total = (0..<8).map { asked.ids(at: "http://c/\($0)").count }.reduce(0, +)
    #expect(total == AskedPictures.maximumTotal && asked.ids(at: "http://b/").isEmpty)
  }

  @Test("the path of a picture has the id as one part, and changes with the picture's address and the name")
  func paths() {
    var station = Station(id: "a", name: "A", url: "http://a/", image: "http://a/1")
    let path = PicturePath.station(station)
    #expect(path.hasPrefix("/api/stations/a/picture?v=") && path == PicturePath.station(station))
    station.image = "http://a/2"
    let other = PicturePath.station(station)
    station.name = "B"
    #expect(Set([path, other, PicturePath.station(station)]).count == 3)
    station.id = "a/../b?c#d e"
    #expect(PicturePath.station(station).hasPrefix("/api/stations/a%2F%2E%2E%2Fb%3Fc%23d%20e/picture?v="))
  }
}

/// An answer with a body of any bytes.
struct BinaryAnswer {
  var status: Int
  var head: String
  var body: [UInt8]

  /// The media type.
  var type: String? { field("content-type") }

  /// The value of a header field.
  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }
}

extension TestRadio {
  /// Sends a GET request on a new connection over the Unix socket.
  func bytes(_ target: String, headers: [String] = []) throws -> BinaryAnswer {
    let client = try RawClient(path: socketPath)
    client.send(Self.request("GET", target, headers: headers + ["Connection: close"]))
    let bytes = client.receiveBytes()
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "no answer")
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    let status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return BinaryAnswer(status: status, head: head, body: Array(bytes[end.upperBound...]))
  }
}
