import AudioCore
import Glibc
import Remote
import Synchronization
import TestSupport
import Testing

@Suite("Following the daemon's events", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct EventFeedTests {
  @Test("after a restart the feed reports the loss once, and continues with the events that it missed")
  func restart() async throws {
    let daemons = try Daemons()
    let first = try FakeDaemon(socketPath: daemons.socketPath)
    try await daemons.withClient { client in
      var feed = client.events("/api/events").makeAsyncIterator()
      #expect(try await feed.next() == .connected)
      _ = try await feed.next()
      first.emit("title", "{\"title\":\"One\"}")
      guard case .event(let event)? = try await feed.next() else { throw TestError("no event") }
      #expect(event == ServerEvent(name: "title", data: "{\"title\":\"One\"}", id: "1"))
      first.stop()
      guard case .lost? = try await feed.next() else { throw TestError("no loss") }
      unlink(daemons.socketPath)
      let second = try FakeDaemon(socketPath: daemons.socketPath)
      defer { second.stop() }
      second.emit("title", "{\"title\":\"One\"}")
      second.emit("title", "{\"title\":\"Two\"}")
      #expect(try await feed.next() == .connected)
      try #require(second.lastIDs == ["1"])
      _ = try await feed.next()
      guard case .event(let next)? = try await feed.next() else { throw TestError("no event") }
      #expect(next.id == "2" && next.data.contains("Two"))
    }
  }

  @Test("a feed waits for a daemon that is not running only when it is asked to")
  func beginning() async throws {
    let daemons = try Daemons()
    try await daemons.withClient { client in
      var impatient = client.events("/api/events").makeAsyncIterator()
      let error = await #expect(throws: DaemonError.self) { try await impatient.next() }
      #expect(error?.description.contains("not running") == true)
      var waiting = client.events("/api/events", reconnectMode: .forever).makeAsyncIterator()
      guard case .lost? = try await waiting.next() else { throw TestError("no loss") }
      let daemon = try FakeDaemon(socketPath: daemons.socketPath)
      defer { daemon.stop() }
      #expect(try await waiting.next() == .connected)
    }
  }

  /// What a faulty server may send instead of events.
  enum Harm: CaseIterable {
    case endlessLine, endlessEvent, silence, otherType, refusal, hangUp

    var words: String {
      switch self {
      case .endlessLine, .endlessEvent: "an event that has no end"
      case .silence: "does not answer"
      case .otherType: "something else than events"
      case .refusal: "no more streams"
      case .hangUp: "closed the stream"
      }
    }

    func send(_ call: ScriptedCall) {
      switch self {
      case .otherType: return call.answer(headers: ["Content-Type: application/json"], body: Array("{}".utf8))
      case .refusal: return call.answer("404 Not Found", body: Array("{\"error\":\"no more streams\"}".utf8))
      case .endlessLine, .endlessEvent, .silence, .hangUp: call.answer(headers: ["Content-Type: text/event-stream"])
      }
      let line = (self == .endlessEvent ? "data: x\n" : "xxxxxxxx")
      switch self {
      case .silence: call.waitForEnd()
      case .endlessLine, .endlessEvent:
        call.sendForever(Array(String(repeating: line, count: 8192).utf8), limit: 1 << 14)
      case .otherType, .refusal, .hangUp: break
      }
    }
  }

  @Test("a faulty stream is closed, and its fault is reported", arguments: Harm.allCases)
  func harm(harm: Harm) async throws {
    let daemons = try Daemons()
    let server = try ScriptedServer(socketPath: daemons.socketPath) { harm.send($0) }
    defer { server.stop() }
    try await daemons.withClient(limits: harm == .silence ? Daemons.shortLimits : Daemons.limits) { client in
      var feed = client.events("/api/events").makeAsyncIterator()
      var reported: DaemonError?
      do {
        while reported == nil { if case .lost(let error)? = try await feed.next() { reported = error } }
      } catch {
        reported = error as? DaemonError
      }
      #expect(reported?.description.contains(harm.words) == true, "\(reported?.description ?? "")")
    }
  }

  @Test("a feed waits longer and longer before it connects again to a daemon that sends nothing")
  func pauses() async throws {
    let daemons = try Daemons()
    let server = try ScriptedServer(socketPath: daemons.socketPath) { Harm.hangUp.send($0) }
    defer { server.stop() }
    try await daemons.withClient { client in
      var feed = client.events("/api/events", reconnectMode: .forever).makeAsyncIterator()
      let begin = ContinuousClock.now
      var connections = 0
      while connections < 3 { if try await feed.next() == .connected { connections += 1 } }
      #expect(ContinuousClock.now - begin >= .milliseconds(300), "the pauses are 100 and 200 ms")
    }
  }

  @Test("a feed asks a daemon again that cannot answer for a while")
  func busy() async throws {
    let daemons = try Daemons()
    let calls = Atomic<Int>(0)
    let server = try ScriptedServer(socketPath: daemons.socketPath) { call in
      guard calls.add(1, ordering: .relaxed).newValue > 2 else {
        return call.answer("503 Service Unavailable", body: Array("{\"error\":\"busy\"}".utf8))
      }
      call.answer(headers: ["Content-Type: text/event-stream"])
      _ = call.send(Array("data: x\n\n".utf8))
    }
    defer { server.stop() }
    try await daemons.withClient { client in
      var feed = client.events("/api/events", reconnectMode: .forever).makeAsyncIterator()
      guard case .lost? = try await feed.next() else { throw TestError("no loss") }
      #expect(try await feed.next() == .connected)
      #expect(try await feed.next() == .event(ServerEvent(name: "message", data: "x")))
    }
  }

  @Test("events that the consumer does not take are not read, so that a flood stops at the sender")
  func flood() async throws {
    let daemons = try Daemons()
    let sent = Atomic<Int>(0)
    let server = try ScriptedServer(socketPath: daemons.socketPath) { call in
      call.answer(headers: ["Content-Type: text/event-stream"])
      let event = Array("data: \(String(repeating: "x", count: 1 << 16))\n\n".utf8)
      while call.send(event) { sent.add(event.count, ordering: .relaxed) }
    }
    defer { server.stop() }
    try await daemons.withClient { client in
      var feed = client.events("/api/events").makeAsyncIterator()
      #expect(try await feed.next() == .connected)
      for _ in 0..<10 { _ = try await feed.next() }
      // The sender can send only as much as the buffers of the system and of the client hold.
      let taken = sent.load(ordering: .relaxed)
      let deadline = ContinuousClock.now + .milliseconds(500)
      while ContinuousClock.now < deadline, sent.load(ordering: .relaxed) < taken + (4 << 20) { await Task.yield() }
      #expect(sent.load(ordering: .relaxed) < taken + (4 << 20))
      for _ in 0..<100 { _ = try await feed.next() }
      #expect(sent.load(ordering: .relaxed) > taken)
    }
  }

  @Test("a feed that is dropped closes its connection")
  func dropped() async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    try await daemons.withClient { client in
      for try await element in client.events("/api/events") {
        if case .event = element { break }
      }
      #expect(await Daemons.eventually { daemon.openStreams == 0 })
    }
  }

  @Test("a cancelled feed closes its connection")
  func cancellation() async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    try await daemons.withClient { client in
      let task = Task { for try await _ in client.events("/api/events") {} }
      #expect(await Daemons.eventually { daemon.openStreams == 1 })
      task.cancel()
      #expect(await Daemons.eventually { daemon.openStreams == 0 })
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}

/// The failure of a test's expectation.
struct TestError: Error {
  let words: String
  init(_ words: String) { self.words = words }
}
