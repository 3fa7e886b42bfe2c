import AudioCore
import Downloader
import HLS
import TestSupport
import Testing

@Suite("An HLS stream")
struct HLSConnectionTests {
  @Test("segments come in their order, with titles, maps and discontinuities at their places")
  func order() async throws {
    let server = try HLSResult.server(
      [
        "#EXT-X-MAP:URI=\"/map\",BYTERANGE=\"3@1\"", "#EXTINF:2,First", "a", "#EXTINF:2,", "sub/../b?x",
        "#EXT-X-DISCONTINUITY", "#EXTINF:2,Second", "c", "#EXT-X-MAP:URI=\"/other\"", "#EXTINF:2,", "d",
      ], ["/map": "-mm-", "/other": "oo", "/a": "aaa", "/b?x": "bbb", "/c": "", "/d": "ddd"])
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == "[First]mm-aaabbb|[Second]mm-|ooddd" && result.failure == nil)
    #expect(result.head?.segments == SegmentedStream(bitRate: nil, hasEnd: true))
    #expect(server.requests.allSatisfy { $0.header("Range") == nil || $0.path == "/map" })
    #expect(server.requests.allSatisfy { $0.header("Icy-MetaData") == nil })
  }

  @Test(
    "byte ranges are requested, and cut out where the server sends the whole file", arguments: [true, false])
  func byteRanges(knowsRanges: Bool) async throws {
    let server = try HLSResult.server(
      [
        "#EXTINF:2,", "#EXT-X-BYTERANGE:4@2", "all", "#EXTINF:2,", "#EXT-X-BYTERANGE:3", "all",
        "#EXT-X-DISCONTINUITY", "#EXTINF:2,", "#EXT-X-BYTERANGE:2@0", "all",
      ], ["/all": "0123456789"], knowsRanges: knowsRanges)
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == "2345678|01")
    #expect(server.requests.map { $0.header("Range") } == [nil, "bytes=2-5", "bytes=6-8", "bytes=0-1"])
  }

  @Test("a missing segment is a discontinuity; the third in a row ends the stream with the server's status")
  func missing() async throws {
    let segments = (0..<9).flatMap { ["#EXTINF:2,", "s\($0)"] }
    let some = try HLSResult.server(segments, ["/s0": "0", "/s2": "2", "/s5": "5", "/s6": "6", "/s8": "8"])
    #expect(try await HLSResult(some.url("/list")).text == "0|2|56|8")
    let few = try HLSResult.server(segments, ["/s0": "0", "/s8": "8"])
    let result = try await HLSResult(few.url("/list"))
    #expect(result.text == "0")
    #expect(result.failure == .status(404, host: "127.0.0.1", reason: "Not Found"))
    let one = try HLSResult.server(["#EXTINF:2,", "s"], [:])
    #expect(try await HLSResult(one.url("/list")).failure == .status(404, host: "127.0.0.1", reason: "Not Found"))
  }

  @Test(
    "a segment that breaks off once continues where it broke, without a repeated or lost byte",
    arguments: [(true, false), (false, false), (true, true)])
  func broken(knowsRanges: Bool, isPart: Bool) async throws {
    let body = (0..<20000).map { "\($0) " }.joined()
    let server = try ScriptedServer { call in
      let bytes = Array(body.utf8)
      switch (call.request.path, call.number) {
      case ("/list", _):
        let range = ["#EXT-X-BYTERANGE:\(bytes.count)@0"]
        call.serve(HLSResult.recording(["#EXTINF:2,"] + (isPart ? range : []) + ["long", "#EXTINF:2,", "end"]))
      case ("/long", 1):
        call.answer(
          isPart ? "206 Partial Content" : "200 OK", headers: ["Content-Length: \(bytes.count)"],
          body: Array(bytes[..<(bytes.count / 3)]))
        call.reset()
      case ("/long", _): call.serve(bytes, knowsRanges: knowsRanges)
      default: call.serve(Array("end".utf8))
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == body + "end" && result.failure == nil, "\(result.text.count)")
    #expect(server.requests.count == 4)
  }

  @Test("a segment that breaks off twice is given up, and the next one follows")
  func brokenTwice() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list": call.serve(HLSResult.recording(["#EXTINF:2,", "broken", "#EXTINF:2,", "end"]))
      case "/broken": call.answer(headers: ["Content-Length: 9"], body: Array("x".utf8))
      default: call.serve(Array("end".utf8))
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == "xx|end" || result.text == "x|end", "\(result.text)")
    #expect(server.requests.map(\.path) == ["/list", "/broken", "/broken", "/end"])
  }

  @Test("redirects are followed, and a playlist's addresses are resolved against its final address")
  func redirects() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list": call.answer("302 Found", headers: ["Location: /deep/er/list"])
      case "/deep/er/list": call.serve(HLSResult.recording(["#EXTINF:2,", "../a", "#EXTINF:2,", "round"]))
      case "/deep/a": call.answer("301 Moved", headers: ["Location: a2"])
      case "/deep/a2": call.serve(Array("a".utf8))
      default: call.answer("302 Found", headers: ["Location: " + call.request.path])
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == "a")
    #expect(result.failure == .redirect(reason: "the redirects of \(server.url("/deep/er/round")) go in a circle"))
  }

  @Test(
    "a public server's variants, segments, keys and maps do not lead to this machine",
    arguments: [
      ["#EXT-X-STREAM-INF:BANDWIDTH=1", "%"], ["#EXTINF:2,", "%"], ["#EXTINF:2,", "/moved"],
      ["#EXTINF:2,", "ftp://h/x"],
      ["#EXT-X-KEY:METHOD=AES-128,URI=\"%\"", "#EXTINF:2,", "a"], ["#EXT-X-MAP:URI=\"%\"", "#EXTINF:2,", "a"],
    ])
  func forbidden(lines: [String]) async throws {
    let inside = try ScriptedServer { $0.serve(Array("inside".utf8)) }
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list": call.serve(HLSResult.recording(lines.map { $0.replacing("%", with: inside.url("/secret")) }))
      case "/moved": call.answer("302 Found", headers: ["Location: " + inside.url("/secret")])
      default: call.serve(Array("a".utf8))
      }
    }
    let result = try await HLSResult(
      server.url("/list"), by: HLSResult.downloader(publicPort: server.port))
    guard case .network(.redirect)? = result.failure else {
      Issue.record("\(String(describing: result.failure)), \(result.text)")
      return
    }
    #expect(result.text == "" && inside.callCount == 0)
  }

  @Test("a segment on the user's own host is refused after that host was public and redirected to the playlist")
  func rebinding() async throws {
    let inside = try ScriptedServer { $0.serve(Array("inside".utf8)) }
    let server = try ScriptedServer { call in
      let port = call.request.header("host")?.split(separator: ":").last ?? ""
      switch call.request.path {
      case "/list": call.answer("302 Found", headers: ["Location: http://localhost:\(port)/list2"])
      default: call.serve(HLSResult.recording(["#EXTINF:2,", inside.url("/secret")]))
      }
    }
    let result = try await HLSResult(server.url("/list"), by: HLSResult.downloader(publicPort: server.port))
    #expect(result.failure?.description.contains("refused to be sent from a public server") == true)
    #expect(result.text == "" && inside.callCount == 0)
  }

  @Test("a map is a new one only when its bytes differ, whatever its address, since tokens change")
  func maps() async throws {
    let lines = ["a?t=1", "a?t=2", "b?t=3", "a", "b"].flatMap { ["#EXT-X-MAP:URI=\"\($0)\"", "#EXTINF:2,", "s"] }
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list": call.serve(HLSResult.recording(lines + ["#EXT-X-DISCONTINUITY", "#EXTINF:2,", "s"]))
      case let path where path.hasPrefix("/a"): call.serve(Array("A".utf8))
      case let path where path.hasPrefix("/b"): call.serve(Array("B".utf8))
      default: call.serve(Array("s".utf8))
      }
    }
    #expect(try await HLSResult(server.url("/list")).text == "Ass|Bs|As|Bs|Bs")
  }

  @Test(
    "a map that trickles and a map without an end both fail within the time limit of a document",
    arguments: ["URI=\"/slow\"", "URI=\"/endless\",BYTERANGE=\"9@99999999999999999\""])
  func slowMaps(map: String) async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list":
        call.serve(HLSResult.recording(["#EXT-X-MAP:" + map] + ["#EXTINF:2,", "s"]))
      case "/slow":
        call.answer(headers: ["Content-Length: 99"])
        call.send([UInt8](repeating: 0, count: 99), piecesOf: 1, pause: .milliseconds(100))
      default:
        call.answer()
        call.sendForever([UInt8](repeating: 0, count: 1 << 16))
      }
    }
    var limits = DownloadLimits()
    limits.documentSeconds = 1
    let result = try await HLSResult(server.url("/list"), by: HLSResult.downloader(limits: limits))
    #expect(result.text == "" && result.failure == .stalled(host: "127.0.0.1", afterSeconds: 1))
  }

  @Test("a segment is not bound by the time that was left for the playlist")
  func timeLimit() async throws {
    let server = try ScriptedServer { call in
      guard call.request.path != "/list" else { return call.serve(HLSResult.recording(["#EXTINF:2,", "s"])) }
      call.pause(.milliseconds(1500))
      call.serve(Array("s".utf8))
    }
    #expect(try await HLSResult(server.url("/list"), within: .seconds(1)).text == "s")
    #expect(server.callCount == 2)
  }

  /// The seconds between the first and the second request for a segment that is refused once with `status`.
  private static func pause(after status: String, retryAfter: Int? = nil) async throws -> Double {
    let server = try ScriptedServer { call in
      switch (call.request.path, call.number) {
      case ("/list", _): call.serve(HLSResult.recording(["#EXTINF:2,", "s"]))
      case (_, 1): call.answer(status, headers: retryAfter.map { ["Retry-After: \($0)"] } ?? [])
      default: call.serve(Array("s".utf8))
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == "s" && server.callCount == 3)
    let arrivals = server.requests.map(\.arrival)
    return (arrivals[2] - arrivals[1]) / .seconds(1)
  }

  @Test("a segment that is refused for now is requested again after Retry-After, or after one second")
  func pauses() async throws {
    async let busy = Self.pause(after: "503 Busy")
    async let late = Self.pause(after: "408 Request Timeout")
    async let asked = Self.pause(after: "429 Slow Down", retryAfter: 3)
    let (usual, longer) = (try await [busy, late], try await asked)
    #expect(longer > 2.95 && usual.allSatisfy { $0 > 0.95 && $0 < longer }, "\(usual) \(longer)")
  }

  @Test("an invalid address appears in the error without control characters")
  func cleanAddresses() async throws {
    let server = try HLSResult.server(["#EXTINF:2,", "ftp://\u{9B}31m\u{202E}x"], [:])
    let failure = try await HLSResult(server.url("/list")).failure
    guard case .network(.redirect(let reason))? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(
      reason.contains("ftp://")
        && !reason.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}" })
  }

  @Test("an audio rendition beside video is not announced with the video's bit rate")
  func announcedRate() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/master":
        let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",URI=\"sound\"\n"
        let streams = ["avc1.4d,mp4a.40.2", "mp4a.40.2"].enumerated().map {
          "#EXT-X-STREAM-INF:BANDWIDTH=\(5 - $0)000000,CODECS=\"\($1)\",AUDIO=\"\($0 == 0 ? "g" : "")\"\n\($1)\n"
        }
        call.serve(Array(("#EXTM3U\n" + media + streams.joined()).utf8))
      default: call.serve(HLSResult.recording(["#EXTINF:2,", "s"]))
      }
    }
    let beside = try await HLSResult.open(server.url("/master"))
    #expect(beside.head.announcedKilobits == nil && beside.head.segments == SegmentedStream(bitRate: nil, hasEnd: true))
    let alone = try await HLSResult.open(server.url("/master"), maximumKilobits: 4000)
    #expect(alone.head.announcedKilobits == 4000 && alone.head.segments?.bitRate == 4_000_000)
    #expect(server.requests.map(\.path).filter { $0 != "/master" } == ["/sound", "/mp4a.40.2"])
  }

  @Test("the best variant that fits is taken, and the next one when it is not available")
  func variants() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/master":
        call.serve(
          Array("#EXTM3U\n".utf8)
            + ["low 64", "mid 128", "gone 192", "loud 320"].flatMap { row in
              let words = row.split(separator: " ")
              return Array("#EXT-X-STREAM-INF:BANDWIDTH=\(words[1])000,CODECS=\"mp4a.40.2\"\n\(words[0])\n".utf8)
            })
      case "/gone": call.answer("404 Not Found")
      case let path where path.hasSuffix(".aac"): call.serve(Array(path.utf8))
      case let path: call.serve(HLSResult.recording(["#EXTINF:2,", path + ".aac"]))
      }
    }
    for (maximum, name, rate) in [(nil, "loud", 320), (200, "mid", 128), (10, "low", 64)] as [(Int?, String, Int)] {
      let result = try await HLSResult(server.url("/master"), maximumKilobits: maximum)
      #expect(result.text == "/\(name).aac" && result.head?.announcedKilobits == rate)
      #expect(result.head?.segments == SegmentedStream(bitRate: rate * 1000, hasEnd: true))
    }
  }

  @Test(
    "the error names what cannot be played",
    arguments: [
      (
        ["#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"", "#EXTINF:2,", "a"],
        "is HLS encrypted by SAMPLE-AES, which is not supported"
      ),
      (["#EXT-X-KEY:METHOD=AES-128,URI=\"a\"", "#EXTINF:2,", "a"], "has 1 bytes instead of 16"),
      (
        ["#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"ec-3\"", "a"],
        "is HLS that offers nothing but ec-3, which is not supported"
      ),
      (["#EXT-X-STREAM-INF:BANDWIDTH=1", "list"], "go in a circle"),
      (["#EXT-X-STREAM-INF:BANDWIDTH=1", "a"], "a does not begin with #EXTM3U"),
      (["#EXT-X-BYTERANGE:0"], "has a byte range that is none"),
    ])
  func faults(lines: [String], words: String) async throws {
    let server = try HLSResult.server(lines, ["/a": "a"])
    let failure = try await HLSResult(server.url("/list")).failure
    #expect(failure?.description.contains(words) == true, "\(String(describing: failure))")
  }
}
