import AudioCore
import Downloader
import JSON
import NIOPosix
import RadioModel
import Scrobbling
import Stations
import TestSupport
import Testing

@Suite("Submitting what was heard", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ScrobblerTests {
  /// A scrobbler with a radio whose songs pass at once.
  private struct Radio {
    let scrobbler: Scrobbler
    let log: CollectedLog
    private(set) var moment: ListeningMoment

    init(
      _ address: String, path: String, token: String = ListenBrainzServer.token,
      firstPause: Duration = .milliseconds(20), clockError: Double = -100_000,
      secondsAgo: Double = 0
    ) throws {
      log = CollectedLog()
      scrobbler = Scrobbler(
        server: try ScrobbleServer(address: address), token: token, path: path,
        downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:]),
        logger: log.logger, firstPause: firstPause, minimum: .milliseconds(1))
      moment = .now
      moment.running -= .seconds(secondsAgo)
      moment.steady -= .seconds(secondsAgo)
      moment.wall += clockError
      receive(.tuned(.station(Listening.station)))
      receive(.playing(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2)))
      receive(.title(StreamMetadata(title: "Zero - Zero")))
    }

    mutating func receive(_ event: TunerEvent) {
      scrobbler.receive(event, name: "FIP", isSilenced: false, at: moment)
    }

    /// Plays songs of 100 s each, and begins another.
    mutating func hear(_ numbers: Range<Int>) {
      for number in numbers {
        receive(.title(StreamMetadata(title: "Artist \(number) - Song \(number)")))
        moment.running += .seconds(100)
        moment.steady += .seconds(100)
        moment.wall += 100
      }
      receive(.title(StreamMetadata(title: "Next - Next")))
    }
  }

  private static func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + TestTime.seconds(10)
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }

  /// Runs `body` beside the work of a scrobbler, and ends it like the daemon.
  private static func running(_ radio: Radio, _ body: () async throws -> Void) async rethrows {
    let work = Task { await radio.scrobbler.run() }
    do {
      try await body()
    } catch {
      work.cancel()
      throw error
    }
    await radio.scrobbler.finish()
    work.cancel()
    await work.value
  }

  private static func songs(_ server: ListenBrainzServer) -> [String] { server.listens.map(\.title) }

  @Test("songs are submitted as documented, with station and time, and announced when they begin")
  func submits() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    var radio = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(radio) {
      #expect(await Self.eventually { server.playing.contains { $0.artist == "Zero" } })
      radio.hear(1..<4)
      #expect(await Self.eventually { server.listens.count == 3 && server.playing.contains { $0.artist == "Next" } })
    }
    #expect(Self.songs(server) == ["Song 1", "Song 2", "Song 3"] && server.listens.allSatisfy { $0.station == "FIP" })
    let times = server.listens.compactMap(\.time)
    #expect(times.count == 3 && times[1] - times[0] == 100 && times[2] - times[1] == 100)
    #expect(server.faults.isEmpty, "\(server.faults)")
    #expect(radio.log.count("scrobbling to 127.0.0.1 as jane") == 1)
  }

  @Test("what was heard offline is kept over a restart, and arrives in batches of at most 100, once each")
  func offline() async throws {
    // What is under way to the first server at the end of the first radio may arrive there later.
    let (folder, down, server) = (try Scratch(), try ListenBrainzServer(), try ListenBrainzServer())
    defer {
      down.stop()
      server.stop()
    }
    down.set(.down)
    var first = try Radio(down.address, path: folder.path("q.json"))
    await Self.running(first) {
      first.hear(1..<151)
      #expect(await Self.eventually { down.requestCount > 2 })
    }
    #expect(first.log.count("notice: not scrobbled yet") == 1, "one line for a series of failures")
    var second = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(second) {
      second.hear(200..<202)
      #expect(await Self.eventually { server.listens.count == 152 && second.scrobbler.waitingCount == 0 })
    }
    #expect(Set(server.listens).count == 152 && server.batches.allSatisfy { $0 <= 100 }, "\(server.batches)")
    #expect(server.faults.isEmpty, "\(server.faults)")
    let third = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(third) {
      #expect(await Self.eventually { third.log.count("scrobbling to") == 1 })
    }
    #expect(server.listens.count == 152 && third.scrobbler.waitingCount == 0)
  }

  @Test("a listen that the server refuses is dropped with a line, and holds up no other")
  func refused() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    server.set(.down)
    server.refuse(["Song 17", "Song 64"])
    var radio = try Radio(server.address, path: folder.path("q.json"))
    radio.hear(1..<81)
    server.set(.works)
    await Self.running(radio) {
      #expect(await Self.eventually { radio.scrobbler.waitingCount == 0 })
    }
    #expect(server.listens.count == 78 && Set(server.listens).count == 78)
    for number in [17, 64] {
      #expect(radio.log.count("warning: not scrobbled: Artist \(number) - Song \(number):") == 1)
    }
    #expect(radio.log.count("it is kept in \(folder.path("q.refused.json"))") == 2)
    let kept = try JSONReader.read(folder.read("q.refused.json"))["refused"]?.elements ?? []
    #expect(kept.compactMap { $0["title"]?.text } == ["Song 17", "Song 64"])
    #expect(kept.first?["reason"]?.text?.contains("not accepted") == true)
    #expect(server.faults.isEmpty, "\(server.faults)")
  }

  @Test("a request that is too large is sent in halves")
  func tooLarge() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    var radio = try Radio(server.address, path: folder.path("q.json"))
    radio.hear(1..<41)
    server.set(.answers(status: "413 Too Large", headers: [], body: #"{"code":413,"error":"too large"}"#))
    await Self.running(radio) {
      #expect(await Self.eventually { radio.log.count("says that it is too large") > 0 })
      server.set(.works)
      #expect(await Self.eventually { radio.scrobbler.waitingCount == 0 })
    }
    #expect(server.listens.count >= 1 && server.listens.count < 40)
  }

  @Test("a wrong token ends it with one warning, and what is heard is kept", arguments: [true, false])
  func unauthorized(isChecked: Bool) async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    let token = isChecked ? "wrong" : ListenBrainzServer.token
    if !isChecked {
      server.set(.answers(status: "401 Unauthorized", headers: [], body: #"{"code":401,"error":"Invalid token"}"#))
    }
    var radio = try Radio(server.address, path: folder.path("q.json"), token: token)
    await Self.running(radio) {
      radio.hear(1..<3)
      #expect(await Self.eventually { radio.log.count("warning: ") == 1 })
      radio.hear(3..<5)
      try? await Task.sleep(for: .milliseconds(50))
    }
    #expect(server.requestCount <= 2 && server.listens.isEmpty)
    #expect(radio.log.count("warning: ") == 1 && radio.log.count("scrobbleTokenFile") == 1)
    server.set(.works)
    let next = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(next) { #expect(await Self.eventually { server.listens.count == 4 }) }
  }

  /// Answers after which a listen must be sent again.
  enum Failure: String, CaseIterable {
    case portal, otherJSON, empty, serverError, notFound, redirect, endless, rateLimit
    /// Pages of a proxy, a web firewall or a portal, and JSON that is not an error of the API.
    case plainToSecurePort, proxyLogin, firewall, tooLargeForProxy, otherError

    var mode: ListenBrainzServer.Mode {
      switch self {
      case .portal: .answers(status: "200 OK", headers: ["Content-Type: text/html"], body: "<html>Log in</html>")
      case .otherJSON: .answers(status: "200 OK", headers: [], body: #"{"status":"error"}"#)
      case .empty: .answers(status: "200 OK", headers: [], body: "")
      case .plainToSecurePort:
        .answers(
          status: "400 Bad Request", headers: ["Content-Type: text/html"], body: "<html>sent to HTTPS port</html>")
      case .proxyLogin: .answers(status: "401 Unauthorized", headers: ["Content-Type: text/html"], body: "<html>Log in")
      case .firewall: .answers(status: "403 Forbidden", headers: ["Content-Type: text/html"], body: "<html>Blocked")
      case .tooLargeForProxy: .answers(status: "413 Too Large", headers: [], body: "<html>")
      case .otherError: .answers(status: "400 Bad Request", headers: [], body: #"{"error":"no such route"}"#)
      case .serverError: .answers(status: "503 Busy", headers: [], body: "busy")
      case .notFound: .answers(status: "404 Not Found", headers: [], body: "<html>")
      case .redirect: .answers(status: "308 Moved", headers: ["Location: http://127.0.0.1:1/"], body: "")
      case .endless: .answers(status: "200 OK", headers: [], body: String(repeating: " ", count: 1 << 17))
      case .rateLimit:
        .answers(
          status: "429 Slow", headers: ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: 1"], body: #"{"code":429}"#)
      }
    }
  }

  @Test(
    "no answer but the documented one is taken for success, and the listen is sent again", arguments: Failure.allCases)
  func failures(kind: Failure) async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    server.set(kind.mode)
    var radio = try Radio(server.address, path: folder.path("q.json"))
    let begin = ContinuousClock.now
    await Self.running(radio) {
      radio.hear(1..<3)
      #expect(await Self.eventually { radio.log.count("not scrobbled yet") > 0 })
      #expect(radio.scrobbler.waitingCount == 2)
      server.set(.works)
      #expect(await Self.eventually { server.listens.count == 2 })
    }
    if kind == .rateLimit { #expect(ContinuousClock.now - begin > .milliseconds(900)) }
    #expect(radio.log.count("warning: ") == 0)
    #expect(folder.size("q.refused.json") == 0)
  }

  @Test("a proxy's page in answer to the check of the token does not end it")
  func portalAtStart() async throws {
    let folder = try Scratch()
    let proxy = try ScriptedServer { call in
      _ = call.readBody()
      call.answer("401 Unauthorized", headers: ["Content-Type: text/html"], body: Array("<html>Log in".utf8))
    }
    defer { proxy.stop() }
    var radio = try Radio(proxy.url("/apis/listenbrainz"), path: folder.path("q.json"))
    await Self.running(radio) {
      radio.hear(1..<3)
      #expect(await Self.eventually { proxy.callCount > 3 })
    }
    #expect(radio.log.count("scrobbleTokenFile") == 0 && radio.scrobbler.waitingCount == 2)
  }

  @Test("at an end before the file was read, the listens in it are kept")
  func earlyEnd() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    server.set(.down)
    var first = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(first) { first.hear(1..<11) }
    var second = try Radio(server.address, path: folder.path("q.json"))
    second.hear(20..<22)
    await second.scrobbler.finish()
    let listens = try JSONReader.read(folder.read("q.json"))["listens"]?.elements?.compactMap { $0["title"]?.text }
    #expect(listens == (Array(1..<11) + Array(20..<22)).map { "Song \($0)" })
  }

  @Test("after the last request of a window it waits for the next window")
  func window() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    server.set(headers: ["X-RateLimit-Limit: 30", "X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: 1"])
    var radio = try Radio(server.address, path: folder.path("q.json"))
    let begin = ContinuousClock.now
    await Self.running(radio) {
      #expect(await Self.eventually { server.playing.count == 1 })
      radio.hear(1..<2)
      #expect(await Self.eventually { server.listens.count == 1 })
    }
    #expect(ContinuousClock.now - begin > .milliseconds(900))
  }

  @Test("listens of a clock that was set back since are submitted with the present time, never with one in the future")
  func clock() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    var radio = try Radio(server.address, path: folder.path("q.json"), clockError: 86_400)
    await Self.running(radio) {
      radio.hear(1..<4)
      #expect(await Self.eventually { radio.scrobbler.waitingCount == 0 })
    }
    #expect(Self.songs(server) == ["Song 1", "Song 2", "Song 3"])
    #expect(server.faults.isEmpty, "\(server.faults)")
  }

  @Test(
    "the pauses of a server that fails double up to half an hour, and end with a success; its own longer ones count")
  func pace() {
    var pace = SubmissionPace()
    let failure = SubmissionAnswer.later(reason: "", pause: .zero)
    let pauses = (0..<40).map { _ in pace.pause(after: failure) / .seconds(1) }
    #expect(pauses.prefix(4) == [10, 20, 40, 80] && pauses.suffix(32).allSatisfy { $0 == 1800 })
    #expect(pace.pause(after: .later(reason: "", pause: .seconds(3600))) == .seconds(3600))
    #expect(pace.pause(after: .accepted(pause: .zero)) == .seconds(1))
    #expect(pace.pause(after: failure) == .seconds(10))
    #expect(pace.pause(after: .accepted(pause: .seconds(7))) == .seconds(7))
    #expect(pace.pause(after: .refused(reason: "")) == .seconds(1))
  }

  @Test("the song that is heard at the end is kept if it counts", arguments: [(119.0, 0), (125, 1)])
  func end(seconds: Double, count: Int) async throws {
    // What is under way to the first server at the end of the first radio may arrive there later.
    let (folder, down, server) = (try Scratch(), try ListenBrainzServer(), try ListenBrainzServer())
    defer {
      down.stop()
      server.stop()
    }
    down.set(.down)
    let radio = try Radio(down.address, path: folder.path("q.json"), secondsAgo: seconds)
    await Self.running(radio) {}
    let next = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(next) {
      #expect(await Self.eventually { server.playing.count == 1 && next.scrobbler.waitingCount == 0 })
    }
    #expect(server.listens.map(\.title) == Array(repeating: "Zero", count: count))
  }

  @Test("a counted song that goes on over a restart is not counted again")
  func restart() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    var radio = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(radio) {
      // The song goes on after the first 100 s.
      radio.hear(1..<2)
      radio.hear(1..<2)
      #expect(await Self.eventually { server.listens.count == 1 })
    }
    let last = try JSONReader.read(folder.read("q.json"))["last"]
    #expect(last?["title"]?.text == "Song 1")
    #expect(try abs(#require(last?["ended"]?.double) - radio.moment.wall) < 5, "the file has the time of its last end")
  }

  @Test("a disk that is full gives one warning, and a broken file another")
  func disk() async throws {
    let (folder, server) = (try Scratch(), try ListenBrainzServer())
    defer { server.stop() }
    server.set(.down)
    var radio = try Radio(server.address, path: "/dev/null/q.json")
    await Self.running(radio) {
      radio.hear(1..<3)
      #expect(await Self.eventually { radio.log.count("are lost at the end of radiod") == 1 })
    }
    #expect(radio.log.count("are lost at the end of radiod") == 1)
    try folder.write("{", as: "q.json")
    let next = try Radio(server.address, path: folder.path("q.json"))
    await Self.running(next) { #expect(await Self.eventually { next.log.count("q.json.bad") == 1 }) }
  }

  @Test(
    "an address is http(s), without password and parameters, and encrypted when it is public",
    arguments: [
      ("https://api.listenbrainz.org", true), ("https://api.listenbrainz.org/1/", true),
      ("http://localhost:42010/apis/listenbrainz", true), ("http://192.168.1.5:42010/apis/listenbrainz/1", true),
      ("http://[fd00::1]/", true), ("http://maloja.lan/", true), ("http://192.0.2.1/", false),
      ("http://[2001:db8::1]/", false), ("https://x:y@api.listenbrainz.org", false), ("https://a.example/?x=1", false),
      ("api.listenbrainz.org", false), ("ftp://a.example/", false), ("", false),
    ])
  func addresses(address: String, isValid: Bool) {
    let isTaken = (try? ScrobbleServer(address: address)) != nil
    #expect(isTaken == isValid)
  }
}
