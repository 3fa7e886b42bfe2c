import Foundation
import TestSupport

/// Follows what a daemon sends by itself: server-sent events, MPD's `idle`, and changed properties at the session bus.
///
/// How many of them come depends on time: two changes may be one signal. So the corpus has for each step what does not:
/// the status at its end, each title, notice and change of queue and list, the subsystems, and the properties that are not
/// as before the step.
final class CorpusFollower {
  private let events: LineClient
  private let idle: LineClient
  private let monitor: ProcessRunner
  private let names: CorpusNames
  private var block: [String] = []
  private var readBytes = 0
  /// The last status, as JSON.
  private(set) var status = ""
  /// The lines of the status at the end of the last step.
  private var shown: [String] = []
  /// Other events of this step: their names and data.
  private var others: [(name: String, data: String)] = []
  /// The last picture.
  private var picture: String?
  /// The properties that were signalled, as lines of JSON.
  private var properties: [String: [String]] = [:]
  private var before: [String: [String]] = [:]

  /// Follows the daemon with the web server at `eventsPath`. `idle` is a connection to MPD's server, and
  /// `properties` reads the player's properties, after signals have begun to be received.
  init(
    eventsPath: String, idle: LineClient, bus: SessionBusServer, names: CorpusNames,
    properties: () throws -> [String: [String]]
  ) throws {
    self.names = names
    self.idle = idle
    events = try LineClient(path: eventsPath)
    events.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    monitor = try ProcessRunner(
      "busctl",
      [
        "--user", "--json=short", "--match",
        "type='signal',interface='org.freedesktop.DBus.Properties',path='/org/mpris/MediaPlayer2'", "monitor",
      ], environment: bus.environment)
    let monitor = monitor
    let isMonitoring = ProcessRunner.eventually {
      (monitor.errorText + String(decoding: monitor.output, as: UTF8.self)).contains("Monitoring")
    }
    guard isMonitoring, try eventually({ !$0.status.isEmpty }) else {
      throw CorpusError("the daemon's events cannot be followed: \(monitor.errorText)")
    }
    self.properties = try properties()
    before = self.properties.mapValues { $0.map(names.named) }
  }

  deinit { monitor.terminate() }

  /// Waits until `condition` holds after what has come.
  func eventually(_ condition: (CorpusFollower) throws -> Bool) throws -> Bool {
    var fault: (any Error)?
    let holds = ProcessRunner.eventually(within: .seconds(20)) {
      do {
        try read()
        return try condition(self)
      } catch {
        fault = error
        return true
      }
    }
    if let fault { throw fault }
    return holds
  }

  /// The volume in the last status.
  var volume: Int? { JSONObjects.whole(Array(status.utf8))?["volume"] as? Int }
  /// The last picture that was sent.
  var lastPicture: String? { picture }

  /// Whether the properties that were signalled are `others`; a position is not signalled.
  func hasSignalled(_ others: [String: [String]]) -> Bool {
    func comparable(_ properties: [String: [String]]) -> [String: [String]] {
      properties.filter { $0.key != "Position" }.mapValues { $0.map(names.named) }
    }
    return comparable(properties) == comparable(others)
  }

  /// The subsystems that MPD's server has noted for this client since the last call. `noidle` ends an `idle` that has
  /// nothing to say, and is ignored after one that had.
  func takeSubsystems() throws -> Set<String> {
    idle.send("idle\nnoidle\nping\n")
    var (subsystems, answers): (Set<String>, Int) = ([], 0)
    while answers < 2 {
      guard let line = try idle.line() else { throw CorpusError("MPD's connection ended") }
      if line == "OK" { answers += 1 } else { subsystems.insert(String(line.dropFirst("changed: ".count))) }
    }
    return subsystems
  }

  /// Keeps the connection to MPD's server.
  func ping() throws {
    idle.send("ping\n")
    guard try idle.line() == "OK" else { throw CorpusError("MPD's connection ended") }
  }

  /// Ends a step, and returns its lines.
  func takeStep(_ subsystems: Set<String>, hasPicture: Bool) -> [String] {
    var lines = changes()
    for name in Set(others.map(\.name)).sorted() {
      for event in others where event.name == name {
        lines += names.members(CorpusJSON.lines(of: event.data) ?? [event.data]).map { name + $0 }
      }
    }
    if hasPicture, let picture { lines += names.members(CorpusJSON.lines(of: picture) ?? []).map { "picture" + $0 } }
    lines += subsystems.sorted().map { "idle \($0)" }
    for name in properties.keys.sorted() {
      let lasting = (properties[name] ?? []).map(names.named)
      if lasting != before[name] ?? [] { lines += lasting.map { "property \(name)\($0)" } }
    }
    others = []
    before = properties.mapValues { $0.map(names.named) }
    return lines
  }

  /// The lines of the status that are not as at the end of the step before, and the members that are gone.
  private func changes() -> [String] {
    let now = names.members(CorpusJSON.lines(of: status) ?? [status])
    let members = Set(now.map(CorpusComparison.member))
    let gone = shown.map(CorpusComparison.member).filter { !members.contains($0) }
    defer { shown = now }
    return now.filter { !shown.contains($0) }.map { "status" + $0 } + gone.map { "status without \($0)" }
  }

  // MARK: - Reading

  private func read() throws {
    while events.hasInput {
      guard let line = try events.line()?.replacing("\r", with: "") else { throw CorpusError("the events ended") }
      // Sizes of chunks stand between the events; they have no colon.
      if line.contains(": ") { block.append(line) } else if line.isEmpty { takeBlock() }
    }
    let output = monitor.output
    guard let end = output.lastIndex(of: 0x0A), end >= readBytes else { return }
    for line in output[readBytes..<end].split(separator: 0x0A) { receive(signal: Array(line)) }
    readBytes = end + 1
  }

  private func takeBlock() {
    defer { block = [] }
    guard let data = block.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6),
      let name = block.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7)
    else { return }
    switch name {
    case "status": status = String(data)
    case "picture": picture = String(data)
    default: others.append((String(name), String(data)))
    }
  }

  private func receive(signal line: [UInt8]) {
    guard let message = JSONObjects.whole(line), message["member"] as? String == "PropertiesChanged",
      let payload = CorpusJSON.lines(of: String(decoding: line, as: UTF8.self))
    else { return }
    let lines = CorpusBus.values(payload.filter { $0.hasPrefix(".payload.data[1].") })
    for (name, lines) in Self.properties(lines, at: ".payload.[1]") { properties[name] = lines }
  }

  /// The properties in `lines`, by their names; those of the dictionary at `path`.
  static func properties(_ lines: [String], at path: String) -> [String: [String]] {
    var properties: [String: [String]] = [:]
    for line in lines where line.hasPrefix(path + ".") {
      let rest = line.dropFirst(path.count + 1)
      let name = String(rest.prefix { $0 != "." && $0 != ":" && $0 != " " })
      properties[name, default: []].append(String(rest.dropFirst(name.count)))
    }
    return properties
  }
}
