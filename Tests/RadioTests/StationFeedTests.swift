import Downloader
import NIOPosix
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite(
  "The network side of a source", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct StationFeedTests {
  /// Ends a feed.
  private struct Enough: Error {}

  private static let feed = StationFeed(
    opener: StreamOpener(downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])),
    retry: .forever)

  private static func sound(seconds: Double, hertz: Double = 440) throws -> [UInt8] {
    try SignalSource.shared.bytes(.init(.tones([hertz], amplitude: 0.1), seconds: seconds), as: .mp3(kilobits: 128))
  }

  @Test("when a connection is lost, the address that gave sound is asked first")
  func soundFirst() async throws {
    let sound = try Self.sound(seconds: 2)
    let dead = try ScriptedServer { $0.answer("404 Not Found") }
    let good = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Radio"])
      call.send(sound)
    }
    var station = Station(id: "a", name: "A", url: dead.url)
    station.alternates = [good.url]
    var addresses: [String] = []
    do {
      try await Self.feed.run(.station(station)) { event in
        if case .connecting(let address) = event { addresses.append(address) }
        if addresses.count == 3 { throw Enough() }
      }
    } catch is Enough {}
    #expect(addresses == [dead.url, good.url, good.url])
  }

  @Test("a file that broke off begins again when its server has another file by then, and sends a part of that")
  func otherFile() async throws {
    let (file, other) = (try Self.sound(seconds: 4), try Self.sound(seconds: 8, hertz: 880))
    let server = try ScriptedServer { call in
      let bytes = call.number == 0 ? file : other
      let range = call.request.byteRange
      let part = Array(bytes[range?.clamped(to: 0..<bytes.count) ?? 0..<bytes.count])
      let place = range.map { ["Content-Range: bytes \($0.lowerBound)-\($0.upperBound - 1)/\(bytes.count)"] } ?? []
      call.answer(
        range == nil ? "200 OK" : "206 Partial Content",
        headers: ["Content-Length: \(part.count)", "Content-Type: audio/mpeg"] + place,
        body: call.number == 0 ? Array(part.prefix(file.count * 7 / 10)) : part)
    }
    var count = 0
    try await Self.feed.run(.url(server.url)) { event in
      guard case .elements(let elements) = event else { return }
      for element in elements { if case .packet(let packet) = element { count += packet.bytes.count } }
    }
    #expect(count > file.count * 25 / 10, "\(count) bytes of \(file.count) and then \(other.count)")
    #expect(server.requests.map { $0.byteRange == nil } == [true, false, true])
  }
}
