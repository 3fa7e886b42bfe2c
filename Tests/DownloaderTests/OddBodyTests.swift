import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Odd bodies")
struct OddBodyTests {
  @Test(
    "a content coding that means no compression is ignored",
    arguments: ["none", "None", "utf-8", "binary", "identity", "8bit", "audio/mpeg", ""])
  func noCoding(coding: String) async throws {
    let server = try ScriptedServer { $0.answer(headers: ["Content-Encoding: \(coding)"], body: [1, 2, 3]) }
    #expect(try await Fetch.all(server.url).audio == [1, 2, 3])
  }

  @Test(
    "a compressed body is refused, and the error names the compression",
    arguments: ["gzip", "X-GZIP", "deflate", "br", "zstd", "identity, gzip"])
  func compressed(coding: String) async throws {
    let server = try ScriptedServer { $0.answer(headers: ["Content-Encoding: \(coding)"], body: [1, 2, 3]) }
    guard case .format(.unsupported(_, let kind))? = try await Fetch.failure(server.url) else {
      Issue.record("\(coding) is taken")
      return
    }
    #expect(kind.hasPrefix("compressed with "))
  }

  @Test("chunk sizes with leading zeros are read")
  func paddedChunks() async throws {
    let server = try ScriptedServer { call in
      call.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      call.send("0000000000000003\r\nabc\r\n0000000000000000002\r\nde\r\n0000000000000000\r\n\r\n")
    }
    #expect(String(decoding: try await Fetch.all(server.url).audio, as: UTF8.self) == "abcde")
  }

  @Test("a document without a length is complete when its connection is reset, and a document below its length is not")
  func resetDocument() async throws {
    let text = Array("#EXTM3U\nhttp://h/\n".utf8)
    let server = try ScriptedServer { call in
      call.answer(body: text)
      call.pause(.milliseconds(50))
      call.reset()
    }
    let request = StreamRequest(url: try StreamURL(server.url))
    let document = try await Fetch.downloader().document(request, maximumBytes: 1000, within: .seconds(5))
    #expect(document.bytes == text)
    let short = try ScriptedServer { call in
      call.answer(headers: ["Content-Length: 100"], body: text)
      call.pause(.milliseconds(50))
      call.reset()
    }
    let cut = StreamRequest(url: try StreamURL(short.url))
    await #expect(throws: TuneError.self) {
      _ = try await Fetch.downloader().document(cut, maximumBytes: 1000, within: .seconds(5))
    }
  }
}
