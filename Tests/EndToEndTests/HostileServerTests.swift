import Foundation
import TestSupport
import Testing

@Suite("Hostile servers", .ownThreads)
struct HostileServerTests {
  init() { Self.slowList.start() }

  private static let recording = SignalSource.Recording(.music, seconds: 6)

  private static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
  }

  /// Plays until the program gives up. It must do so with one line that contains these words, without growing.
  private static func expectRefusal(
    _ url: String, code: Int32, words: String, in network: NetworkNamespace? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let radio = try FaultWatch(
      "play", url, "--no-view", "--output", "silent", "--retry", "never", in: network)
    #expect(radio.waitsForEnd(within: 30) != nil, "\(radio.text)", sourceLocation: sourceLocation)
    #expect(radio.process.exitCode == code, "\(radio.text)", sourceLocation: sourceLocation)
    let reported = radio.lines.filter { !$0.text.hasPrefix("connected to ") }
    #expect(
      reported.count == 1 && reported.last?.text.contains(words) == true, "\(radio.text)",
      sourceLocation: sourceLocation)
    #expect(
      radio.peakOwnKilobytes < FaultWatch.idleKilobytes + 32 * 1024, "\(radio.peakOwnKilobytes) KiB",
      sourceLocation: sourceLocation)
  }

  // MARK: - Redirects and playlists

  @Test("12: radiod gives up three hundred redirects after a few, and the error names them")
  func manyRedirects() throws {
    let audio = try Self.audio()
    let server = try ScriptedServer { call in
      call.number < 300 ? call.answer("302 Found", headers: ["Location: /\(call.number)"]) : call.station(body: audio)
    }
    try Self.expectRefusal(server.url("/start"), code: 69, words: "redirects more than")
    #expect(server.callCount <= 10)
  }

  /// Ways to name the loopback interface, and other addresses of this machine or its link.
  static let forbidden = [
    "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]", "[::]",
    "[::ffff:127.0.0.1]", "LOCALHOST", "localhost.", "inner.test", "127.0.0.1.", "169.254.0.1",
  ]

  @Test(
    "12: a redirect or a playlist of a public server to this machine is refused, and nothing is fetched",
    .enabled(if: NetworkNamespace.isAvailable, "\(NetworkNamespace.requirement)"))
  func redirectToLoopback() throws {
    let network = try NetworkNamespace(hosts: ["198.51.100.1 public.test", "127.0.0.1 inner.test", "::1 inner.test"])
    let names = try NameServer(on: network.outside) { _ in .noSuchName }
    let audio = try Self.audio()
    let trap = try network.withinIt { try ScriptedServer(on: "0.0.0.0") { $0.station(body: audio) } }
    let hosts = Self.forbidden
    let server = try ScriptedServer(on: network.farAway) { call in
      let words = call.request.path.split(separator: "/")
      let target = "http://\(hosts[Int(words[1]) ?? 0]):\(trap.port)/"
      words[0] == "r"
        ? call.answer("302 Found", headers: ["Location: \(target)"])
        : call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("\(target)\n".utf8))
    }
    for (index, host) in hosts.enumerated() {
      for kind in ["r", "m"] {
        let radio = try FaultWatch(
          "play", "http://public.test:\(server.port)/\(kind)/\(index)", "--no-view", "--output", "silent", "--retry",
          "never", in: network)
        #expect(radio.waitsForEnd(within: 20) != nil, "\(host): \(radio.text)")
        #expect(radio.process.exitCode == 69 || radio.process.exitCode == 64, "\(host): \(radio.text)")
        #expect(radio.lines.count == 1 && radio.text.contains("radiod: "), "\(host): \(radio.text)")
      }
    }
    #expect(trap.callCount == 0, "\(trap.requests.map(\.text))")
    #expect(server.callCount == 2 * hosts.count, "\(names.names)")
    // A server on this machine may lead to another one on it, by the same host name.
    let own = try network.withinIt {
      try ScriptedServer { $0.answer("302 Found", headers: ["Location: http://inner.test:\(trap.port)/"]) }
    }
    let radio = try FaultWatch("play", own.url, "--no-view", "--output", "silent", in: network)
    #expect(radio.waits(for: "playing MP3", within: 5) != nil, "\(radio.text)")
  }

  @Test("12: a redirect to a file or to another scheme is refused")
  func redirectToFile() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.audio(), as: "local.mp3")
    for target in [
      "file://\(path)", "file://localhost\(path)", "FILE://\(path)", "ftp://127.0.0.1/", "data:audio/mpeg,x",
    ] {
      let server = try ScriptedServer { call in
        call.request.path == "/"
          ? call.answer("301 Moved", headers: ["Location: \(target)"]) : call.answer("404 Not Found")
      }
      let radio = try FaultWatch(
        "play", server.url, "--no-view", "--output", "silent", "--retry", "never")
      #expect(radio.waitsForEnd(within: 20) != nil, "\(target): \(radio.text)")
      #expect([64, 69].contains(radio.process.exitCode) && radio.lines.count == 1, "\(target): \(radio.text)")
    }
  }

  /// A playlist, and the error that it must cause.
  struct BadList: Sendable, CustomTestStringConvertible {
    var name: String
    var words = "radiod: "
    var bytes: @Sendable () -> [UInt8]
    var code: Int32 = 69
    var testDescription: String { name }
  }

  static let badLists = [
    BadList(name: "a million entries", words: "256 KiB") {
      Array(String(repeating: "http://127.0.0.1:1/\n", count: 1_000_000).utf8)
    },
    BadList(name: "10 MB in one line", words: "256 KiB") {
      Array("http://127.0.0.1/".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
    },
    BadList(name: "a million folders", words: "playlist") {
      Array(("<asx>" + String(repeating: "<entry>", count: 30_000)).utf8)
    },
    BadList(
      name: "bytes at random in a PLS", words: "not an audio stream",
      bytes: {
        var random = SeededRandom(seed: 13)
        return Array("[playlist]\nFile1=".utf8) + (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      }, code: 65),
    BadList(
      name: "bytes at random in an M3U", words: "not an audio stream",
      bytes: {
        var random = SeededRandom(seed: 14)
        return Array("#EXTM3U\n".utf8)
          + (0..<200_000).map { (_: Int) -> UInt8 in UInt8.random(in: 0...255, using: &random) }
      }, code: 65),
    BadList(name: "bytes that look like addresses") {
      var random = SeededRandom(seed: 15)
      return Array("#EXTM3U\n".utf8)
        + (0..<2000).flatMap { (_: Int) -> [UInt8] in
          let name = (0..<20).map { (_: Int) -> UInt8 in UInt8.random(in: 0x21...0xFF, using: &random) }
          return Array("http://".utf8) + name + [10]
        }
    },
  ]

  @Test(
    "13: a playlist that is too long, too deep or broken ends play in one line and without much memory",
    arguments: badLists)
  func badPlaylist(list: BadList) throws {
    let bytes = list.bytes()
    let server = try ScriptedServer { call in
      call.request.path == "/list"
        ? call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: bytes) : call.answer("404 Not Found")
    }
    try Self.expectRefusal(server.url("/list"), code: list.code, words: list.words)
    #expect(server.callCount < 70, "\(server.callCount)")
  }

  @Test("13: of a thousand dead entries radiod tries at most 64")
  func manyDeadEntries() throws {
    let server = try ScriptedServer { call in
      guard call.request.path == "/list" else { return call.answer("404 Not Found") }
      let entries = (0..<1000).map { "/\($0)\n" }.joined()
      call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array(entries.utf8))
    }
    let radio = try FaultWatch("play", server.url("/list"), "--no-view", "--output", "silent", "--retry", "never")
    #expect(radio.waitsForEnd(within: 30) != nil, "\(radio.text)")
    #expect(radio.process.exitCode == 69 && radio.lines.count == 1, "\(radio.text)")
    #expect(server.callCount <= 65, "\(server.callCount)")
  }

  /// Runs while the other tests run.
  private static let slowList = FaultScenario { scenario in
    let server = try ScriptedServer { call in
      guard call.request.path.hasSuffix(".m3u") else { return call.waitForEnd() }
      call.pause(call.number == 0 ? .zero : .seconds(3))
      let number = Int(call.request.path.dropFirst().prefix { $0 != "." }) ?? 0
      call.answer(
        headers: ["Content-Type: audio/x-mpegurl"], body: Array("/\(number + 1).m3u\n/a\n/b\n/c\n".utf8))
    }
    let radio = try FaultWatch("play", server.url("/0.m3u"), "--no-view", "--output", "silent", "--retry", "never")
    scenario.expect(radio.waitsForEnd(within: 30) != nil, radio.text)
    // Each entry costs three seconds, whether it answers late or not at all; one whose connection is lost is asked twice.
    scenario.expect((4..<10).contains(server.callCount), "\(server.callCount) requests in ten seconds")
    scenario.expect(radio.process.exitCode == 69 && radio.lines.count == 1, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("13: radiod gives up a playlist whose entries answer slowly after ten seconds in total")
  func slowEntries() { Self.slowList.check() }

  // MARK: - Heads

  /// Heads without an end, sent as fast as the client reads them.
  static let endlessHeads: [(name: String, begin: String, more: String)] = [
    ("a status line", "HTTP/1.0 200 ", "OK and more "),
    ("an ICY line", "ICY 200 ", "OK and more "),
    ("one header", "HTTP/1.0 200 OK\r\nicy-name: ", "long long name "),
    ("headers", "HTTP/1.0 200 OK\r\n", "icy-name: name\r\n"),
    ("folded lines", "HTTP/1.0 200 OK\r\nicy-name: x\r\n", " and more\r\n"),
    ("1xx answers", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    ("1xx answers with headers", "", "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"),
    ("line ends", "", "\r\n"),
    ("no line at all", "", "HTTP"),
  ]

  @Test("14: a head without an end is a bad answer, at 64 KiB", arguments: endlessHeads.indices)
  func endlessHead(index: Int) throws {
    let (_, begin, more) = Self.endlessHeads[index]
    let server = try ScriptedServer { call in
      call.send(begin)
      call.sendForever(Array(String(repeating: more, count: 1 + 4096 / more.utf8.count).utf8))
    }
    try Self.expectRefusal(server.url, code: 69, words: "bad answer")
  }

  // MARK: - Bodies

  /// Bytes that are sent for ever instead of audio.
  static let endlessBodies: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("zeros", { [UInt8](repeating: 0, count: 65536) }),
    ("ones", { [UInt8](repeating: 0xFF, count: 65536) }),
    (
      "noise",
      {
        var random = SeededRandom(seed: 18)
        return (0..<65536).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
    ),
    ("a web page", { Array(String(repeating: "<p>All your radio</p>\n", count: 3000).utf8) }),
    ("JSON", { Array(String(repeating: "{\"radio\": [1, 2, 3]}\n", count: 3000).utf8) }),
    ("gzip", { [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0x55, count: 65536) }),
  ]

  @Test("17, 18: radiod gives up a flood of bytes that are not audio at once", arguments: endlessBodies.indices)
  func endlessBody(index: Int) throws {
    let bytes = Self.endlessBodies[index].bytes()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.sendForever(bytes)
    }
    try Self.expectRefusal(server.url, code: 65, words: "not an audio stream")
  }
}
