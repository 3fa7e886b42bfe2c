import AudioCore
import Glibc
import JSON
import NIOPosix
import Radio
import RadioModel
import Remote
import TestSupport
import Testing
import WebServer

@Suite("The sound for views of this machine", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct SampleTests {
  /// Runs `body` with the sound that a client at the Unix socket receives.
  private static func withSamples(_ radio: TestRadio, _ body: (RemoteSamples) async throws -> Void) async throws {
    let client = RadioClient(
      address: try DaemonAddress(path: radio.socketPath), group: MultiThreadedEventLoopGroup.singleton)
    let samples = RemoteSamples(client: client)
    let run = Task { await samples.run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(samples))
    } catch {
      result = .failure(error)
    }
    run.cancel()
    await run.value
    await client.close()
    try result.get()
  }

  /// The number of readers that the server counts.
  private static func readers(_ radio: TestRadio) throws -> Int? {
    let line = try radio.ask("GET", "/metrics").body.split(separator: "\n")
      .first { $0.hasPrefix("springradio_sample_readers ") }
    return line?.split(separator: " ").last.flatMap { Int($0) }
  }

  private static func isSounding(_ samples: RemoteSamples) -> Bool {
    var window = TapWindow()
    if case .sound = samples.readTap(frames: 512, into: &window) { return true }
    return false
  }

  private static func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + TestTime.seconds(10)
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }

  @Test("a remote view reads the samples that a local one reads, at most 65 ms later")
  func inStep() async throws {
    try await TestRadio.with { radio in
      radio.play()
      try await Self.withSamples(radio) { (samples) async throws -> Void in
        var (remote, local) = (TapWindow(), TapWindow())
        #expect(
          try await Self.eventually {
            if case .sound(let format, _) = samples.readTap(frames: 512, into: &remote) {
              return format.sampleRate == 44_100 && remote.samples.contains { $0 != 0 }
            }
            return false
          })
        var lateness: [Int] = []
        for _ in 0..<40 {
          try await Task.sleep(for: .milliseconds(10))  // another place in the sound, not a wait for something
          guard case .sound(let format, _) = radio.tuner.readTap(frames: 16_384, into: &local),
            case .sound = samples.readTap(frames: 512, into: &remote)
          else { continue }
          let wanted = Array(remote.samples)
          guard wanted.contains(where: { $0 != 0 }) else { continue }
          // Forward as well: the remote reading comes a little after the local one.
          let channels = format.channels
          let found = stride(from: local.samples.count - wanted.count, through: 0, by: -channels).first { start in
            local.samples[start] == wanted[0] && Array(local.samples[start..<start + wanted.count]) == wanted
          }
          if let found { lateness.append((local.samples.count - wanted.count - found) / channels) }
        }
        #expect(lateness.count > 5, "\(lateness)")
        let worst = lateness.sorted().dropLast(lateness.count / 10).last ?? .max
        #expect(worst <= 44_100 * 65 / 1000 * TestTime.scale, "\(lateness) frames")
      }
    }
  }

  @Test("views get silence when the radio stops, and the sound of the next station")
  func stopAndPlay() async throws {
    try await TestRadio.with { radio in
      radio.play()
      try await Self.withSamples(radio) { (samples) async throws -> Void in
        #expect(try await Self.eventually { Self.isSounding(samples) })
        await radio.tuner.perform(.stop)
        var window = TapWindow()
        #expect(try await Self.eventually { samples.readTap(frames: 512, into: &window) == .silence })
        #expect(window.samples.allSatisfy { $0 == 0 })
        radio.tuner.send(.next)
        #expect(try await Self.eventually { Self.isSounding(samples) })
      }
    }
  }

  @Test("the sound is sent while a view reads it, and not afterwards")
  func untilUnread() async throws {
    try await TestRadio.with { radio in
      radio.play()
      try await Self.withSamples(radio) { (samples) async throws -> Void in
        _ = Self.isSounding(samples)
        #expect(try await Self.eventually { try Self.readers(radio) == 1 })
        #expect(try await Self.eventually { try Self.readers(radio) == 0 })
        #expect(try await Self.eventually { Self.isSounding(samples) })
      }
      #expect(try await Self.eventually { try Self.readers(radio) == 0 })
    }
  }

  @Test("four programs read at a time, a fifth is refused, and one that closes at once frees its place")
  func readers() async throws {
    try await TestRadio.with { radio in
      radio.play()
      var clients: [RawClient] = []
      for number in 1...4 {
        let client = try RawClient(path: radio.socketPath)
        client.send(TestRadio.request("GET", "/api/samples"))
        #expect(String(decoding: client.receiveBytes(until: "SRS1"), as: UTF8.self).contains("200 OK"))
        clients.append(client)
        #expect(try Self.readers(radio) == number)
      }
      let fifth = try radio.ask("GET", "/api/samples")
      #expect(fifth.status == 503 && fifth.head.contains("retry-after"))
      #expect(try radio.ask("HEAD", "/api/samples").status == 200)
      clients = []
      #expect(try await Self.eventually { try Self.readers(radio) == 0 })
      for _ in 0..<20 {
        let client = try RawClient(path: radio.socketPath)
        client.send(TestRadio.request("GET", "/api/samples"))
      }
      #expect(try await Self.eventually { try Self.readers(radio) == 0 })
      #expect(radio.tuner.snapshot.state == .playing)
    }
  }

  @Test("a client that does not read loses sound, and the radio plays on")
  func slow() async throws {
    try await TestRadio.with { radio in
      radio.play()
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/samples"))
      let elapsed = radio.tuner.snapshot.elapsed
      #expect(try await Self.eventually { radio.tuner.snapshot.elapsed - elapsed > .seconds(4) })
      #expect(radio.tuner.snapshot.state == .playing && radio.tuner.snapshot.counts.underruns == 0)
      let bytes = client.receiveBytes(within: .seconds(1))
      // Each block is a chunk of HTTP. The flags behind `SRS1` have 2 where a block continues the one before.
      let starts = bytes.indices.filter { bytes[$0...].starts(with: "SRS1".utf8) }
      let flags = starts.compactMap { $0 + 4 < bytes.count ? bytes[$0 + 4] : nil }
      #expect(flags.count > 8 && flags.first == 1 && flags.dropFirst().contains(1), "\(flags)")
      #expect(flags.contains(3))
    }
  }

  @Test("over TCP the sound is refused, also with the token")
  func network() async throws {
    let token = "a-token-of-32-characters-0123456"
    try await TestRadio.with {
      $0.token = token
    } _: { radio in
      let withoutToken = try radio.askOverTCP("GET", "/api/samples", ["Host: localhost"])
      #expect(withoutToken.status == 401)
      let refusal = try radio.askOverTCP(
        "GET", "/api/samples", ["Host: localhost", "Authorization: Bearer \(token)"])
      #expect(refusal.status == 403)
      #expect(try refusal.json["error"]?.text?.contains("Unix socket") == true)
      let address = try DaemonAddress(host: "127.0.0.1", port: radio.port, token: token)
      let client = RadioClient(address: address, group: MultiThreadedEventLoopGroup.singleton)
      #expect(try await !client.offersSamples())
      await client.close()
      let local = RadioClient(
        address: try DaemonAddress(path: radio.socketPath), group: MultiThreadedEventLoopGroup.singleton)
      #expect(try await local.offersSamples())
      await local.close()
    }
  }
}
