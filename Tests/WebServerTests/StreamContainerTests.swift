import AudioCore
import Downloader
import Foundation
import JSON
import Muxing
import Parser
import Radio
import TestSupport
import Testing
import WebServer

/// The stream that other players get of codecs whose packets do not identify themselves.
@Suite(
  "The stream in a container", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "ffprobe", "curl", "ogginfo", "opusinfo")))
struct StreamContainerTests {
  /// How ffmpeg encodes a station, the media type that listeners get, and the codec that ffprobe finds in the stream.
  static let stations: [(options: String, type: String, codec: String)] = [
    ("-c:a libvorbis -f ogg", "application/ogg", "vorbis"), ("-c:a libopus -f ogg", "application/ogg", "opus"),
    ("-c:a flac -f ogg", "application/ogg", "flac"),
    ("-c:a libspeex -ar 16000 -ac 1 -f ogg", "application/ogg", "speex"),
    ("-c:a pcm_s24be -f aiff", "audio/wav", "pcm_s24le"),
  ]

  /// The packets of 12 s of music.
  private func packets(_ options: String) throws -> [Packet] {
    let music = try SignalSource.shared.path(.init(.music, seconds: 12), as: .wav)
    let scratch = try Scratch()
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-i", music, "-map_metadata", "-1"] + options.split(separator: " ").map(String.init)
        + [scratch.path("station")])
    try #require(result.exitCode == 0, "\(result.errorText)")
    var parser = StreamParser(source: "station")
    return try (parser.feed(scratch.read("station")) + parser.finish()).packets
  }

  @Test("a player that joins in the middle gets valid audio and each title", arguments: stations.indices)
  func players(index: Int) async throws {
    let (options, type, codec) = Self.stations[index]
    let packets = try packets(options)
    try await TestRadio.with { radio in
      let scratch = try Scratch()
      let relay = radio.tuner.relay
      relay.put(.metadata(StreamMetadata(title: "First Artist - First Song")))
      for packet in packets[..<(packets.count / 2)] { relay.put(.packet(packet)) }
      #expect(try radio.curl("-I", "http://localhost/stream").text.contains("Content-Type: \(type)\r\n"))
      let path = scratch.path("heard")
      let client = try ProcessRunner(
        "curl",
        [
          "-s", "-m", "20", "--unix-socket", radio.socketPath, "http://localhost/stream", "-o", path, "-D",
          scratch.path("head"),
        ])
      #expect(ProcessRunner.eventually { relay.listenerCount == 1 })
      for packet in packets[(packets.count / 2)..<(packets.count * 3 / 4)] { relay.put(.packet(packet)) }
      relay.put(.metadata(StreamMetadata(title: "Second Song")))
      for packet in packets[(packets.count * 3 / 4)...] { relay.put(.packet(packet)) }
      relay.end()
      #expect(client.wait(limit: .seconds(10)) == 0)
      #expect(scratch.read("head").starts(with: "HTTP/1.0 200 ".utf8), "not in chunks")
      let probe = try ProcessRunner.run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", path])
      #expect(probe.text.contains("codec_name=\(codec)\n"), "\(probe.text) \(probe.errorText)")
      if codec == "pcm_s24le" {
        let decoded = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s24be", "-"])
        let all = packets.flatMap(\.bytes)
        #expect(decoded.output.count > 6 * 44100 * 6 && all.suffix(decoded.output.count).elementsEqual(decoded.output))
        return
      }
      let info = try ProcessRunner.run(codec == "opus" ? "opusinfo" : "ogginfo", [path]).text
      #expect(!info.lowercased().contains("warning"), "\(info)")
      let bytes = scratch.read("heard")
      for field in ["ARTIST=First Artist", "TITLE=First Song", "TITLE=Second Song"] {
        // Players do not stand a second link of FLAC.
        let isExpected = codec != "flac" || field != "TITLE=Second Song"
        #expect((bytes.firstRange(of: field.utf8) != nil) == isExpected, "\(field)")
      }
      var parser = StreamParser(source: "heard")
      let heard = try (parser.feed(bytes) + parser.finish()).packets.map(\.bytes)
      let last = packets[(packets.count * 3 / 4)...].map(\.bytes)
      #expect(heard.suffix(last.count).elementsEqual(last) && heard.count >= packets.count / 2)
    }
  }

  @Test("a player that asks for titles between the bytes gets FLAC as it came, with each title")
  func nativeFLAC() async throws {
    let packets = try packets("-c:a flac -f flac")
    try await TestRadio.with { radio in
      let scratch = try Scratch()
      let relay = radio.tuner.relay
      relay.put(.metadata(StreamMetadata(title: "One")))
      for packet in packets[..<(packets.count / 2)] { relay.put(.packet(packet)) }
      let client = try ProcessRunner(
        "curl",
        [
          "-s", "-m", "20", "--unix-socket", radio.socketPath, "-H", "Icy-MetaData: 1", "http://localhost/stream", "-o",
          scratch.path("body"), "-D", scratch.path("head"),
        ])
      #expect(ProcessRunner.eventually { relay.listenerCount == 1 })
      relay.put(.metadata(StreamMetadata(title: "Two")))
      for packet in packets[(packets.count / 2)...] { relay.put(.packet(packet)) }
      relay.end()
      #expect(client.wait(limit: .seconds(10)) == 0)
      let head = String(decoding: scratch.read("head"), as: UTF8.self)
      #expect(head.contains("Content-Type: audio/flac\r\n") && head.contains("icy-metaint: 16000\r\n"), "\(head)")
      var demultiplexer = ICYDemultiplexer(interval: 16_000)
      var (sound, titles): ([UInt8], [String]) = ([], [])
      for chunk in demultiplexer.feed(scratch.read("body")) {
        switch chunk {
        case .audio(let bytes): sound += bytes
        case .metadata(let metadata): titles.append(metadata.title)
        case .discontinuity: break
        }
      }
      #expect(titles == ["One", "Two"])
      let flac = try scratch.write(sound, as: "heard.flac")
      let decoded = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", flac, "-f", "s16le", "-"])
      #expect(decoded.exitCode == 0 && decoded.errorText.isEmpty && decoded.output.count > 4 * 44100 * 5)
      var parser = StreamParser(source: "heard")
      let heard = try (parser.feed(sound) + parser.finish()).packets.map(\.bytes)
      #expect(packets.map(\.bytes).suffix(heard.count).elementsEqual(heard) && heard.count >= packets.count / 2)
    }
  }

  @Test("with titles=0 an Ogg stream has one link, whatever titles there are", arguments: 0..<4)
  func untitled(index: Int) async throws {
    let packets = try packets(Self.stations[index].options)
    try await TestRadio.with { radio in
      let relay = radio.tuner.relay
      relay.put(.metadata(StreamMetadata(title: "First Song")))
      for packet in packets[..<(packets.count / 2)] { relay.put(.packet(packet)) }
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /stream?listener=7&titles=0 HTTP/1.0\r\n\r\n")
      #expect(ProcessRunner.eventually { relay.listenerCount == 1 })
      relay.put(.metadata(StreamMetadata(title: "Second Song")))
      for packet in packets[(packets.count / 2)...] { relay.put(.packet(packet)) }
      relay.end()
      let bytes = client.receiveBytes()
      #expect(bytes.count > 10_000 && bytes.firstRange(of: "Song".utf8) == nil)
      // Each link begins with a page with this flag (RFC 3533, section 6).
      let pages = bytes.indices.filter { bytes[$0...].starts(with: "OggS\0".utf8) }
      #expect(pages.count { bytes[$0 + 5] & 2 != 0 } == 1)
    }
  }

  @Test("a new title at every packet makes no more headers than can be sent")
  func manyTitles() async throws {
    try await TestRadio.with { radio in
      let relay = radio.tuner.relay
      let packet = Packet(
        codec: .vorbis, bytes: [0, 0], headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 64,
        bitRate: 11025, isDiscontinuity: false, setup: .headers([[1], [3], [UInt8](repeating: 5, count: 200 << 10)]))
      relay.put(.packet(packet))
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /stream HTTP/1.0\r\n\r\n")
      #expect(ProcessRunner.eventually { relay.listenerCount == 1 })
      let before = try Self.residentMiB()
      for number in 0..<1000 {
        relay.put(.metadata(StreamMetadata(title: "\(number)")))
        relay.put(.packet(packet))
      }
      #expect(client.receiveBytes(until: "TITLE=1").count > 200 << 10)
      #expect(try Self.residentMiB() - before < 60, "of 200 MiB that are to be sent")
      relay.end()
    }
  }

  private static func residentMiB() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber))) >> 10
  }

  @Test("audio that no container can carry is refused with the reason")
  func strange() async throws {
    try await TestRadio.with { radio in
      radio.tuner.relay.put(
        .packet(
          Packet(
            codec: .pcm, bytes: [1, 2], headerFormat: AudioFormat(sampleRate: 8000, channels: 1), frameCount: 1,
            bitRate: 1,
            isDiscontinuity: true, setup: .samples(SampleCoding(kind: .unsigned, bytes: 2, isBigEndian: false)))))
      let answer = try radio.ask("GET", "/stream")
      #expect(answer.status == 415)
      #expect(try answer.json["error"]?.text == "PCM of this kind cannot be sent as a stream")
      radio.tuner.relay.end()
      #expect(try radio.ask("GET", "/stream").status == 503)
    }
  }
}
