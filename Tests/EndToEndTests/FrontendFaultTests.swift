import Foundation
import Glibc
import TestSupport
import Testing

/// The service with all its frontends open, and faults from both sides: hostile stations, crowds of clients, and a
/// system that gives too little.
@Suite("Faults with open frontends", .serialized, .ownThreads)
struct FrontendFaultTests {
  private static let recording = SignalSource.Recording(.music, seconds: 9)
  private static let allowedKilobytes = 32 * 1024

  private static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
  }

  private static func station() throws -> ScriptedServer {
    let audio = try audio()
    return try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(audio, bytesPerSecond: 16_000, burst: 64_000)
    }
  }

  // MARK: Stations

  /// What a station at `/name` does, and the state and the words that the status must show then.
  private static let hostile:
    [(name: String, state: String, words: String, act: @Sendable (ScriptedCall, [UInt8]) -> Void)] =
      [
        (
          "head", "failed", "bad answer",
          { call, _ in
            call.send("HTTP/1.0 200 OK\r\n")
            call.sendForever(Array(String(repeating: "icy-name: name\r\n", count: 300).utf8))
          }
        ),
        ("status", "failed", "bad answer", { call, _ in call.sendForever([UInt8](repeating: 0x48, count: 4096)) }),
        (
          "zeros", "failed", "not an audio stream",
          { call, _ in
            call.answer(headers: ["Content-Type: audio/mpeg"])
            call.sendForever([UInt8](repeating: 0, count: 65_536))
          }
        ),
        (
          "page", "failed", "not an audio stream",
          { call, _ in
            call.answer(headers: ["Content-Type: audio/mpeg"])
            call.sendForever(Array(String(repeating: "<p>All your radio</p>\n", count: 3000).utf8))
          }
        ),
        ("circle", "failed", "redirects", { call, _ in call.answer("302 Found", headers: ["Location: /circle"]) }),
        (
          "list", "failed", "256 KiB",
          { call, _ in
            call.answer(
              headers: ["Content-Type: audio/x-mpegurl"],
              body: Array(String(repeating: "http://127.0.0.1:1/\n", count: 1_000_000).utf8))
          }
        ),
        ("busy", "retrying", "says 503", { call, _ in call.answer("503 Service Unavailable") }),
        (
          "flood", "playing", "mp3",
          { call, audio in
            call.answer(headers: ["Content-Type: audio/mpeg"])
            call.sendForever(audio)
          }
        ),
        (
          "title", "playing", #""title":"a[2J\"}\\b"#,
          { call, audio in
            let body = ICYBody.interleave(
              audio, interval: 800, titles: [.init(text: Array("StreamTitle='a\u{1B}[2J\"}\\b\u{9D}';".utf8), at: 0)])
            call.answer(headers: ["icy-metaint: 800"])
            call.send(body)
            call.waitForEnd()
          }
        ),
      ]

  @Test("12–20: the status names each of a series of hostile stations, and no client of a frontend has to wait")
  func hostileStations() throws {
    let audio = try Self.audio()
    let stations = Self.hostile
    let server = try ScriptedServer { call in
      stations.first { call.request.path == "/" + $0.name }?.act(call, audio)
    }
    let radio = try FaultWatch.serving(server.url("/busy"))
    let frontends = try #require(radio.frontends)
    #expect(radio.waits(for: "says 503", within: 5) != nil, "\(radio.text)")
    for station in stations {
      _ = try frontends.post("/api/play", #"{"url":"\#(server.url("/" + station.name))"}"#)
      let isPublished = ProcessRunner.eventually(within: .seconds(6)) {
        let status = (try? frontends.get("/api/status")) ?? ""
        return status.contains("/" + station.name) && status.contains("\"state\":\"\(station.state)\"")
          && status.contains(station.words)
      }
      let reported = try frontends.get("/api/status")
      #expect(isPublished, "\(station.name): \(reported)\n\(radio.text)")
    }
    #expect(radio.frontendFaults(comparingStates: false) == [])
    #expect(radio.peakOwnKilobytes < radio.healthyKilobytes + Self.allowedKilobytes, "\(radio.peakOwnKilobytes) KiB")
    #expect(radio.process.terminate() == 0, "\(radio.text)")
  }

  // MARK: Descriptors

  @Test("42: with too few descriptors the service exits at once with 71 and one error line", arguments: [8, 16, 22])
  func fewDescriptors(limit: Int) throws {
    let frontends = try OpenFrontends()
    let result = try Radiod.shell(
      "exec prlimit --nofile=\(limit) \"$RADIOD\" serve \(frontends.arguments.joined(separator: " "))",
      environment: frontends.environment, limit: .seconds(5))
    #expect(result.exitCode == 71, "\(result.errorText)")
    #expect(result.isOneLineError && result.errorText.contains("open files"), "\(result.errorText)")
  }

  @Test(
    "42: a thousand clients get only spare descriptors; playing continues, and the frontends work once they leave"
  )
  func descriptorsRunOut() throws {
    let (limit, kept) = (64, 8)
    let server = try Self.station()
    let frontends = try OpenFrontends()
    let service = try ProcessRunner(
      "prlimit",
      ["--nofile=\(limit)", Radiod.path, "serve", "--station", server.url, "--output", "silent"] + frontends.arguments,
      environment: Radiod.environment.merging(frontends.environment) { $1 })
    #expect(frontends.waits(for: ["playing"], within: 10), "\(service.errorText)")
    func use() throws -> ProcessUse { try #require(ProcessUse(pid: service.pid)) }
    var clients = ["radiod.sock", "mpd.sock"].flatMap { name in
      (0..<500).compactMap { _ in UnixStream.connect(to: frontends.runtimeFolder + "/" + name) }
    }
    var maximum = 0
    _ = ProcessRunner.eventually {
      maximum = max(maximum, (try? use().descriptors) ?? 0)
      return maximum >= limit - kept - 2
    }
    let (before, start) = (try use(), ContinuousClock.now)
    ProcessRunner.never(within: .seconds(1.5)) {
      maximum = max(maximum, (try? use().descriptors) ?? 0)
      return false
    }
    #expect(abs(maximum - (limit - kept)) <= 2, "\(maximum) of \(limit) descriptors")
    let share = try (use().cpuSeconds - before.cpuSeconds) / (start.duration(to: .now) / .seconds(1))
    #expect(share < 0.2, "\(share) of a core")
    for client in clients { close(client) }
    clients = []
    #expect(frontends.waits(for: ["playing"], within: 10), "\(service.errorText)")
    #expect(ProcessRunner.eventually { (try? frontends.mpd("status").last) == "OK" })
    #expect(try frontends.metric("springradio_dry_spells_total") == 0)
    #expect(try frontends.metric("springradio_connections_total") == 1)
    #expect(service.terminate() == 0, "\(service.errorText)")
  }

  // MARK: Crowds of clients

  /// Clients that do not read what they are sent, or do not finish what they send.
  private static func harm(_ folder: String) -> [LineClient] {
    let (web, mpd) = (folder + "/radiod.sock", folder + "/mpd.sock")
    let greetings: [(path: String, text: String)] = [
      (web, "GET /api/spectrum?fps=60&bands=512 HTTP/1.1\r\nHost: radio\r\n\r\n"),
      (web, "GET /stream HTTP/1.1\r\nHost: radio\r\n\r\n"), (web, "GET /api/events HTTP/1.1\r\nHost: radio\r\n\r\n"),
      (web, "GET /api/status HT"),
      (web, "POST /api/stop HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"),
      (mpd, String(repeating: "listallinfo\n", count: 500)), (mpd, "command_list_begin\nstop\n"), (mpd, "sto"),
    ]
    return (0..<3).flatMap { _ in
      greetings.compactMap { greeting in
        guard let client = try? LineClient(path: greeting.path) else { return nil }
        client.send(greeting.text)
        return client
      }
    }
  }

  /// Sends up to a gigabyte to a frontend that does not want it. Returns the MiB that it sent before the frontend
  /// closed the connection.
  private static func sendGigabyte(to path: String, after head: String) throws -> Int {
    let client = try LineClient(path: path)
    client.send(head)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    return (0..<1024).first { _ in !client.send(piece) } ?? 1024
  }

  @Test(
    "38: 350 clients are served without delay or underrun, beside 24 harmful ones and a thousand connections",
    .enabled(if: PulseServer.isAvailable && ProcessRunner.hasPrograms("python3"), "needs pulseaudio and python3"))
  func fullHouse() throws {
    let (idlers, readers, listeners) = (200, 100, 50)
    let server = try Self.station()
    let pulse = try PulseServer()
    let radio = try FaultWatch.serving(server.url, output: "alsa", reconnects: false, environment: pulse.environment)
    let frontends = try #require(radio.frontends)
    #expect(radio.waits(for: "playing MP3", within: 5) != nil, "\(radio.text)")
    // The buffer holds enough sound for the time that this takes to start.
    let crowd = try ProcessRunner(
      "python3",
      [Radiod.root + "/Benchmarks/crowd.py", frontends.runtimeFolder, "\(idlers)", "\(readers)", "\(listeners)"])
    #expect(ProcessRunner.eventually(within: .seconds(20)) { !crowd.output.isEmpty }, "\(crowd.errorText)")
    let faults = ["springradio_dry_spells_total", "springradio_device_faults_total", "springradio_retries_total"]
    let before = try faults.map { try frontends.metric($0) }
    #expect(try frontends.metric("springradio_stream_listeners") == Double(listeners))
    let start = ContinuousClock.now

    let harmful = Self.harm(frontends.runtimeFolder)
    #expect(harmful.count == 24)
    let announced = "POST /api/play HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n"
    // The frontend reads for two more seconds, so that the client can read why it is refused.
    _ = try Self.sendGigabyte(to: frontends.runtimeFolder + "/radiod.sock", after: announced)
    #expect(try Self.sendGigabyte(to: frontends.runtimeFolder + "/mpd.sock", after: "ping ") < 64)
    let many = ["radiod.sock", "mpd.sock"].flatMap { name in
      (0..<500).compactMap { _ in UnixStream.connect(to: frontends.runtimeFolder + "/" + name) }
    }
    ProcessRunner.never(within: .seconds(6))
    for client in many { close(client) }
    #expect(ProcessRunner.eventually { (try? frontends.metric(faults[0])) != nil })

    #expect(try faults.map { try frontends.metric($0) } == before, "\(radio.text)")
    let seconds = start.duration(to: .now) / .seconds(1)
    #expect(crowd.terminate() == 0)
    let words = String(decoding: crowd.output, as: UTF8.self).split { " \n".contains($0) }
    let counts = words.compactMap { Int($0) }
    #expect(counts.count == 3 && counts[2] == 0, "a client was rejected: \(words)")
    #expect(counts.count == 3 && Double(counts[1]) > 20 * seconds * Double(readers), "\(words) in \(seconds) s")
    #expect(radio.frontendFaults() == [])
    withExtendedLifetime(harmful) {}
  }

  @Test("38: the service releases clients that leave: listeners, readers, and their descriptors")
  func everybodyLeaves() throws {
    let server = try Self.station()
    let radio = try FaultWatch.serving(server.url)
    let frontends = try #require(radio.frontends)
    #expect(radio.waits(for: "playing MP3", within: 5) != nil, "\(radio.text)")
    let before = try #require(ProcessUse(pid: radio.process.pid))
    var clients = Self.harm(frontends.runtimeFolder)
    #expect(ProcessRunner.eventually { (try? frontends.metric("springradio_stream_listeners")) == 3 })
    #expect(ProcessRunner.eventually { (try? frontends.metric("springradio_spectrum_readers")) == 3 })
    clients = []
    #expect(ProcessRunner.eventually { (try? frontends.metric("springradio_stream_listeners")) == 0 })
    #expect(ProcessRunner.eventually { (try? frontends.metric("springradio_spectrum_readers")) == 0 })
    // The client that asks for the status may have two more connections.
    let isReleased = ProcessRunner.eventually {
      ProcessUse(pid: radio.process.pid).map { $0.descriptors <= before.descriptors + 2 } ?? false
    }
    #expect(isReleased, "\(before), then \(String(describing: ProcessUse(pid: radio.process.pid)))")
    #expect(radio.frontendFaults() == [])
    withExtendedLifetime(clients) {}
  }
}
