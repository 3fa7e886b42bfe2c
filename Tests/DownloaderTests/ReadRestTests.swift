import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Pauses between reads", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ReadRestTests {
  /// The result of reading a stream to its end with pauses.
  private struct Reading {
    var bytes: [UInt8] = []
    var reads = 0
    /// Reads that took as long as a rest.
    var rests = 0
  }

  private static func read(
    _ url: String, resting rest: Duration, by downloader: Downloader = Fetch.downloader()
  ) async throws -> Reading {
    var connection = try await downloader.open(StreamRequest(url: StreamURL(url)))
    connection.pacing.pause = rest
    var reading = Reading()
    var asked = ContinuousClock.now
    while let chunks = try await connection.next() {
      reading.reads += 1
      if asked.duration(to: .now) > rest * 0.9 { reading.rests += 1 }
      asked = .now
      for case .audio(let bytes) in chunks { reading.bytes += bytes }
    }
    await connection.close()
    return reading
  }

  private static func sound(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) | 1 } }

  @Test("bytes that arrive during a pause collect in the socket and are read in few pieces")
  func gathers() async throws {
    let sound = Self.sound(50_000)
    let server = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\n\r\n")
      call.send(sound, piecesOf: 500, pause: .milliseconds(10))
    }
    let reading = try await Self.read(server.url, resting: .milliseconds(250))
    #expect(reading.bytes == sound)
    #expect(reading.reads < 20, "of 100 pieces in a second")
  }

  @Test("a pause that is shortened between two reads ends earlier")
  func shortened() async throws {
    let server = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\n\r\n")
      call.send([UInt8](repeating: 1, count: 2000), piecesOf: 500, pause: .milliseconds(200))
    }
    var limits = DownloadLimits()
    limits.stallSeconds = 7200
    var connection = try await Fetch.downloader(limits: limits).open(StreamRequest(url: StreamURL(server.url)))
    connection.pacing.pause = .seconds(3600)  // without the change below, the second read waits for so long
    var count = 0
    while let chunks = try await connection.next() {
      connection.pacing.pause = .zero
      for case .audio(let bytes) in chunks { count += bytes.count }
    }
    await connection.close()
    #expect(count == 2000)
  }

  @Test("a pause longer than the stall limit is not a stall")
  func noStall() async throws {
    let sound = Self.sound(30_000)
    let server = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\n\r\n")
      call.send(sound, piecesOf: 1000, pause: .milliseconds(100))
    }
    var limits = DownloadLimits()
    limits.stallSeconds = 1
    let reading = try await Self.read(
      server.url, resting: .milliseconds(1400), by: Fetch.downloader(limits: limits))
    #expect(reading.bytes == sound)
    #expect(reading.reads < 20, "of 30 pieces in 3 s, two rests a second")
  }

  @Test(
    "a read that leaves bytes in the socket is followed by the next one at once, over TLS too",
    .enabled(if: TLSServer.isAvailable, "needs python3"), arguments: [false, true])
  func hurries(isSecure: Bool) async throws {
    let sound = Self.sound(16 << 20)
    let answer = Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + sound
    var reading = Reading()
    if isSecure {
      let authority = try CertificateAuthority()
      let server = try TLSServer(certificate: authority.issue(.none), answer: answer)
      reading = try await Self.read(
        "https://localhost:\(server.port)/", resting: .milliseconds(200),
        by: Fetch.downloader(environment: ["SSL_CERT_FILE": authority.path]))
    } else {
      let server = try ScriptedServer { $0.send(answer) }
      reading = try await Self.read(server.url, resting: .milliseconds(200))
    }
    #expect(reading.bytes == sound)
    #expect(reading.rests < 30, "\(reading.rests) rests, of \(reading.reads) reads")
  }
}
