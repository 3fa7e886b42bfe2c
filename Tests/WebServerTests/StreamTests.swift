import Foundation
import HTTPServer
import JSON
import Muxing
import NIOCore
import Radio
import RadioModel
import Spectrum
import TestSupport
import Testing
import WebServer

@Suite("Answers without an end", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct StreamTests {
  /// The events in `text`: kind, number and data.
  private static func events(_ text: String) -> [(name: String, id: UInt64?, data: String)] {
    text.split(separator: "\n\n").compactMap { block in
      var (name, id, data): (String?, UInt64?, String) = (nil, nil, "")
      for line in block.split(separator: "\n") {
        if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
        if line.hasPrefix("id: ") { id = UInt64(line.dropFirst(4)) }
        if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
      }
      return name.map { ($0, id, data) }
    }
  }

  /// The events in `text` without those about pictures, which may come at any time.
  private static func changes(_ text: String) -> [(name: String, id: UInt64?, data: String)] {
    events(text).filter { $0.name != "picture" }
  }

  private static func follow(_ radio: TestRadio, _ target: String, headers: [String] = []) throws -> RawClient {
    let client = try RawClient(path: radio.socketPath)
    // An HTTP/1.0 client gets an answer without chunks.
    client.send("GET \(target) HTTP/1.0\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
    return client
  }

  @Test("events give the status at once and then each change; a client that reconnects gets what it missed")
  func events() async throws {
    try await TestRadio.with { radio in
      let client = try Self.follow(radio, "/api/events")
      let first = try #require(Self.changes(client.receive(until: "\"version\"")).first)
      #expect(first.name == "status" && first.id == 0)
      await radio.tuner.perform(.setVolume(10))
      let second = try #require(Self.changes(client.receive(until: "\"version\"")).first)
      #expect(second.name == "status" && second.id == 1 && second.data.contains("\"volume\":10"))
      try radio.tuner.edit(.removeEntry(id: 3))
      let removal = "event: queue\ndata: {\"version\":2}"
      #expect(client.receive(until: removal).contains(removal))
      await radio.tuner.perform(.setVolume(20))

      let late = try Self.follow(radio, "/api/events", headers: ["Last-Event-ID: 1"])
      let missed = Self.changes(late.receive(until: "\"volume\":20"))
      #expect(missed.map(\.name) == ["queue", "status"] && missed.map(\.id) == [2, 3])
      let odd = try Self.follow(radio, "/api/events", headers: ["Last-Event-ID: 999"])
      #expect(
        Self.changes(odd.receive(until: "\"version\"")).map(\.name) == ["status"], "what is not known: the snapshot")
    }
  }

  @Test("an event stream without events sends comments")
  func comments() async throws {
    try await TestRadio.with({ $0.limits.commentTime = .milliseconds(50) }) { radio in
      let client = try Self.follow(radio, "/api/events")
      #expect(client.receive(until: "\n:\n\n:\n\n").contains("\n:\n\n:\n\n"))
    }
  }

  @Test("clients of the same spectrum share one measurement of the audio, and silence is sent once")
  func spectrum() async throws {
    try await TestRadio.with { radio in
      let silent = try Self.follow(radio, "/api/spectrum?bands=4&channels=mono")
      let quiet = Self.events(silent.receive(until: "event: frame") + silent.receive(within: .milliseconds(400)))
      #expect(quiet.map(\.name) == ["header", "frame"])
      radio.play()
      let clients = try (0..<3).map { _ in try Self.follow(radio, "/api/spectrum?bands=4&channels=mono&fps=60") }
      let texts = clients.map { $0.receive(until: "\"index\":120,") }
      let frames = texts.map { Self.events($0).filter { $0.name == "frame" }.map(\.data) }
      for frames in frames { #expect(frames.count > 20) }
      let shared = Set(frames[0]).intersection(frames[1]).intersection(frames[2])
      #expect(shared.count > 20, "the same bytes for all")
      let last = try JSONReader.read(Array(try #require(frames[0].dropLast().last).utf8))
      let bars = last["bars"]?.elements?.first?.elements?.compactMap(\.double) ?? []
      #expect(bars.count == 4 && (bars.max() ?? 0) > 0.2, "the demo's music is not silent")
      let header = try #require(Self.events(texts[0]).first { $0.name == "header" && $0.data.contains("mp3") })
      let reported = try JSONReader.read(Array(header.data.utf8))
      #expect(reported["hop"]?.integer() == 735, "44100 Hz by 60 a second")
      #expect(reported["channels"]?.integer() == 2 && reported["mode"]?.text == "mono")
      #expect(reported["clock"]?.text?.hasPrefix("20") == true, "frames can be put beside the history")
    }
  }

  @Test("with wave=1 frames have a bounded waveform, at most 30 a second; without it none has")
  func wave() async throws {
    try await TestRadio.with { radio in
      radio.play()
      for (query, rows) in [("fps=30&wave=1", 2), ("fps=30&wave=1&channels=mono", 1), ("fps=30&wave=0", nil)] {
        let client = try Self.follow(radio, "/api/spectrum?bands=1&" + query)
        let frames = try Self.frames(client.receive(until: "\"index\":12,"))
        #expect(frames.count > 3)
        for wave in frames.map({ $0["wave"] }) {
          #expect((wave != nil) == (rows != nil))
          guard let wave else { continue }
          let peak = try #require(wave["peak"]?.double)
          let texts = wave["rows"]?.elements?.compactMap(\.text) ?? []
          #expect(texts.count == rows && 0...1.5 ~= peak)
          for text in texts {
            let bytes = try #require(Data(base64Encoded: text)).map { Int8(bitPattern: $0) }
            #expect(bytes.count == 512)
            for pair in stride(from: 0, to: 512, by: 2) { #expect(bytes[pair] <= bytes[pair + 1]) }
          }
        }
        #expect(rows == nil || frames.contains { ($0["wave"]?["peak"]?.double ?? 0) > 0.02 }, "music is not silent")
      }
      let quick = try Self.follow(radio, "/api/spectrum?bands=1&fps=60&wave=1")
      let frames = try Self.frames(quick.receive(until: "\"index\":120,")).suffix(20)
      #expect(frames.count == 20)
      for frame in frames {
        let index = try #require(frame["index"]?.integer(Int.self))
        #expect((frame["wave"] != nil) == index.isMultiple(of: 2), "each second one of 60 a second")
      }
    }
  }

  @Test("with levels=b64 a frame has a byte a band in place of levels and bars, and few bytes")
  func levelBytes() async throws {
    try await TestRadio.with { radio in
      radio.play()
      for (query, rows, bands) in [("bands=256&channels=mono&levels=b64", 1, 256), ("bands=7&levels=b64", 2, 7)] {
        let client = try Self.follow(radio, "/api/spectrum?" + query)
        let text = client.receive(until: "\"index\":12,")
        let frames = try Self.frames(text)
        #expect(frames.count > 3)
        for frame in frames {
          #expect(frame["levels"] == nil && frame["bars"] == nil && frame["rms"] != nil)
          let texts = frame["levelBytes"]?.elements?.compactMap(\.text) ?? []
          let levels = try texts.map { try #require(Data(base64Encoded: $0)).map(LevelBytes.level) }
          #expect(levels.map(\.count) == [Int](repeating: bands, count: rows))
          let loudest = levels.joined().max() ?? 0
          #expect(-100..<3 ~= loudest, "the demo's music, in dBFS")
        }
        let longest = Self.events(text).filter { $0.name == "frame" }.map(\.data.utf8.count).max() ?? 0
        #expect(longest <= 150 + rows * ((bands + 2) / 3 * 4 + 3), "\(longest) bytes a frame")
      }
      let plain = try Self.follow(radio, "/api/spectrum?bands=7&levels=numbers")
      let frame = try #require(try Self.frames(plain.receive(until: "\"index\":12,")).last)
      #expect(frame["levels"]?.elements?.count == 2 && frame["levelBytes"] == nil)
    }
  }

  /// A WAV file with 20 s of a tone of −40 dBFS.
  private static let softTone: [UInt8] = {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<960_000).flatMap { little(Int(328 * sin(Double($0) * 2 * .pi / 48)), 2) }
    let format = [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)].flatMap { little($0.0, $0.1) }
    return Array("RIFF".utf8) + little(samples.count + 36, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
      + little(samples.count, 4) + samples
  }()

  @Test("frames of the profile rta have the same gain of live views, which lifts soft sound; others have none")
  func gain() async throws {
    try await TestRadio.with { radio in
      let folder = try Scratch()
      radio.tuner.send(.play(.file(path: try folder.write(Self.softTone, as: "soft.wav"))))
      #expect(ProcessRunner.eventually { radio.tuner.snapshot.state == .playing })
      let client = try Self.follow(radio, "/api/spectrum")
      let narrow = try Self.follow(radio, "/api/spectrum?bands=1&channels=mono&low=1000&high=1010")
      let frames = try Self.frames(client.receive(until: "\"index\":150,"))
      var sensitivity = LiveSensitivity()
      var last: Double?
      var gains: [Double] = []
      for frame in frames {
        let levels = frame["levels"]?.elements?.flatMap { $0.elements ?? [] }.compactMap(\.double)
        let level = try #require(levels?.max())
        let time = try #require(frame["time"]?.double)
        sensitivity.follow(Float(level), passed: last.map { max(time - $0, 0) } ?? 0)
        last = time
        let gain = try #require(frame["gain"]?.double)
        #expect(gain.truncatingRemainder(dividingBy: 5) == 0)
        // The radio has heard frames before the first one that is received.
        #expect(abs(gain - Double(sensitivity.decibels)) <= 5)
        gains.append(gain)
      }
      #expect(gains.first == 0 && (gains.last ?? 0) >= 5, "a soft tone is below the top: \(gains)")
      // A narrow band is softer, but its frames have the scale of all.
      let narrowFrames = try Self.frames(narrow.receive(until: "\"index\":150,"))
      let narrowGains = narrowFrames.compactMap { $0["gain"]?.double }
      #expect(narrowGains.count == narrowFrames.count && (narrowGains.max() ?? 0) <= (gains.max() ?? 0) + 5)
      for (frame, gain) in zip(narrowFrames, narrowGains) {
        let time = try #require(frame["time"]?.double)
        let near = zip(frames, gains).filter { abs(($0.0["time"]?.double ?? 0) - time) < 0.2 }.map(\.1)
        #expect(near.isEmpty || near.contains(gain), "\(time): \(gain), not \(near)")
      }
      let other = try Self.follow(radio, "/api/spectrum?bands=8&profile=springradio")
      #expect(try Self.frames(other.receive(until: "\"index\":12,")).allSatisfy { $0["gain"] == nil })
    }
  }

  /// The whole frames of sound in `text`.
  private static func frames(_ text: String) throws -> [JSONValue] {
    let frames = try events(text).dropLast().filter { $0.name == "frame" }.map {
      try JSONReader.read(Array($0.data.utf8))
    }
    return frames.filter { ($0["peak"]?.elements?.first?.double ?? -120) > -119 }
  }

  @Test("a spectrum client that is behind still gets the header of a new station")
  func lateHeader() async throws {
    try await TestRadio.with { radio in
      radio.play()
      let slow = try Self.follow(radio, "/api/spectrum?bands=512&fps=60")
      #expect(
        ProcessRunner.eventually {
          (try? radio.ask("GET", "/metrics").body.contains("dropped_frames_total 0\n")) == false
        })
      radio.tuner.send(.play(.station(radio.tuner.snapshot.stations[1])))
      let quick = try Self.follow(radio, "/api/spectrum?bands=512&fps=60")
      #expect(quick.receive(until: "\"source\":\"Second One\"").contains("Second One"))
      #expect(slow.receive(until: "\"source\":\"Second One\"").contains("Second One"))
    }
  }

  @Test("at most 8 different spectra are served at a time")
  func manySpectra() async throws {
    try await TestRadio.with { radio in
      let clients = try (1...8).map { bands in try Self.follow(radio, "/api/spectrum?bands=\(bands)") }
      for client in clients { #expect(client.receive(until: "event: header").contains("200 OK")) }
      let ninth = try radio.ask("GET", "/api/spectrum?bands=9")
      #expect(ninth.status == 503 && ninth.head.contains("retry-after"))
      let again = try Self.follow(radio, "/api/spectrum?bands=8")
      #expect(again.receive(until: "event: header").contains("200 OK"))
      withExtendedLifetime(clients) {}
    }
  }

  @Test("the stream serves 50 listeners by one connection, with the original packets, and with titles on request")
  func stream() async throws {
    try await TestRadio.with { radio in
      let none = try radio.ask("GET", "/stream")
      #expect(none.status == 503 && none.head.contains("retry-after: 5"))
      radio.play()
      let listeners = try (0..<50).map { _ in try Self.follow(radio, "/stream") }
      for listener in listeners {
        let text = listener.receive(until: "\r\n\r\n")
        #expect(text.contains("Content-Type: audio/mpeg") && !text.contains("chunked"))
        #expect(text.contains("icy-name: First One\r\n"))
      }
      #expect(ProcessRunner.eventually { radio.tuner.relay.listenerCount == 50 })
      #expect(radio.tuner.snapshot.counts.connections == 1)
      withExtendedLifetime(listeners) {}
      let titled = try Self.follow(radio, "/stream", headers: ["Icy-MetaData: 1"])
      let bytes = titled.receiveBytes(until: "StreamTitle=")
      let start = try #require(bytes.firstRange(of: "\r\n\r\n".utf8)).upperBound
      #expect(bytes[start...].starts(with: [0xFF, 0xFB]), "a frame of MP3 comes first")
      #expect(bytes[(start + 16_001)...].prefix(12).elementsEqual("StreamTitle=".utf8))
    }
  }

  @Test(
    "an answer to HEAD has no length and no body, and ends", arguments: ["/api/events", "/api/spectrum", "/stream"])
  func heads(_ target: String) async throws {
    try await TestRadio.with { radio in
      radio.play()
      let answer = try radio.ask("HEAD", target)
      #expect(answer.status == 200 && answer.head.contains("content-type: "))
      #expect(!answer.head.contains("content-length"))
      #expect(answer.body.isEmpty)
      #expect(radio.tuner.relay.listenerCount == 0)
    }
  }

  @Test("the server releases clients that disconnect")
  func leaving() async throws {
    try await TestRadio.with { radio in
      radio.play()
      do {
        let clients = try ["/api/events", "/api/spectrum", "/stream"].flatMap { target in
          try (0..<5).map { _ in try Self.follow(radio, target) }
        }
        let text = try radio.ask("GET", "/metrics").body
        #expect(text.contains("http_clients{door=\"unix\"} 16\n"))
        for client in clients { _ = client.receive(until: "\r\n\r\n") }
      }
      #expect(
        ProcessRunner.eventually {
          guard let text = try? radio.ask("GET", "/metrics").body else { return false }
          return text.contains("http_clients{door=\"unix\"} 1\n") && text.contains("springradio_spectrum_readers 0\n")
            && text.contains("springradio_stream_listeners 0\n")
        })
    }
  }
}
