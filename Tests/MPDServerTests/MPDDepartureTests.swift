import Glibc
import MPDServer
import Radio
import RadioModel
import TestSupport
import Testing

@Suite("Commands that a client sends before it closes", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct MPDDepartureTests {
  /// How a client reaches the server.
  enum Way: String, CaseIterable, Sendable {
    case tcp, unix
  }

  private func connect(_ fixture: MPDFixture, by way: Way) throws -> LineClient {
    switch way {
    case .tcp: try LineClient(port: fixture.port)
    case .unix: try LineClient(path: fixture.folder.path("mpd.sock"))
    }
  }

  /// Runs `body` with a server that clients can reach in both ways.
  private func withFixture(_ body: (MPDFixture) async throws -> Void) async throws {
    try await MPDFixture.with({ $0.socketPath = "yes" }, body)
  }

  private func volumeBecomes(_ volume: Int, in fixture: MPDFixture) -> Bool {
    ProcessRunner.eventually(within: .seconds(5)) { fixture.tuner.snapshot.volume == volume }
  }

  @Test("commands before a half-close are carried out and answered, 20 times of 20", arguments: Way.allCases)
  func halfClose(way: Way) async throws {
    try await withFixture { fixture in
      for round in 0..<20 {
        let client = try connect(fixture, by: way)
        client.send("setvol \(round + 1)\nsetvol \(round + 2)\nsetvol \(round + 3)\nsetvol \(round + 4)\ngetvol\n")
        client.finishSending()
        let answer = try String(decoding: client.rest(), as: UTF8.self)
        #expect(answer == "OK MPD 0.23.5\nOK\nOK\nOK\nOK\nvolume: \(round + 4)\nOK\n", "round \(round)")
      }
      #expect(await fixture.isLeft())
    }
  }

  @Test(
    "commands before a close are carried out, 20 times of 20, and a command list as a whole", arguments: Way.allCases)
  func close(way: Way) async throws {
    try await withFixture { fixture in
      for round in 0..<20 {
        let isList = round % 2 == 0
        let commands = (1...4).map { "setvol \(round + $0)\n" }.joined()
        try connect(fixture, by: way).send(isList ? "command_list_begin\n\(commands)command_list_end\n" : commands)
        #expect(volumeBecomes(round + 4, in: fixture), "round \(round), \(fixture.tuner.snapshot.volume)")
      }
      #expect(await fixture.isLeft())
    }
  }

  @Test("a long input is carried out to its end, even when the client reads no answer", arguments: Way.allCases)
  func long(way: Way) async throws {
    try await withFixture { fixture in
      let search = "playlistfind file \(String(repeating: "a", count: 500))\n"
      // More than the server reads ahead, and no more than the system buffers for the server: the client loses the rest
      // when it closes.
      let atOnce = String(repeating: search, count: 80)
      let later = String(repeating: search, count: 400)
      for round in 1...10 {
        try connect(fixture, by: way).send(atOnce + "setvol \(round)\n")
        #expect(volumeBecomes(round, in: fixture), "closed, round \(round)")
        let client = try connect(fixture, by: way)
        client.send(later + "setvol \(round + 50)\n")
        client.finishSending()
        #expect(volumeBecomes(round + 50, in: fixture), "its side closed, round \(round)")
        #expect(try String(decoding: client.rest(), as: UTF8.self).split(separator: "\n").count == 402)
      }
    }
  }

  @Test("an unfinished command list and an unfinished line are not carried out", arguments: Way.allCases)
  func unfinished(way: Way) async throws {
    try await withFixture { fixture in
      for close in [{ (client: LineClient) in }, { $0.finishSending() }] {
        let list = try connect(fixture, by: way)
        list.send("setvol 20\ncommand_list_begin\nsetvol 30\nclear\n")
        close(list)
        let line = try connect(fixture, by: way)
        line.send("setvol 20\nsetvol 3")
        close(line)
      }
      #expect(volumeBecomes(20, in: fixture))
      #expect(await fixture.isLeft())
      #expect(fixture.tuner.snapshot.volume == 20 && fixture.tuner.snapshot.queue.entries.count == 3)
    }
  }

  @Test("a half-close ends the connection of a client in idle, as with Music Player Daemon")
  func idle() async throws {
    try await withFixture { fixture in
      let client = try LineClient(port: fixture.port)
      client.send("ping\nidle\n")
      client.finishSending()
      #expect(try String(decoding: client.rest(), as: UTF8.self) == "OK MPD 0.23.5\nOK\n")
      #expect(await fixture.isLeft())
    }
  }

  @Test(
    "the commands of a bash or socat script are carried out, 10 times of 10",
    .enabled(if: ProcessRunner.hasPrograms("bash", "socat")))
  func scripts() async throws {
    try await withFixture { fixture in
      let address = fixture.source.url("/stream")
      for round in 1...10 {
        let (first, second) = (20 + round, 60 + round)
        _ = try ProcessRunner.run(
          "bash", ["-c", "{ echo setvol \(first); echo setvol \(second); } >/dev/tcp/127.0.0.1/\(fixture.port)"])
        #expect(volumeBecomes(second, in: fixture), "bash, round \(round)")
        for way in ["TCP:127.0.0.1:\(fixture.port)", "UNIX:\(fixture.folder.path("mpd.sock"))"] {
          // socat ends with the server's end; its own limit after the end of its input is for a server that hangs.
          let script = "printf 'clear\\nadd \(address)\\nplay\\nplaylist\\n' | socat -t60 - \(way)"
          let answer = try ProcessRunner.run("bash", ["-c", script]).text
          #expect(answer == "OK MPD 0.23.5\nOK\nOK\nOK\n0:file: \(address)\nOK\n", "socat, \(way), round \(round)")
        }
      }
    }
  }
}
