import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Servers' answers and the downloader's results")
struct ServerRowTests {
  /// As long as a server's burst, and without a zero, which would count as an empty title where there are no titles.
  private static let sound: [UInt8] = {
    var generator = SeededRandom(seed: 11)
    return (0..<20_000).map { _ in UInt8.random(in: 1...255, using: &generator) }
  }()

  @Test(
    "each answer gives its expected result when it is sent at once", arguments: ServerRow.clients + ServerRow.parser)
  func whole(row: ServerRow) async throws {
    let bytes = row.bytes(Self.sound)
    try await Self.check(row, server: try ScriptedServer { $0.send(bytes) })
  }

  @Test(
    "each answer gives the same result when it is sent byte by byte", arguments: ServerRow.clients + ServerRow.parser)
  func byteByByte(row: ServerRow) async throws {
    let bytes = row.bytes(Self.sound)
    // The first 200 bytes have pauses between them, so that no two bytes arrive in one read; the rest has none.
    let head = min(bytes.count, 200)
    let server = try ScriptedServer { call in
      call.send(Array(bytes[..<head]), piecesOf: 1, pause: .microseconds(100))
      call.send(Array(bytes[head...]), piecesOf: 1)
    }
    try await Self.check(row, server: server)
  }

  private static func check(_ row: ServerRow, server: ScriptedServer) async throws {
    do {
      let content = try await Fetch.all(server.url)
      switch row.verdict {
      case .plays:
        #expect(content.audio == sound)
        #expect(content.failure == nil)
        #expect(content.titles.isEmpty)
        #expect(content.metadataIsBroken == (content.head.metadataInterval != nil), "a wrong interval is reported")
      case .breaks(let failure):
        #expect(content.failure == failure)
        #expect(sound.starts(with: content.audio))
      case .fails(let failure): Issue.record("plays instead of \(failure)")
      }
    } catch let error as TuneError {
      guard case .fails(var expected) = row.verdict else {
        Issue.record("\(error)")
        return
      }
      if case .format(.unsupported(_, let kind)) = expected { expected = .unsupported(source: server.url, kind: kind) }
      #expect(error == expected)
    }
  }

  @Test("an icy-name is clean text, whatever bytes the server sends")
  func cleanName() async throws {
    let server = try ScriptedServer { call in
      call.send(Array("ICY 200 OK\r\nicy-name: A\u{1B}[2J\u{9D}0;x\u{7}\u{202E}B\u{0}\r\nicy-genre:\u{1}\r\n\r\n".utf8))
    }
    let head = try await Fetch.all(server.url).head
    #expect(head.name == "A[2J0;xB")
    #expect(head.genre == nil)
  }
}
