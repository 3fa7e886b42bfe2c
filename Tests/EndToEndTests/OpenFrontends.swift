import Foundation
import Glibc
import Synchronization
import TestSupport

/// The frontends of a test's own `radiod serve`, all open, and a client that asks for the status all the time: over
/// HTTP ten times a second, mostly on one connection and sometimes on a new one, and now and then in MPD's protocol.
final class OpenFrontends: Sendable {
  /// An answer with the status.
  struct Answer: Sendable {
    /// When it was asked for, in seconds since this object was made.
    var seconds: Double
    /// How long it took, in seconds.
    var took: Double
    /// How much of that time client and daemon may have waited for a processor, in seconds; only for late answers.
    var machine: Double
    /// `playing`, `retrying` …; empty for MPD's protocol.
    var state: String
  }

  private struct Record {
    var answers: [Answer] = []
    var failures: [String] = []
    var isOver = false
  }

  private static let pauseMicroseconds: useconds_t = 100_000
  private static let request = "GET /api/status HTTP/1.1\r\nHost: radio\r\n\r\n"

  private let folder: Scratch
  private let mpdPort: Int
  private let httpPort: Int
  private let start = ContinuousClock.now
  private let record = Mutex(Record())
  /// Held while a request is under way, and while the client must not ask.
  private let turn = DispatchSemaphore(value: 1)

  private let reconnects: Bool

  /// Folders and ports for a daemon that starts later. The client stays on one connection unless `reconnects`.
  init(reconnects: Bool = true) throws {
    self.reconnects = reconnects
    folder = try Scratch()
    (mpdPort, httpPort) = (try ScriptedServer.freePort(), try ScriptedServer.freePort())
  }

  /// The daemon's arguments for its frontends.
  var arguments: [String] { ["--mpd-port", "\(mpdPort)", "--http", "--http-port", "\(httpPort)"] }

  /// The environment that names the daemon's folders.
  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"), "XDG_CONFIG_HOME": folder.path("config")]
  }

  /// The folder of its sockets `radiod.sock` and `mpd.sock`.
  var runtimeFolder: String { folder.path("springradio") }

  /// All answers so far.
  var answers: [Answer] { record.withLock { $0.answers } }

  /// Whether the client got the status in each protocol.
  var hasAskedAll: Bool { answers.contains { $0.state.isEmpty } && answers.contains { !$0.state.isEmpty } }

  /// The failures of requests so far.
  var failures: [String] { record.withLock { $0.failures } }

  /// Starts to ask once the frontends are open; ends with `process`.
  func ask(_ process: ProcessRunner) {
    Thread.detachNewThread { [weak process, self] in
      let isOpen = ProcessRunner.eventually {
        Self.client(at: self.runtimeFolder + "/mpd.sock") != nil || self.isOver(process)
      }
      var asker =
        isOpen ? process.flatMap { Asker(of: $0.pid, folder: self.runtimeFolder, reconnects: self.reconnects) } : nil
      if asker == nil, !self.isOver(process) { self.fail("the frontends do not start") }
      var number = 0
      while let current = asker, !self.isOver(process) {
        self.turn.wait()
        do {
          try self.record(current.answer(number, since: self.start))
        } catch {
          // An answer that the end of the process cuts off does not count as missing.
          if !ProcessRunner.eventually(within: .seconds(3), { self.isOver(process) }) { self.fail("\(error)") }
          asker = nil
        }
        self.turn.signal()
        number += 1
        usleep(Self.pauseMicroseconds)
      }
    }
  }

  /// Stops asking, as when the whole program is suspended.
  func rest() { turn.wait() }

  /// Asks again.
  func goOn() { turn.signal() }

  /// Stops asking for good.
  func close() { record.withLock { $0.isOver = true } }

  /// Sends a request over HTTP on a new connection; returns the answer's body.
  func post(_ path: String, _ body: String = "{}") throws -> String {
    guard let client = Self.client(at: runtimeFolder + "/radiod.sock") else {
      throw FrontendError(description: "no socket")
    }
    client.send(
      "POST \(path) HTTP/1.1\r\nHost: radio\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return try Self.body(client)
  }

  /// The body of the answer for `path`.
  func get(_ path: String) throws -> String {
    guard let client = Self.client(at: runtimeFolder + "/radiod.sock") else {
      throw FrontendError(description: "no socket")
    }
    client.send("GET \(path) HTTP/1.1\r\nHost: radio\r\n\r\n")
    return try Self.body(client)
  }

  /// Sends a line in MPD's protocol; returns the lines that come back, the last of them `OK` or an error.
  func mpd(_ line: String) throws -> [String] {
    guard let client = Self.client(at: runtimeFolder + "/mpd.sock") else {
      throw FrontendError(description: "no socket")
    }
    _ = try client.line()
    return try Self.mpd(line, client)
  }

  /// A value of the metrics; nil when there is none with that name.
  func metric(_ name: String) throws -> Double? {
    try get("/metrics").split(separator: "\n").first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.flatMap {
      Double($0)
    }
  }

  /// The state in the current status.
  var state: String { (try? Self.state(in: get("/api/status"))) ?? "" }

  /// Waits at most `limit` seconds until the state is one of these.
  func waits(for states: Set<String>, within limit: Double) -> Bool {
    ProcessRunner.eventually(within: .seconds(limit)) { states.contains(state) }
  }

  // MARK: -

  /// A frontend did not answer as it should.
  struct FrontendError: Error, CustomStringConvertible {
    var description: String
  }

  private func isOver(_ process: ProcessRunner?) -> Bool {
    process.map { $0.exitCode != nil } ?? true || record.withLock { $0.isOver }
  }

  private func record(_ answer: Answer) { record.withLock { $0.answers.append(answer) } }
  private func fail(_ words: String) {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    record.withLock { $0.failures.append("\(seconds) s: \(words)") }
  }

  private static func client(at path: String) -> LineClient? { try? LineClient(path: path) }

  private static func body(_ client: LineClient) throws -> String {
    var length = 0
    guard let status = try client.line(), status.hasPrefix("HTTP/1.1 ") else {
      throw FrontendError(description: "the connection was closed")
    }
    while let line = try client.line(), line != "\r" {
      let words = line.lowercased().split(separator: ":")
      if words.first == "content-length" { length = Int(words[1].filter(\.isNumber)) ?? 0 }
    }
    return String(decoding: try client.bytes(length), as: UTF8.self)
  }

  private static func mpd(_ line: String, _ client: LineClient) throws -> [String] {
    client.send(line + "\n")
    var lines: [String] = []
    while let line = try client.line() {
      lines.append(line)
      if line == "OK" || line.hasPrefix("ACK ") { return lines }
    }
    throw FrontendError(description: "MPD's connection was closed")
  }

  private static func state(in json: String) throws -> String {
    guard let match = json.firstMatch(of: /"state":"([a-z]+)"/) else {
      throw FrontendError(description: "no status: \(json)")
    }
    return String(match.1)
  }

  /// The client that asks, on its own thread.
  private final class Asker {
    private static let asksMPDEvery = 5
    private static let reconnectsEvery = 7

    private static let looksEvery = 10
    private static let isLate = 0.1

    private let pid: pid_t
    private let folder: String
    private let reconnects: Bool
    /// Seconds for which each thread of the daemon had waited for a processor, some answers ago.
    private var waited: [String: Double] = [:]
    private let web: LineClient
    private let mpd: LineClient

    init?(of pid: pid_t, folder: String, reconnects: Bool) {
      guard let web = OpenFrontends.client(at: folder + "/radiod.sock"),
        let mpd = OpenFrontends.client(at: folder + "/mpd.sock"),
        (try? mpd.line()) != nil
      else { return nil }
      (self.pid, self.folder, self.reconnects, self.web, self.mpd) = (pid, folder, reconnects, web, mpd)
    }

    func answer(_ number: Int, since epoch: ContinuousClock.Instant) throws -> Answer {
      if number % Self.looksEvery == 0 { waited = daemonWaits }
      let ownWait = Self.wait(of: "/proc/thread-self")
      let begin = ContinuousClock.now
      var state = ""
      if number % Self.asksMPDEvery == 1 {
        guard try OpenFrontends.mpd("status", mpd).contains(where: { $0.hasPrefix("state: ") }) else {
          throw FrontendError(description: "MPD's status has no state")
        }
      } else {
        let isNew = reconnects && number % Self.reconnectsEvery == Self.reconnectsEvery - 1
        guard let client = isNew ? OpenFrontends.client(at: folder + "/radiod.sock") : web else {
          throw FrontendError(description: "no client is accepted")
        }
        client.send(OpenFrontends.request)
        state = try OpenFrontends.state(in: OpenFrontends.body(client))
      }
      let took = (ContinuousClock.now - begin) / .seconds(1)
      var machine = 0.0
      if took > Self.isLate {
        machine = Self.wait(of: "/proc/thread-self") - ownWait
        machine += daemonWaits.map { $0.value - (waited[$0.key] ?? 0) }.max() ?? 0
      }
      return Answer(seconds: (begin - epoch) / .seconds(1), took: took, machine: machine, state: state)
    }

    /// Seconds for which each thread of the daemon was ready to run but had no processor.
    private var daemonWaits: [String: Double] {
      let folder = "/proc/\(pid)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Dictionary(threads.map { ($0, Self.wait(of: folder + "/" + $0)) }) { first, _ in first }
    }

    /// The same for one thread.
    private static func wait(of thread: String) -> Double {
      let words = (try? String(contentsOfFile: thread + "/schedstat", encoding: .utf8))?.split(separator: " ")
      return words.flatMap { $0.count > 1 ? Double($0[1]) : nil }.map { $0 / 1e9 } ?? 0
    }
  }
}
