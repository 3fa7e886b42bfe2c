import AudioCore
import Downloader
import Foundation
import NIOCore
import NIOPosix
import Radio
import TestSupport
import Testing

@Suite("Following playlists")
struct StreamOpenerTests {
  private static let sound = [UInt8](repeating: 0xAA, count: 3000)

  private static func opener(publicPort: Int? = nil) -> StreamOpener {
    StreamOpener(
      downloader: Downloader(
        eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: DownloadLimits()
      ) { address in
        address.port == publicPort ? .everywhere : AddressScope(address)
      })
  }

  /// A server that answers with the playlist lines that `list` returns, or with sound when it returns nil.
  private static func server(_ list: @escaping @Sendable (_ path: String, _ base: String) -> [String]?) throws
    -> ScriptedServer
  {
    try ScriptedServer { call in
      if let lines = list(call.request.path, "http://\(call.request.header("host") ?? "")") {
        call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array(lines.joined(separator: "\n").utf8))
      } else {
        call.answer(headers: ["Content-Type: audio/mpeg"], body: sound)
      }
    }
  }

  private static func open(_ url: String, by opener: StreamOpener = opener()) async throws -> StreamHead {
    let connection = try await opener.open(StreamRequest(url: StreamURL(url)))
    await connection.close()
    return connection.head
  }

  /// The failure of opening `url`.
  private static func failure(_ url: String, by opener: StreamOpener = opener()) async throws -> TuneError? {
    do {
      _ = try await open(url, by: opener)
      return nil
    } catch let error as TuneError {
      return error
    }
  }

  @Test(
    "a silent mirror leaves time for the next one; a list of silent ones fails in 10 s with the first error"
  )
  func silentMirrors() async throws {
    let silent = try ScriptedServer { $0.waitForEnd() }
    let mute = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.waitForEnd()
    }
    let server = try Self.server { path, _ in
      switch path {
      case "/list": [silent.url, mute.url, "/live"]
      case "/silent": (0..<50).map { silent.url("/\($0)") }
      default: nil
      }
    }
    let start = ContinuousClock.now
    async let givenUp = Self.failure(server.url("/silent"))  // at the same time, since it takes 10 s
    let head = try await Self.open(server.url("/list"))
    let found = (ContinuousClock.now - start) / .seconds(1)
    #expect(head.url.text == server.url("/live"))
    #expect(found > 3, "\(found)")
    #expect(try await givenUp == .headTimeout(host: "127.0.0.1", afterSeconds: 3))
    // Of 50 silent ones the first gets 3 s, and the others 1 s or more of the 10 s.
    let tries = silent.requests.filter { $0.path != "/" }.map { ($0.arrival - start) / .seconds(1) }
    let least = [0, 3] + (4...9).map(Double.init)
    #expect((3...8).contains(tries.count) && zip(tries, least).allSatisfy(>=), "\(tries)")
  }

  @Test("an address that is listed twice is tried once, and is not taken for a circle")
  func duplicates() async throws {
    let server = try Self.server { path, base in
      switch path {
      case "/list": ["/inner", "/inner", base + "/inner", "/live"]
      case "/inner": ["/gone.m3u", "/gone.m3u"]
      case "/gone.m3u": []
      default: nil
      }
    }
    #expect(try await Self.open(server.url("/list")).url.text == server.url("/live"))
    #expect(server.requests.map(\.path) == ["/list", "/inner", "/gone.m3u", "/live"])
  }

  @Test("a circle of playlists is an error that names it, and an entry that plays is still found")
  func circle() async throws {
    let server = try Self.server { path, _ in
      switch path {
      case "/self": ["/self"]
      case "/a": ["/b"]
      case "/b": ["/a"]
      case "/both": ["/both", "/live"]
      default: nil
      }
    }
    for path in ["/self", "/a"] {
      let failure = try await Self.failure(server.url(path))
      #expect(failure == .redirect(reason: "the playlists of \(server.url(path)) go in a circle"))
    }
    #expect(try await Self.open(server.url("/both")).url.text == server.url("/live"))
  }

  @Test(
    "an unusable address is an error of the playlist, and an entry that plays is still found",
    arguments: ["http://127.0.0.1:65536/", "http://127.0.0.1:x/", "http:///a", "ftp://127.0.0.1/a"])
  func badEntry(entry: String) async throws {
    let server = try Self.server { path, _ in
      switch path {
      case "/bad": [entry]
      case "/both": [entry, "/live"]
      default: nil
      }
    }
    let failure = try await Self.failure(server.url("/bad"))
    switch failure {
    case .network?, .format(.emptyPlaylist)?: break
    default: Issue.record("\(String(describing: failure))")
    }
    #expect(failure?.description.contains(server.url("/bad")) == true, "\(String(describing: failure))")
    #expect(try await Self.open(server.url("/both")).url.text == server.url("/live"))
  }

  @Test("the head lists every address on the way, and redirects count across playlists")
  func hops() async throws {
    let server = try ScriptedServer { call in
      let path = call.request.path
      let number = Int(path.dropFirst(2)) ?? 0
      if path.hasPrefix("/r"), number % 6 != 5 {
        call.answer("302 Found", headers: ["Location: /r\(number + 1)"])
      } else if path.hasPrefix("/r") {
        call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("/r\(number + 1)\n".utf8))
      } else if path == "/list" {
        call.answer("301 Moved", headers: ["Location: /list2"])
      } else if path == "/list2" {
        call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("/live\n".utf8))
      } else {
        call.answer(headers: ["Content-Type: audio/mpeg"], body: Self.sound)
      }
    }
    #expect(try await Self.open(server.url("/list")).hops == ["/list", "/list2", "/live"].map { server.url($0) })
    let failure = try await Self.failure(server.url("/r0"))
    #expect(failure == .redirect(reason: "\(server.url("/r0")) redirects more than 8 times"))
  }

  @Test("depth, entries and length of playlists are limited, and binary data is not a playlist")
  func bounds() async throws {
    // Made before the requests: a busy machine takes seconds for them, and an answer has a limit.
    let million = Array(String(repeating: "a\n", count: 1_000_000).utf8)
    let many = Array((0..<50_000).map { "\($0)\n" }.joined().utf8.prefix(250_000))
    let binary = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }
    let server = try ScriptedServer { call in
      let type = ["Content-Type: audio/x-mpegurl"]
      switch call.request.path {
      case "/million": call.answer(headers: type, body: million)
      case "/many": call.answer(headers: type, body: many)
      case "/binary": call.answer(headers: type, body: binary)
      case "/ten": call.answer(headers: type, body: [UInt8](repeating: UInt8(ascii: "#"), count: 10_000_000))
      case let path where path.hasPrefix("/deep"): call.answer(headers: type, body: Array((path + "x\n").utf8))
      default: call.answer("404 Not Found")
      }
    }
    for (path, words) in [
      ("/million", "longer than 256 KiB"), ("/ten", "longer than 256 KiB"), ("/many", "404"),
      ("/deep", "more than 3 deep"),
    ] {
      let failure = try await Self.failure(server.url(path))
      #expect(failure?.description.contains(words) == true, "\(path): \(String(describing: failure))")
    }
    #expect(server.requests.filter { Int($0.path.dropFirst()) != nil }.count <= 64)
    #expect(server.requests.filter { $0.path.hasPrefix("/deep") }.count == 4)
    // Bytes that are not text are not a playlist. The parser, which looks for sound in them, reports that.
    #expect(try await Self.open(server.url("/binary")).contentType == "audio/x-mpegurl")
  }

  @Test("a playlist from a public server must not lead to this machine or network, and a local one may")
  func forbiddenEntries() async throws {
    let inner = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: Self.sound) }
    let list = try Self.server { path, _ in
      path == "/list" ? [inner.url, "http://localhost:\(inner.port)/", "http://192.168.1.1/", "/live"] : nil
    }
    let publicURL = "http://0x7f000001:\(list.port)/list"
    let failure = try await Self.failure(publicURL, by: Self.opener(publicPort: list.port))
    #expect(failure == nil, "its own entry plays")
    #expect(inner.callCount == 0)
    #expect(try await Self.open(list.url("/list")).url.text == inner.url)
  }

  @Test(
    "a playlist behind a redirect from a public host must not lead to a local address of the same host",
    arguments: [false, true])
  func rebinding(isHLS: Bool) async throws {
    let inner = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: Self.sound) }
    let list = try ScriptedServer { call in
      let port = call.request.header("host")?.split(separator: ":").last ?? ""
      guard call.request.path != "/list" else {
        return call.answer("302 Found", headers: ["Location: http://localhost:\(port)/list2"])
      }
      let tag = isHLS ? "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n" : ""
      call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array((tag + inner.url("/secret\n")).utf8))
    }
    let failure = try await Self.failure(list.url("/list"), by: Self.opener(publicPort: list.port))
    #expect(
      failure?.description.contains("refused to be sent from a public server") == true, "\(String(describing: failure))"
    )
    #expect(list.requests.map(\.path) == ["/list", "/list2"] && inner.callCount == 0)
  }

  @Test("of several variants that fail, the failure with the best prospects counts", arguments: ["/gone", "/busy"])
  func hopefulVariant(first: String) async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/gone": call.answer("404 Not Found")
      case "/busy": call.answer("503 Busy")
      default:
        let second = first == "/gone" ? "/busy" : "/gone"
        let variants = [(2, first), (1, second)].map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0)\n\($1)\n" }
        call.serve(Array(("#EXTM3U\n" + variants.joined()).utf8))
      }
    }
    let failure = try await Self.failure(server.url("/master"))
    #expect(failure == .status(503, host: "127.0.0.1", reason: "Busy"))
    #expect(server.requests.map(\.path) == ["/master", first, first == "/gone" ? "/busy" : "/gone"])
  }

  @Test(
    "an HLS list may have 60,000 segments, which is 100 hours",
    arguments: [(4000, nil), (9000, nil), (60_000, nil)] as [(Int, String?)])
  func longLists(count: Int, words: String?) async throws {
    let lines = (0..<count).map { "#EXTINF:6.006,\n" + String(repeating: "x", count: 100) + "\($0).ts\n" }
    let list = Array(("#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines.joined()).utf8)
    let server = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/x-mpegurl"], body: list) }
    let failure = try await Self.failure(server.url)
    #expect(
      words == nil ? failure == nil : failure?.description.contains(words ?? "") == true,
      "\(String(describing: failure))")
  }

  @Test("credentials are sent to a list's entries on the same server only")
  func credentials() async throws {
    let other = try ScriptedServer { $0.answer("404 Not Found") }
    let server = try Self.server { path, _ in path == "/list" ? [other.url, "/live"] : nil }
    _ = try await Self.open(server.url("/list", credentials: "me:pw"))
    #expect(server.requests.map { $0.header("authorization") } == ["Basic bWU6cHc=", "Basic bWU6cHc="])
    #expect(other.requests.map { $0.header("authorization") } == [nil])
  }

  @Test("a web page at / leads to /;, and is reported as the error when there is nothing at /;")
  func webPage() async throws {
    let page = Array("<!DOCTYPE html><html></html>".utf8)
    let pages = try ScriptedServer { $0.answer(headers: ["Content-Type: text/html"], body: page) }
    let connection = try await Self.opener().open(StreamRequest(url: StreamURL(pages.url)))
    #expect(connection.head.hops == [pages.url, pages.url("/;")])
    await connection.close()
    let missing = try ScriptedServer { call in
      if call.request.path == "/" { call.answer(body: page) } else { call.answer("404 Not Found") }
    }
    #expect(try await Self.failure(missing.url) == .notAudio(source: missing.url, found: "an HTML page"))
  }
}
