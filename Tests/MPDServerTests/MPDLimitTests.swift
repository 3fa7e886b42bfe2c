import Foundation
import Glibc
import Logging
import MPDServer
import NIOPosix
import Radio
import RadioModel
import ServerSupport
import Stations
import TestSupport
import Testing

@Suite("Hostile MPD clients", .serialized, .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDLimitTests {
  @Test("random input of some clients does not stop the server from serving others")
  func noise() async throws {
    try await MPDFixture.with { fixture in
      var random = SeededRandom(seed: 11)
      let words = MPDCommand.all.keys.sorted() + ["command_list_begin", "command_list_end", "noidle", "foo"]
      let arguments = [
        "0", "-1", "1:", "\"", "\\", "x", "(Artist == 'x')", "http://127.0.0.1:1/", "99999999999999999999", "\u{0}",
        "ä", "window", "/",
      ]
      for _ in 0..<60 {
        let client = try LineClient(port: fixture.port)
        var bytes: [UInt8] = []
        for _ in 0..<40 {
          bytes += Array((words.randomElement(using: &random) ?? "").utf8)
          for _ in 0..<Int.random(in: 0..<4, using: &random) {
            bytes += [0x20] + Array((arguments.randomElement(using: &random) ?? "").utf8)
          }
          if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
          bytes.append(0x0A)
        }
        client.send(bytes)
      }
      #expect(try fixture.client().ask("ping") == ["OK"])
    }
  }

  @Test("a client that sends an endless line, or a command list over 2 MiB, is disconnected")
  func endless() async throws {
    try await MPDFixture.with { fixture in
      let line = try fixture.client()
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
      var sent = 0
      while sent < 1024, line.lines.send(piece) { sent += 1 }
      #expect(sent < 64, "a gigabyte is not taken")
      let fits = try fixture.client()
      #expect(
        fits.lines.send(
          "command_list_begin\n" + String(repeating: "ping\n", count: (2 << 20) / 5) + "command_list_end\n"))
      #expect(try fits.answer() == ["OK"])
      let list = try fixture.client()
      list.lines.send(
        "command_list_begin\n" + String(repeating: "ping\n", count: (2 << 20) / 5 + 1) + "command_list_end\n")
      #expect(try list.answer() == ["closed"])
      #expect(try fixture.client().ask("ping") == ["OK"])
    }
  }

  @Test("a client that does not read is disconnected, with less than 32 MiB of memory; others do not wait for that")
  func deaf() async throws {
    let change: (inout MPDOptions) -> Void = { $0.outputTimeout = .seconds(1) }
    try await MPDFixture.with(change) { fixture in
      try fixture.tuner.edit(.insert((0..<3000).map { .url("http://127.0.0.1:1/\($0)") }, at: nil))
      let deaf = try LineClient(port: fixture.port)
      let request = Array(
        ("command_list_begin\n" + String(repeating: "playlistinfo\n", count: 10_000) + "command_list_end\n").utf8)
      let before = Self.residentBytes
      deaf.send(request)
      let client = try fixture.client()
      var answers = 0
      while await fixture.server.clientCount > 1 {
        #expect(try client.ask("ping") == ["OK"])
        answers += 1
      }
      // Up to its timeout, which is a second behind the last byte that it took.
      #expect(answers >= 10, "\(answers) answers while the other client was there")
      let bytes = try deaf.rest().count
      #expect(bytes < 10 << 20, "closed long before the end of the answer: \(bytes)")
      #expect(Self.residentBytes - before < 32 << 20)
    }
  }

  @Test("a client that sends close without reading its answers is disconnected after the usual timeout")
  func goodbye() async throws {
    try await MPDFixture.with {
      $0.outputTimeout = .milliseconds(500)
    } _: { fixture in
      let before = Self.descriptors
      // More than the system buffers for a client, and little enough that the server reaches `close` at once.
      let clients = try stride(from: 100, to: 400, by: 20).map { count in
        let client = try fixture.client()
        client.lines.send(
          "command_list_begin\n" + String(repeating: "commands\n", count: count) + "close\ncommand_list_end\n")
        return client
      }
      let deadline = ContinuousClock.now + TestTime.seconds(5)
      while ContinuousClock.now < deadline {
        let count = await fixture.server.clientCount
        if count == 0, Self.descriptors <= before + clients.count { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(Self.descriptors <= before + clients.count, "the server has closed its ends")
      #expect(await fixture.server.clientCount == 0)
    }
  }

  @Test("two command lists of 2 MiB of tiny lines take less than 40 MiB of memory")
  func tinyLines() async throws {
    try await MPDFixture.with { fixture in
      let before = Self.residentBytes
      let lists = try (0..<2).map { _ in try fixture.client() }
      for list in lists {
        list.lines.send("command_list_begin\n" + String(repeating: "a\n", count: (1 << 20) - 1))
        #expect(try fixture.client().ask("ping") == ["OK"])
      }
      #expect(Self.residentBytes - before < 40 << 20, "\((Self.residentBytes - before) >> 20) MiB")
    }
  }

  @Test("clients without the password take less than 32 MiB, and leave places for the Unix socket")
  func others() async throws {
    try await MPDFixture.with {
      $0.password = "sesame"
      $0.socketPath = "yes"
    } _: { fixture in
      let before = Self.residentBytes
      let line = "playlistfind file " + String(repeating: "a", count: 4000) + "\n"
      let list = Array(("command_list_begin\n" + String(repeating: line, count: 128)).utf8)
      var clients: [LineClient] = []
      for _ in 0..<256 {
        let client = try LineClient(port: fixture.port)
        guard try client.line() == "OK MPD 0.23.5" else { break }
        client.send(list)
        clients.append(client)
      }
      let deadline = ContinuousClock.now + TestTime.seconds(5)
      while await fixture.server.clientCount > 0, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(20))
      }
      let growth = Self.residentBytes - before
      #expect(growth < 32 << 20, "\(growth >> 20) MiB")
      // The disconnected clients left free places, which silent clients now take, and then take from each other.
      for _ in 0..<300 {
        let client = try LineClient(port: fixture.port)
        #expect(try client.line() == "OK MPD 0.23.5")
        clients.append(client)
      }
      #expect(await fixture.server.clientCount <= 256 - 256 / 8)
      #expect(try MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock"))).ask("status").last == "OK")
    }
  }

  @Test("all command lists over TCP share one memory limit, and a list on the Unix socket still fits")
  func lists() async throws {
    try await MPDFixture.with {
      $0.socketPath = "yes"
    } _: { fixture in
      let before = Self.residentBytes
      let line = "playlistfind file " + String(repeating: "a", count: 4000) + "\n"
      let half = Array(("command_list_begin\n" + String(repeating: line, count: (1 << 20) / line.utf8.count)).utf8)
      let clients = try (0..<40).map { _ in
        let client = try fixture.client()
        client.lines.send(half)
        return client
      }
      let deadline = ContinuousClock.now + TestTime.seconds(5)
      while await fixture.server.clientCount > 6, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(20))
      }
      let growth = Self.residentBytes - before
      #expect(growth < 48 << 20, "\(growth >> 20) MiB")
      let local = try MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock")))
      local.lines.send(half + Array("command_list_end\n".utf8))
      #expect(try local.answer() == ["OK"])
      let answers = try clients.map { client in
        client.lines.send("command_list_end\n")
        return try client.answer()[0]
      }
      #expect((1...6).contains(answers.count { $0 == "OK" }), "\(answers)")
      let refusal = "ACK [52@0] {} The command lists of all clients are too large"
      #expect(answers.allSatisfy { $0 == "OK" || $0 == refusal }, "\(answers)")
    }
  }

  @Test("a client whose answer exceeds the output limit is disconnected")
  func tooMuch() async throws {
    try await MPDFixture.with {
      $0.maximumOutputBytes = 10_000
    } _: { fixture in
      try fixture.tuner.edit(.insert((0..<3000).map { .url("http://127.0.0.1:1/\($0)") }, at: nil))
      let client = try fixture.client()
      #expect(try client.ask("playlistinfo 0:9").count > 20)
      #expect(try client.ask("playlistinfo") == ["closed"])
    }
  }

  @Test("a silent client is disconnected, but not while it is in idle")
  func silent() async throws {
    try await MPDFixture.with {
      $0.clientTimeout = .seconds(1)
    } _: { fixture in
      let first = try LineClient(port: fixture.port)
      first.send("idle mixer\n")  // before all else: outside idle its time runs
      let idle = try MPDTestClient(first)
      let (silent, list) = (try fixture.client(), try fixture.client())
      list.lines.send("command_list_begin\nping\n")
      #expect(try silent.answer() == ["closed"] && list.answer() == ["closed"])
      fixture.tuner.send(.setVolume(10))
      #expect(try idle.answer() == ["changed: mixer", "OK"])
      #expect(try idle.answer() == ["closed"])
    }
  }

  @Test("clients above the limit are refused with the reason; a client that leaves frees its place")
  func crowd() async throws {
    try await MPDFixture.with {
      $0.maximumClients = 3
    } _: { fixture in
      var clients = try (0..<3).map { _ in try fixture.client() }
      let turnedAway = try fixture.client()
      #expect(turnedAway.greeting == "ACK [52@0] {} Too many clients")
      #expect(try turnedAway.answer() == ["closed"])
      clients.removeLast()
      #expect(ProcessRunner.eventually { (try? fixture.client().greeting) == "OK MPD 0.23.5" })
    }
  }

  @Test("200 clients in idle take less than 2 % of a processor; waking them and answering beside them costs little")
  func many() async throws {
    try await MPDFixture.with { fixture in
      let clients = try (0..<200).map { _ in try fixture.client() }
      for client in clients { client.lines.send("idle\n") }
      #expect(try fixture.client().ask("ping") == ["OK"])
      let share = ProcessorTime.share { usleep(1_000_000) }  // measures one second in which nothing happens
      #expect(share < 0.02, "\(share)")
      let asker = try fixture.client()
      let before = ProcessorTime.seconds
      for _ in 0..<200 { #expect(try asker.ask("status").last == "OK") }
      let answered = ProcessorTime.seconds
      fixture.tuner.send(.setVolume(7))
      for client in clients { #expect(try client.answer() == ["changed: mixer", "OK"]) }
      let (answers, wakes) = (answered - before, ProcessorTime.seconds - answered)
      #expect(max(answers, wakes) < 0.5 * Double(TestTime.scale), "200 answers took \(answers) s, 200 wakes \(wakes) s")
    }
  }

  @Test("a taken port is an error only without a Unix socket, and a host that others reach needs a password")
  func taken() async throws {
    try await MPDFixture.with { fixture in
      var options = MPDOptions()
      options.port = fixture.port
      let make = { (options: MPDOptions) in
        MPDServer(
          tuner: fixture.tuner, playlists: PlaylistFolder(path: fixture.folder.path("p")), outputName: "",
          options: options,
          group: MPDFixture.eventLoops, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      }
      await #expect(throws: ServerError.self) { try await make(options).start() }
      options.socketPath = fixture.folder.path("other.sock")
      let server = make(options)
      let port = try await server.start()
      #expect(port == nil)
      let answer = try MPDTestClient(LineClient(path: fixture.folder.path("other.sock"))).ask("ping")
      #expect(answer == ["OK"])
      await server.stop()
      #expect(access(fixture.folder.path("other.sock"), F_OK) != 0)
      for host in ["0.0.0.0", "127.0.example.org"] {
        options.host = host
        await #expect(
          throws: ServerError.invalidOptions(message: "Music Player Daemon's protocol on \(host) needs a password")
        ) {
          try await make(options).start()
        }
      }
    }
  }

  @Test(
    "the Unix socket serves no other user, even when its mode lets that user connect",
    .enabled(if: geteuid() == 0 && ProcessRunner.hasPrograms("runuser", "socat")))
  func otherUser() async throws {
    try await MPDFixture.with {
      $0.socketPath = "yes"
    } _: { fixture in
      let path = fixture.folder.path("mpd.sock")
      chmod(fixture.folder.path, 0o755)
      chmod(path, 0o666)
      let greeting = { (user: String) throws -> String in
        try ProcessRunner.run(
          "runuser", ["-u", user, "--", "socat", "-u", "-T", "1", "UNIX-CONNECT:\(path)", "-"], limit: .seconds(5)
        ).text
      }
      let (nobody, root) = (try greeting("nobody"), try greeting("root"))
      #expect(nobody.isEmpty)
      #expect(root == "OK MPD 0.23.5\n")
    }
  }

  private static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  private static var residentBytes: Int {
    let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }
}
