import Foundation
import MPDServer
import NIOCore
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("Memory for answers of MPD clients", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct MPDMemoryTests {
  /// A queue whose `playlistinfo` has about 3 MiB.
  private static func fill(_ tuner: Tuner) throws {
    let tags = Array(repeating: String(repeating: "x", count: 400), count: 8)
    let stations = (0..<1000).map { Station(id: "s\($0)", name: "\($0)", url: "http://127.0.0.1:1/\($0)", tags: tags) }
    try tuner.edit(.clear)
    try tuner.edit(.insert(stations.map { .station($0) }, at: nil))
  }

  @Test(
    "80 clients that ask for a long queue and read nothing take less than 64 MiB; the Unix socket is served beside")
  func readsNothing() async throws {
    try await MPDFixture.with {
      $0.socketPath = "yes"
    } _: { fixture in
      try Self.fill(fixture.tuner)
      let whole = try Self.wholeAnswer(MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock"))))
      #expect(whole > 3 << 20)
      let before = Self.residentBytes
      let clients = try (0..<80).map { _ in try fixture.client() }
      for client in clients { client.lines.send("playlistinfo\n") }
      // It is answered when the answers of all others were made.
      let last = try fixture.client()
      last.lines.send("find any x\n")
      var peak = 0
      let isAnswered = ProcessRunner.eventually(within: .seconds(60)) {
        peak = max(peak, Self.residentBytes - before)
        return last.lines.hasInput
      }
      #expect(isAnswered)
      #expect(peak < 64 << 20, "\(peak >> 20) MiB")
      let local = try MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock")))
      #expect(try Self.wholeAnswer(local) == whole)
      withExtendedLifetime(clients) {}
    }
  }

  @Test("a client that reads gets its whole answer, when those that do not read were closed")
  func reads() async throws {
    try await MPDFixture.with {
      $0.maximumSharedOutputBytes = 8 << 20
      $0.crowdedOutputTimeout = .milliseconds(200)
    } _: { fixture in
      try Self.fill(fixture.tuner)
      let deaf = try (0..<8).map { _ in try fixture.client() }
      for client in deaf { client.lines.send("playlistinfo\n") }
      let client = try fixture.client()
      #expect(try client.ask("status").last == "OK", "short answers do not wait")
      #expect(try Self.wholeAnswer(client) > 3 << 20)
      let other = try fixture.client()
      #expect(
        try other.ask("command_list_ok_begin\nping\nplaylistinfo 0:200\naddid http://h/\ncommand_list_end").count > 400
      )
      withExtendedLifetime(deaf) {}
    }
  }

  @Test("an answer that waits for memory ends with the client that asked")
  func leaves() async throws {
    try await MPDFixture.with {
      $0.maximumSharedOutputBytes = 5 << 20
      $0.crowdedOutputTimeout = .seconds(3600)
    } _: { fixture in
      try Self.fill(fixture.tuner)
      var deaf: [MPDTestClient] = try [fixture.client()]
      deaf[0].lines.send("playlistinfo\n")
      for _ in 0..<4 {
        let client = try fixture.client()
        client.lines.send("playlistinfo\nplaylistinfo\n")
        deaf.append(client)
      }
      let client = try fixture.client()
      client.lines.send("playlistinfo\n")
      deaf.removeAll()
      #expect(try Self.restOfAnswer(client) > 3 << 20)
    }
  }

  /// The number of bytes of a whole `playlistinfo`.
  private static func wholeAnswer(_ client: MPDTestClient) throws -> Int {
    client.lines.send("playlistinfo\n")
    return try restOfAnswer(client)
  }

  private static func restOfAnswer(_ client: MPDTestClient) throws -> Int {
    client.lines.send("close\n")
    let bytes = try client.lines.rest()
    #expect(bytes.suffix(3) == Array("OK\n".utf8)[...], "\(String(decoding: bytes.suffix(80), as: UTF8.self))")
    return bytes.count
  }

  private static var residentBytes: Int {
    let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }
}
