import AudioCore
import Glibc
import JSON
import RadioModel
import Remote
import Stations
import SystemSupport
import TestSupport
import Testing

@Suite("A client of the daemon", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RadioClientTests {
  @Test("the client sends the requests of the API's contract, and reads the answers")
  func asks() async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    try await daemons.withClient { client in
      #expect(try await client.status().name == "Groove Salad")
      #expect(try await client.perform(.setVolume(5)).volume == 5)
      #expect(try await client.perform(.changeVolume(by: -3)).volume == 2)
      #expect(try await client.perform(.setMuted(true)).isMuted)
      _ = try await client.play(station: "groove \"s")
      for command: Command in [
        .play(.station(Station(id: "fip", name: "FIP", url: "http://fip.example/"))), .play(.url("http://x.example/")),
        .playEntry(id: 3), .resume, .stop, .pause, .toggle, .next, .previous,
      ] {
        _ = try await client.perform(command)
      }
      #expect(try await !client.perform(.toggleMute).isMuted)
    }
    #expect(
      daemon.asked == [
        "GET /api/status", "POST /api/volume {\"volume\":5}", "POST /api/volume {\"change\":-3}",
        "POST /api/volume {\"muted\":true}", "POST /api/play {\"station\":\"groove \\\"s\"}",
        "POST /api/play {\"station\":\"fip\"}", "POST /api/play {\"url\":\"http://x.example/\"}",
        "POST /api/play {\"entry\":3}", "POST /api/play {}", "POST /api/stop {}", "POST /api/pause {}",
        "POST /api/toggle {}", "POST /api/next {}", "POST /api/previous {}",
        "POST /api/volume {\"toggleMute\":true}",
      ])
  }

  @Test(
    "a command for a player in this process is refused, and nothing is sent",
    arguments: [Command.quit, .play(.file(path: "/etc/passwd")), .play(.standardInput)])
  func ownCommands(command: Command) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    let error = await #expect(throws: DaemonError.self) {
      try await daemons.withClient { try await $0.perform(command) }
    }
    guard case .badRequest? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(daemon.asked.isEmpty)
  }

  @Test(
    "a refusal gives an error with the daemon's text and the status of its kind",
    arguments: [
      ("nosuch", "no station named 'nosuch'; did you mean fip?", 404),
      ("ftp://x", "only http and https addresses can be played", 400),
    ])
  func refusals(source: String, words: String, status: Int) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    let error = await #expect(throws: DaemonError.self) {
      try await daemons.withClient { client in
        try await source.contains("://")
          ? client.perform(.play(.url(source))) : client.play(station: source)
      }
    }
    #expect(error == .refused(reason: words, status: status))
  }

  /// What may be at the socket's path, and a part of the error for it.
  enum Obstacle: CaseIterable {
    case nothing, staleSocket, file, folderOfAnother
    case nonsense, silence, halfAnHead, endlessHead, endlessBody, wrongJSON, anArray, noStatus, hangUp, slowBody, busy

    var words: String {
      switch self {
      case .nothing: "radiod serve is not running (no socket at "
      case .staleSocket: "radiod serve is not running (no listener at "
      case .file: "is not a socket"
      case .folderOfAnother: "not allowed to use the socket "
      case .nonsense, .endlessHead: "it does not speak HTTP"
      case .silence, .halfAnHead: "does not answer: nothing came within 1 s"
      case .slowBody: "answers too slowly: less than 4 KiB in 1 s"
      case .endlessBody: "its answer has no end"
      case .wrongJSON, .anArray: "its answer is not a JSON object"
      case .noStatus: "its answer has no status"
      case .hangUp: "closed the connection in the middle"
      case .busy: "too many clients"
      }
    }

    /// Starts a server at `path`, or creates the obstacle there.
    func put(at path: String) throws -> ScriptedServer? {
      let obstacle = self
      switch self {
      case .nothing, .folderOfAnother: return nil
      case .staleSocket:
        if let descriptor = UnixStream.listen(at: path) { close(descriptor) }
        return nil
      case .file:
        if let file = fopen(path, "w") { fclose(file) }
        return nil
      default: return try ScriptedServer(socketPath: path) { obstacle.answer($0) }
      }
    }

    private func answer(_ call: ScriptedCall) {
      let json = ["Content-Type: application/json"]
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      switch self {
      case .nothing, .staleSocket, .file, .folderOfAnother, .hangUp: break
      case .nonsense: call.send("220 mail.example ESMTP\r\n\r\n")
      case .silence: call.waitForEnd()
      case .halfAnHead:
        call.send("HTTP/1.1 200 OK\r\nContent-Type: appl")
        call.waitForEnd()
      case .endlessHead:
        call.send("HTTP/1.1 200 OK\r\nX: ")
        call.sendForever(megabyte, limit: 1024)
      case .endlessBody:
        call.answer(headers: json)
        call.sendForever(megabyte, limit: 1024)
      case .wrongJSON: call.answer(headers: json, body: Array("{\"state\":".utf8))
      case .anArray: call.answer(headers: json, body: Array("[1]".utf8))
      case .noStatus: call.answer(headers: json, body: Array("{\"state\":\"dancing\"}".utf8))
      case .slowBody:
        call.answer(headers: json)
        call.send([UInt8](repeating: 0x20, count: 1000), piecesOf: 1, pause: .milliseconds(20))
      case .busy:
        call.answer("503 Service Unavailable", headers: json, body: Array("{\"error\":\"too many clients\"}".utf8))
      }
    }
  }

  @Test("each obstacle gives an error with its reason", arguments: Obstacle.allCases)
  func obstacles(obstacle: Obstacle) async throws {
    let daemons = try Daemons()
    let server = try obstacle.put(at: daemons.socketPath)
    defer { server?.stop() }
    let isLate = [.silence, .halfAnHead, .slowBody].contains(obstacle)
    let limits = isLate ? Daemons.shortLimits : Daemons.limits
    let error = await #expect(throws: DaemonError.self) {
      if obstacle == .folderOfAnother {
        guard geteuid() != 0 else { throw DaemonError.failed(reason: obstacle.words) }  // root may use any socket
        chmod(daemons.folder.path, 0)
        defer { chmod(daemons.folder.path, 0o700) }
        try await daemons.withClient(limits: limits) { _ = try await $0.status() }
      } else {
        try await daemons.withClient(limits: limits) { _ = try await $0.status() }
      }
    }
    #expect(error?.description.contains(obstacle.words) == true, "\(error?.description ?? "")")
    switch error {
    case .failed?, .refused(_, 500...)?: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("a request takes one connection")
  func oneConnection() async throws {
    let daemons = try Daemons()
    let server = try ScriptedServer(socketPath: daemons.socketPath) { call in
      call.answer(headers: ["Content-Type: application/json"], body: Array("{\"a\":1}".utf8))
    }
    defer { server.stop() }
    try await daemons.withClient { client in _ = try await client.get("/api/queue") }
    #expect(server.callCount == 1)
    #expect(server.requests.map(\.line) == ["GET /api/queue HTTP/1.1"])
  }

  /// Faulty answers: most of them break off or have a part without an end.
  enum BadAnswer: String, CaseIterable {
    case halfLength, halfChunk, noLastChunk, endlessTrailer, endlessContinue, endlessExtension, manyFields, twoAnswers
    case unasked

    var words: String {
      switch self {
      case .halfLength, .halfChunk, .noLastChunk: "closed the connection in the middle"
      case .endlessTrailer, .endlessContinue, .endlessExtension, .manyFields, .unasked: "it does not speak HTTP"
      case .twoAnswers: ""
      }
    }

    func send(_ call: ScriptedCall) {
      let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      switch self {
      case .halfLength: call.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":1}")
      case .halfChunk: call.send(chunked + "ff\r\n{\"a\":1}")
      case .noLastChunk: call.send(chunked + "7\r\n{\"a\":1}\r\n")
      case .endlessTrailer:
        call.send(chunked + "7\r\n{\"a\":1}\r\n0\r\n")
        call.sendForever(Array(String(repeating: "x: y\r\n", count: 10_000).utf8), limit: 1000)
      case .endlessContinue:
        call.sendForever(Array(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000).utf8), limit: 1000)
      case .endlessExtension:
        call.send(chunked + "7;x=")
        call.sendForever(block, limit: 1000)
      case .manyFields:
        call.send("HTTP/1.1 200 OK\r\n")
        call.sendForever(Array(String(repeating: "x: y\r\n", count: 1000).utf8), limit: 1000)
      case .twoAnswers:
        call.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}HTTP/1.1 500 No\r\nContent-Length: 1\r\n\r\nx")
      case .unasked: call.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\u{0}\u{1}")
      }
    }
  }

  @Test("an answer that breaks off or has no end gives an error before the timeout", arguments: BadAnswer.allCases)
  func badAnswers(answer: BadAnswer) async throws {
    let daemons = try Daemons()
    let server = try ScriptedServer(socketPath: daemons.socketPath) { answer.send($0) }
    defer { server.stop() }
    var limits = Daemons.limits
    limits.answer = .seconds(3600)
    try await daemons.withClient(limits: limits) { client in
      if answer == .twoAnswers {
        let found = try await client.get("/")["a"]?.integer(Int.self)
        #expect(found == 1)
      } else {
        let error = await #expect(throws: DaemonError.self) { _ = try await client.get("/") }
        let isAnswered = answer == .unasked && error?.description.contains("answers 101") == true
        #expect(error?.description.contains(answer.words) == true || isAnswered, "\(error?.description ?? "")")
      }
    }
  }

  @Test("an answer in pieces of one byte, or in many chunks, is read completely", arguments: [false, true])
  func pieces(isChunked: Bool) async throws {
    let daemons = try Daemons()
    let text = "{\"a\":\"\(String(repeating: "x", count: 60))\"}"
    let server = try ScriptedServer(socketPath: daemons.socketPath) { call in
      if isChunked {
        call.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for byte in text.utf8 { call.send("1\r\n\(Character(UnicodeScalar(byte)))\r\n") }
        call.send("0\r\nx: y\r\n\r\n")
      } else {
        call.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)", piecesOf: 1)
      }
    }
    defer { server.stop() }
    try await daemons.withClient { client in
      let answer = try await client.get("/")
      #expect(answer["a"]?.text == String(repeating: "x", count: 60))
    }
  }

  @Test("an answer may take longer than the time for its next piece, as over a slow line; a silence may not")
  func slowLine() async throws {
    let daemons = try Daemons()
    let limit = Duration.milliseconds(1500)
    let text = Array("{\"a\":\"\(String(repeating: "x", count: 60 * RemoteLimits.paceBytes))\"}".utf8)
    let server = try ScriptedServer(socketPath: daemons.socketPath) { call in
      call.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.count)\r\n\r\n")
      guard call.request.path == "/slow" else { return call.waitForEnd() }
      call.send(text, piecesOf: RemoteLimits.paceBytes, pause: limit / 40)
    }
    defer { server.stop() }
    var limits = Daemons.limits
    limits.answer = limit
    limits.silence = limit * 4
    try await daemons.withClient(limits: limits) { client in
      let answer = try await client.get("/slow")
      #expect(answer["a"]?.text?.utf8.count == 60 * RemoteLimits.paceBytes)
      let error = await #expect(throws: DaemonError.self) { try await client.get("/silent") }
      #expect(error?.description.contains("answers too slowly") == true, "\(error?.description ?? "")")
    }
  }

  @Test("a cancelled request closes its connection while the daemon is silent")
  func cancellation() async throws {
    let daemons = try Daemons()
    let server = try ScriptedServer(socketPath: daemons.socketPath) { $0.waitForEnd() }
    defer { server.stop() }
    var limits = Daemons.limits
    limits.answer = .seconds(3600)  // only the cancellation can end the request
    try await daemons.withClient(limits: limits) { client in
      let task = Task { try await client.status() }
      #expect(await Daemons.eventually { server.requests.count == 1 })
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await Daemons.eventually { server.openCallCount == 0 })
    }
  }

  @Test("the client tries a listener that accepts no connection until the timeout of the answer")
  func fullBacklog() async throws {
    let daemons = try Daemons()
    let listener = try #require(UnixStream.listen(at: daemons.socketPath))
    var waiting: [Int32] = []
    defer { for descriptor in waiting + [listener] { close(descriptor) } }
    while let descriptor = UnixStream.connect(to: daemons.socketPath) { waiting.append(descriptor) }
    let error = await #expect(throws: DaemonError.self) {
      try await daemons.withClient(limits: Daemons.shortLimits) { _ = try await $0.status() }
    }
    #expect(error?.description == "radiod serve does not answer: nothing came within 1 s")
  }

  @Test("a path that no socket can have is an error of the option")
  func longPath() {
    let error = #expect(throws: OptionError.self) { try DaemonAddress(path: "/" + String(repeating: "x", count: 107)) }
    #expect(error?.description == "socket takes a path of 1 to 107 bytes, not 108")
    #expect(throws: OptionError.self) { try DaemonAddress(path: "") }
  }

  @Test("without a daemon the error names the user's socket, and a stale socket is an error of its own")
  func candidates() async throws {
    let scratch = try Scratch()
    let environment = ["XDG_RUNTIME_DIR": scratch.path]
    let folders = Folders(environment: environment, userID: geteuid())
    let address = DaemonAddress(folders: folders)
    let missing = #expect(throws: DaemonError.self) { try address.locate() }
    #expect(
      missing?.description == "radiod serve is not running (no socket at \(scratch.path)/springradio/radiod.sock)")
    mkdir(folders.runtime, 0o700)
    if let descriptor = UnixStream.listen(at: folders.webSocket) { close(descriptor) }
    let stale = #expect(throws: DaemonError.self) { try address.locate() }
    #expect(stale?.description.contains("no listener") == true)
  }
}
