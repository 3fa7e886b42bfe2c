import AudioCore
import Downloader
import Synchronization
import TestSupport
import Testing

@Suite("Titles on connections")
struct MetadataConnectionTests {
  private static let sound: [UInt8] = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 167) | 1 }

  @Test("each connection has its own metadata interval, or none")
  func intervalOfConnection() async throws {
    let intervals = [100, 8192, nil, 1]
    let server = try ScriptedServer { call in
      guard let interval = intervals[call.number] else { return call.answer(body: Self.sound) }
      call.answer(
        headers: ["icy-metaint: \(interval)"],
        body: ICYBody.interleave(Self.sound, interval: interval, titles: [.init("T\(call.number)", at: 0)]))
    }
    for (number, interval) in intervals.enumerated() {
      let content = try await Fetch.all(server.url)
      #expect(content.head.metadataInterval == interval)
      #expect(content.audio == Self.sound)
      #expect(content.titles.map(\.title) == (interval == nil ? [] : ["T\(number)"]))
      #expect(!content.metadataIsBroken)
    }
  }

  @Test("after a redirect, the last answer's interval counts")
  func redirect() async throws {
    let server = try ScriptedServer { call in
      if call.request.path == "/" {
        call.answer("302 Found", headers: ["Location: /live", "icy-metaint: 3"])
      } else {
        call.answer(
          headers: ["icy-metaint: 500"],
          body: ICYBody.interleave(Self.sound, interval: 500, titles: [.init("T", at: 0)]))
      }
    }
    let content = try await Fetch.all(server.url)
    #expect(content.audio == Self.sound)
    #expect(content.titles.map(\.title) == ["T"])
  }

  @Test("a title and the station's name are read in the station's charset, else as Western European")
  func charset() async throws {
    let cyrillic: [UInt8] = [0xCA, 0xE8, 0xED, 0xEE]
    let server = try ScriptedServer { call in
      call.send(Array("ICY 200 OK\r\nicy-metaint:50\r\nicy-name:".utf8) + cyrillic + Array("\r\n\r\n".utf8))
      let text = Array("StreamTitle='".utf8) + cyrillic + Array("';".utf8)
      call.send(ICYBody.interleave(Self.sound, interval: 50, titles: [.init(text: text, at: 0)]))
    }
    let own = try await Fetch.all(server.url, charset: #require(TextCharset(name: "windows-1251")))
    #expect(own.head.name == "Кино")
    #expect(own.titles.map(\.title) == ["Кино"])
    let standard = try await Fetch.all(server.url)
    #expect(standard.head.name == "Êèíî")
    #expect(standard.titles.map(\.title) == ["Êèíî"])
  }

  @Test("between the bytes of a title that arrives slowly, the reader returns to its caller")
  func trickle() async throws {
    let reads = Atomic(0)
    let server = try ScriptedServer { call in
      call.answer(headers: ["icy-metaint: 1"])
      for (number, byte) in ([0xAA, 2] + Array("StreamTitle='slow';".utf8)).enumerated() {
        call.send([byte])
        // The next byte comes when the reader has returned with this one.
        guard ProcessRunner.eventually({ reads.load(ordering: .relaxed) > number }) else { return }
      }
    }
    var connection = try await Fetch.downloader().open(StreamRequest(url: StreamURL(server.url)))
    var empty = 0
    while let chunks = try await connection.next() {
      reads.add(1, ordering: .relaxed)
      if chunks.isEmpty { empty += 1 }
    }
    await connection.close()
    let count = reads.load(ordering: .relaxed)
    #expect(count >= 10 && empty >= count - 2)
  }

  @Test("a silent server has stalled when bytes are wanted, but not while the client holds it back")
  func stall() async throws {
    var limits = DownloadLimits()
    limits.stallSeconds = 1
    // More than the socket buffers hold, so that the sender has to wait, too.
    let flood = [UInt8](repeating: 0xAA, count: 24 << 20)
    let server = try ScriptedServer { $0.station(body: flood) }
    var connection = try await Fetch.downloader(limits: limits).open(StreamRequest(url: StreamURL(server.url)))
    _ = try await connection.peek(1, limit: .seconds(1))
    try await Task.sleep(for: .milliseconds(1500), clock: .continuous)  // no read is waiting, so this is not a stall
    var count = 0
    let error = await #expect(throws: TuneError.self) {
      while let chunks = try await connection.next() {
        for case .audio(let bytes) in chunks { count += bytes.count }
      }
    }
    await connection.close()
    #expect(error == .stalled(host: "127.0.0.1", afterSeconds: 1))
    #expect(count == flood.count)
  }

  @Test("peeking ends at its deadline, even when the server is silent")
  func peekDeadline() async throws {
    let server = try ScriptedServer { $0.station(body: [1, 2, 3]) }
    var connection = try await Fetch.downloader().open(StreamRequest(url: StreamURL(server.url)))
    let seconds = await Fetch.seconds {
      await #expect(throws: TuneError.stalled(host: "127.0.0.1", afterSeconds: 1)) {
        _ = try await connection.peek(10, limit: .seconds(15), deadline: .now + .milliseconds(1100))
      }
    }
    await connection.close()
    #expect(seconds > 1)
  }
}
