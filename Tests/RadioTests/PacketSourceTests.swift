import AudioCore
import Downloader
import NIOPosix
import Radio
import TestSupport
import Testing

@Suite("The packets of a stream, wherever its bytes come from", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct PacketSourceTests {
  /// What a source gave.
  private struct Result {
    var packets: [Packet] = []
    var titles: [String] = []
    var reads = 0
    /// True when each read ended before the next one began.
    var lastIsEndOfRead = false
  }

  private static func receive(_ source: PacketSource) async throws -> Result {
    var source = source
    var result = Result()
    while let item = try await source.next() {
      result.lastIsEndOfRead = false
      switch item {
      case .elements(let elements, _): result.packets += elements.packets
      case .title(let metadata): result.titles.append(metadata.title)
      case .metadataBroken, .segmentLeftOut: break
      case .endOfRead:
        result.reads += 1
        result.lastIsEndOfRead = true
      }
    }
    result.packets += try source.finish().elements.packets
    await source.close()
    return result
  }

  private static func open(_ url: String) async throws -> PacketSource {
    let opener = StreamOpener(
      downloader: Downloader(
        eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: DownloadLimits()))
    let request = try StreamRequest(url: StreamURL(url))
    return PacketSource(try await opener.open(request), request: request, opener: opener, firstPacketLimit: .seconds(5))
  }

  @Test("a file of this machine, a file on a server and a station with titles give the same packets")
  func same() async throws {
    let music = try SignalSource.shared.bytes(SignalSource.Recording(.music, seconds: 9), as: .mp3(kilobits: 128))
    let scratch = try Scratch()
    let path = try scratch.write(music, as: "music.mp3")
    let file = try await Self.receive(PacketSource(LocalBytes(path: path), name: path))
    #expect(file.packets.count > 300 && file.reads == 3 && file.lastIsEndOfRead, "144 KB in pieces of 64 KiB")

    let server = try ScriptedServer {
      $0.answer(headers: ["Content-Type: audio/mpeg", "Content-Length: \(music.count)"], body: music)
    }
    let served = try await Self.receive(Self.open(server.url))
    #expect(served.packets == file.packets && served.lastIsEndOfRead)

    let body = ICYBody.interleave(
      music, interval: 8000, titles: [.init("One", at: 10_000), .init("Two", at: 90_000)])
    let station = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 8000\r\n\r\n")
      call.send(body)
    }
    let live = try await Self.receive(Self.open(station.url))
    #expect(live.titles == ["One", "Two"] && live.lastIsEndOfRead)
    #expect(live.packets.map(\.bytes) == file.packets.map(\.bytes))
  }

  @Test("a head that the bytes lack comes before them")
  func head() async throws {
    let music = try SignalSource.shared.bytes(SignalSource.Recording(.music, seconds: 9), as: .mp3(kilobits: 128))
    let scratch = try Scratch()
    let path = try scratch.write(Array(music[10_000...]), as: "rest.mp3")
    let whole = try await Self.receive(PacketSource(LocalBytes(path: path), name: path, head: Array(music[..<10_000])))
    let bytes = try await Self.receive(PacketSource(LocalBytes(path: try scratch.write(music, as: "all")), name: "all"))
    #expect(whole.packets.map(\.bytes) == bytes.packets.map(\.bytes))
  }
}
