import Foundation
import Glibc
import Synchronization

/// A stand-in for `radiod serve` on a Unix socket, with a small simulated radio. It answers as the daemon does, records
/// the requests, and sends the events that the test wants.
public final class FakeDaemon: Sendable {
  private struct State {
    var status: [String: String] = [
      "state": "\"playing\"", "station": "\"groovesalad\"", "name": "\"Groove Salad\"",
      "title": "\"Artist - Song\"", "codec": "\"mp3\"", "bitRate": "127900", "sampleRate": "44100", "channels": "2",
      "elapsed": "12.3", "buffered": "8.1", "bufferCapacity": "20", "volume": "70", "muted": "false",
    ]
    var events: [(name: String, data: String)] = []
    /// The requests by the number of their connection: of two connections, the thread of the later one may be first.
    var asked: [Int: String] = [:]
    var lastIDs: [String?] = []
    /// The height of the bars in all frames, 0…1; nil sends no frames.
    var level: Double? = 0.5
    var streams = 0
    /// What answers requests for further paths, after their bodies were read.
    var answers: [String: @Sendable (ScriptedCall) -> Void] = [:]
  }

  private let state: SharedState
  private let server: ScriptedServer

  /// State that the threads share.
  private final class SharedState: Sendable {
    let mutex = Mutex(State())
    func callAsFunction<Result>(_ body: (inout State) -> Result) -> Result {
      mutex.withLock { state in body(&state) }
    }
  }

  /// A daemon that listens at `socketPath`.
  public init(socketPath: String) throws {
    let state = SharedState()
    self.state = state
    server = try ScriptedServer(socketPath: socketPath) { Self.answer($0, state) }
  }

  /// Ends all connections and accepts no more; the socket's file stays.
  public func stop() { server.stop() }

  /// The requests so far, in the order in which their connections were made: each first line without its version and,
  /// for a POST, the body: `POST /api/volume {"volume":5}`.
  public var asked: [String] { state { $0.asked.sorted { $0.key < $1.key }.map(\.value) } }

  /// The `Last-Event-ID` of each request for events.
  public var lastIDs: [String?] { state { $0.lastIDs } }

  /// Sets members of the status, as JSON; nil removes one.
  public func set(_ members: [String: String?]) {
    state { state in for (key, value) in members { state.status[key] = value } }
  }

  /// Sends an event to all clients that listen; ids count from 1.
  public func emit(_ name: String, _ data: String) { state { $0.events.append((name, data)) } }

  /// Sends the status as an event.
  public func emitStatus() { state { Self.emitStatus(&$0) } }

  /// Sets the height of the bars in all frames from now on, 0…1; nil is a silent station, which has no frames.
  public func setLevel(_ level: Double?) { state { $0.level = level } }

  /// Answers requests for `path`, with any query, with `body` from now on. `path` may begin with a method and a blank.
  public func answer(_ path: String, with body: String, status: String = "200 OK") {
    answer(path) { Self.send(body, status: status, to: $0) }
  }

  /// Answers requests for `path` with `script` from now on.
  public func answer(_ path: String, _ script: @escaping @Sendable (ScriptedCall) -> Void) {
    state { $0.answers[path] = script }
  }

  /// Answers requests for `/api/samples` with `script` from now on. Without one they are refused, as by older daemons.
  public func answerSamples(_ script: @escaping @Sendable (ScriptedCall) -> Void) { answer("/api/samples", script) }

  /// The number of open event streams.
  public var openStreams: Int { state { $0.streams } }

  /// Adds an event with the status, which includes this event.
  private static func emitStatus(_ state: inout State) {
    state.events.append(("status", ""))
    state.events[state.events.count - 1].data = json(state)
  }

  private static func json(_ state: State) -> String {
    "{" + state.status.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      + ",\"event\":\(state.events.count),\"version\":\"0\"}"
  }

  private static func answer(_ call: ScriptedCall, _ state: SharedState) {
    let words = call.request.line.split(separator: " ")
    guard words.count == 3 else { return }
    let body = String(decoding: call.readBody(), as: UTF8.self)
    state { $0.asked[call.number] = "\(words[0]) \(words[1])" + (words[0] == "POST" ? " \(body)" : "") }
    let path = call.request.path.split(separator: "?").first.map(String.init) ?? ""
    if let script = state({ $0.answers["\(words[0]) \(path)"] ?? $0.answers[path] }) { return script(call) }
    switch path {
    case "/api/status": send(state { json($0) }, to: call)
    case "/api/events": sendEvents(call, state)
    case "/api/spectrum": sendSpectrum(call, state)
    case "/api/queue", "/api/queue/add":
      send(
        """
        {"version":2,"isStationList":false,"entries":[\
        {"position":1,"name":"FIP","id":"fip","address":"http://fip.example/","isCurrent":false},\
        {"position":2,"name":"Groove Salad","id":"groovesalad","address":"http://soma.example/","isCurrent":true},\
        {"position":3,"name":"http://x.example/","address":"http://x.example/","isCurrent":false}]}
        """, to: call)
    case "/api/queue/remove" where body.contains("99"):
      send("{\"error\":\"the queue has no entry 99\"}", status: "404 Not Found", to: call)
    case "/api/queue/remove":
      send(
        """
        {"version":3,"isStationList":false,"entries":[\
        {"position":1,"name":"FIP","id":"fip","address":"http://fip.example/","isCurrent":true}]}
        """, to: call)
    case "/api/queue/clear": send("{\"version\":4,\"isStationList\":false,\"entries\":[]}", to: call)
    case "/api/queue/reset":
      send(
        """
        {"version":5,"isStationList":true,"entries":[\
        {"position":1,"name":"FIP","id":"fip","address":"http://fip.example/","isCurrent":true}]}
        """, to: call)
    case "/api/history":
      send(
        """
        {"titles":[{"time":1789000060.5,"title":"Artist - Song","station":"groovesalad","name":"Groove Salad"},\
        {"time":1789000000,"title":"Older","name":"FIP"}]}
        """, to: call)
    case "/api/play" where body.contains("nosuch"):
      send("{\"error\":\"no station named 'nosuch'; did you mean fip?\"}", status: "404 Not Found", to: call)
    case "/api/play" where body.contains("ftp:"):
      send("{\"error\":\"only http and https addresses can be played\"}", status: "400 Bad Request", to: call)
    case "/api/play", "/api/stop", "/api/pause", "/api/toggle", "/api/next", "/api/previous", "/api/volume",
      "/api/seek":
      send(state { obey(call.request.path, body, &$0) }, to: call)
    default: send("{\"error\":\"there is nothing here\"}", status: "404 Not Found", to: call)
    }
  }

  private static func obey(_ path: String, _ body: String, _ state: inout State) -> String {
    func number(_ key: String) -> Int? {
      body.firstRange(of: "\"\(key)\":").flatMap { Int(body[$0.upperBound...].prefix { "-0123456789".contains($0) }) }
    }
    let volume = Int(state.status["volume"] ?? "") ?? 0
    if let new = number("volume") { state.status["volume"] = "\(new)" }
    if let change = number("change") { state.status["volume"] = "\(min(max(volume + change, 0), 100))" }
    if body.contains("\"muted\":") { state.status["muted"] = body.contains("\"muted\":true") ? "true" : "false" }
    if body.contains("\"toggleMute\":true") {
      state.status["muted"] = state.status["muted"] == "true" ? "false" : "true"
    }
    if path == "/api/stop" { state.status["state"] = "\"stopped\"" }
    if path == "/api/pause" { state.status["state"] = "\"paused\"" }
    if path == "/api/play" { state.status["state"] = "\"connecting\"" }
    if path == "/api/next" { state.status["name"] = "\"FIP\"" }
    emitStatus(&state)
    return json(state)
  }

  private static func send(_ body: String, status: String = "200 OK", to call: ScriptedCall) {
    call.answer(status, headers: ["Content-Type: application/json"], body: Array(body.utf8))
  }

  private static func begin(_ call: ScriptedCall) {
    call.answer(headers: ["Content-Type: text/event-stream", "Cache-Control: no-store"])
  }

  private static func sendEvents(_ call: ScriptedCall, _ state: SharedState) {
    let lastID = call.request.header("Last-Event-ID")
    var sent = state { state in
      state.lastIDs.append(lastID)
      state.streams += 1
      return lastID.flatMap { Int($0) } ?? state.events.count
    }
    defer { state { $0.streams -= 1 } }
    begin(call)
    call.send(state { "id: \(sent)\nevent: status\ndata: \(json($0))\n\n" })
    while true {
      let new = state { Array($0.events.dropFirst(sent)) }
      for event in new {
        sent += 1
        guard call.send("id: \(sent)\nevent: \(event.name)\ndata: \(event.data)\n\n") else { return }
      }
      guard call.send(":\n") else { return }
      call.pause(.milliseconds(10))
    }
  }

  private static func sendSpectrum(_ call: ScriptedCall, _ state: SharedState) {
    func option(_ key: String) -> String? {
      let pairs = (call.request.path.split(separator: "?").last ?? "").split(separator: "&")
      return pairs.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }
    let bands = option("bands").flatMap { Int($0) } ?? 80
    let rows = option("channels") == "mono" ? 1 : 2
    begin(call)
    let bandTexts = repeatElement("{\"low\":40,\"center\":50,\"high\":60}", count: bands).joined(separator: ",")
    call.send(
      """
      event: header
      data: {"type":"header","version":1,"source":"Groove Salad","codec":"mp3","sampleRate":44100,"channels":2,\
      "fftSize":4096,"hop":1470,"window":"hann","weighting":"none","profile":"\(option("profile") ?? "rta")",\
      "bands":[\(bandTexts)]}


      """)
    func list(_ value: String, _ count: Int) -> String {
      "[" + repeatElement(value, count: count).joined(separator: ",") + "]"
    }
    var index = 0
    while true {
      if let level = state({ $0.level }) {
        let levels = list(list("\(-70 + 60 * level)", bands), rows)
        let bars = list(list("\(level)", bands), rows)
        let isTaken = call.send(
          """
          event: frame
          data: {"type":"frame","index":\(index),"time":\(Double(index) / 30),"levels":\(levels),"bars":\(bars),\
          "peak":\(list("-3.01", rows)),"rms":\(list("-9.5", rows))}


          """)
        guard isTaken else { return }
        index += 1
      } else {
        guard call.send(":\n") else { return }
      }
      call.pause(.milliseconds(33))
    }
  }
}
