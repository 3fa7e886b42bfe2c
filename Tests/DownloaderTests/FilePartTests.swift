import AudioCore
import Downloader
import NIOPosix
import TestSupport
import Testing

@Suite("Parts of files")
struct FilePartTests {
  private let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])

  private func head(_ headers: [String]) async throws -> StreamHead {
    let server = try ScriptedServer { $0.answer("206 Partial Content", headers: headers, body: [1]) }
    let connection = try await downloader.open(StreamRequest(url: StreamURL(server.url)))
    await connection.close()
    return connection.head
  }

  /// A Content-Range value, the start of the part, and the total length.
  static let ranges: [(value: String, start: Int?, total: Int?)] = [
    ("bytes 100-199/1000", 100, 1000), ("bytes 0-0/*", 0, nil), ("Bytes 7-9/10", 7, 10), ("bytes=5-6/9", nil, nil),
    ("bytes */1000", nil, nil), ("bytes -5-6/9", nil, nil), ("bytes 5/9", nil, nil), ("items 1-2/3", nil, nil),
    ("", nil, nil),
    ("bytes 99999999999999999999-1/2", nil, nil), ("bytes ٣-4/5", nil, nil),
  ]

  @Test("Content-Range gives the start of a part and the total length", arguments: ranges.indices)
  func part(index: Int) async throws {
    let (value, start, total) = Self.ranges[index]
    let part = try await head(["Content-Range: " + value]).part
    #expect(part?.start == start)
    #expect(part?.total == total)
  }

  /// Headers, and the validator they give.
  static let validators: [(headers: [String], validator: String?)] = [
    (["ETag: \"a\"", "Last-Modified: x"], "\"a\""), (["ETag: W/\"a\"", "Last-Modified: Mon"], "Mon"),
    (["ETag: a"], nil), ([], nil),
    (["ETag: \"" + String(repeating: "a", count: 300) + "\""], nil), (["ETag: \"ä\""], nil),
  ]

  @Test("a validator is a strong entity tag, or a date", arguments: validators.indices)
  func validator(index: Int) async throws {
    let (headers, validator) = Self.validators[index]
    #expect(try await head(headers).validator == validator)
  }

  @Test("the rest of a body is requested from the address that sent it, with If-Range")
  func request() async throws {
    let server = try ScriptedServer { call in
      call.request.path == "/a" ? call.answer("302 Found", headers: ["Location: /b?x=1"]) : call.serve(Array(0..<100))
    }
    let first = try await downloader.open(StreamRequest(url: StreamURL(server.url("/a"))))
    await first.close()
    var rest = try await downloader.open(first.request(for: 60..<100, validator: "\"v\""))
    let start = try await rest.peek(3, limit: .seconds(5))
    await rest.close()
    #expect(start == [60, 61, 62])
    #expect(rest.head.status == 206)
    #expect(rest.head.hops == [server.url("/b?x=1")])
    let request = try #require(server.requests.last)
    #expect(request.path == "/b?x=1")
    #expect(request.header("Range") == "bytes=60-99")
    #expect(request.header("If-Range") == "\"v\"")
    #expect(request.header("Icy-MetaData") == nil)
  }

  @Test("a station is asked for titles at each redirect; a part of a file and a body without titles are not")
  func titles() async throws {
    let server = try ScriptedServer { call in
      call.request.path == "/a" ? call.answer("302 Found", headers: ["Location: /b"]) : call.serve(Array(0..<100))
    }
    let whole = StreamRequest(url: try StreamURL(server.url("/a")))
    var part = whole
    part.byteRange = 10..<20
    var untitled = whole
    untitled.wantsTitles = false
    for request in [whole, part, untitled] { await (try downloader.open(request)).close() }
    #expect(server.requests.map { $0.header("Icy-MetaData") } == ["1", "1", nil, nil, nil, nil])
    #expect(server.requests.map(\.byteRange) == [nil, nil, 10..<20, 10..<20, nil, nil])
  }
}
