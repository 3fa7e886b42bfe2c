import AudioCore
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
  private struct EnoughError: Error {}

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
        if addresses.count == 3 { throw EnoughError() }
      }
    } catch is EnoughError {}
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

  /// Sends `sound` in chunks, and the last chunk.
  private static func sendChunks(_ sound: [UInt8], fields: String, by call: ScriptedCall) {
    call.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: audio/mpeg\r\n\(fields)\r\n")
    for start in stride(from: 0, to: sound.count, by: 5000) {
      let piece = sound[start..<min(start + 5000, sound.count)]
      call.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
    }
    call.send("0\r\n\r\n")
  }

  @Test("a body that came faster than it plays, and whose last chunk marks its end, is a file; a station names itself")
  func chunks() async throws {
    let sound = try Self.sound(seconds: 4)
    for (fields, isFile) in [("", true), ("ETag: \"1\"\r\n", true), ("icy-name: Radio\r\n", false)] {
      let server = try ScriptedServer { call in Self.sendChunks(sound, fields: fields, by: call) }
      do {
        try await Self.feed.run(.url(server.url)) { event in
          if case .retrying = event { throw EnoughError() }
        }
        #expect(isFile, "\(fields)")
      } catch is EnoughError {
        #expect(!isFile, "\(fields)")
      }
      #expect(server.callCount == 1)
    }
  }

  @Test("a body whose end only the end of the connection marks is a station's")
  func unmarkedEnd() async throws {
    let sound = try Self.sound(seconds: 4)
    let server = try ScriptedServer { call in call.answer(headers: ["Content-Type: audio/mpeg"], body: sound) }
    await #expect(throws: EnoughError.self) {
      try await Self.feed.run(.url(server.url)) { event in
        if case .retrying = event { throw EnoughError() }
      }
    }
  }

  @Test("the receiver gets the titles in a station's texts; its own name and addresses are none, and clear the last")
  func titles() async throws {
    let sound = try Self.sound(seconds: 4)
    let fields = #"Nina Simone - text="Sinnerman" song_spot="M" TAID="0""#
    let sent = ["Radio One", fields, "http://radio.example/now.jpg", "Odetta - Hit or Miss", "A. - Radio One", "One"]
    let body = ICYBody.interleave(
      sound, interval: 4000, titles: sent.enumerated().map { .init($1, at: 1 + $0 * 8000) })
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Radio One", "icy-metaint: 4000"])
      call.send(body)
    }
    var station = Station(id: "a", name: "One", url: server.url)
    station.alternates = []
    var titles: [StreamMetadata] = []
    do {
      try await Self.feed.run(.station(station)) { event in
        if case .elements(let elements) = event {
          for case .metadata(let title) in elements { titles.append(title) }
        }
        if case .retrying = event { throw EnoughError() }
      }
    } catch is EnoughError {}
    #expect(titles.map(\.title) == ["", "Nina Simone - Sinnerman", "", "Odetta - Hit or Miss", "A. - Radio One", ""])
    #expect(titles.map(\.rawTitle) == [sent[0], fields, sent[2], nil, nil, "One"])
  }
}
