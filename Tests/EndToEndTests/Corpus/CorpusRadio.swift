import Foundation
import TestSupport

/// A daemon in one situation of the corpus, with its stations, its directory and its session bus.
final class CorpusRadio {
  /// Whether all programs are installed that it needs.
  static let isPossible = SessionBusServer.isAvailable && SignalSource.isAvailable

  private let folder: Scratch
  private let stations: CorpusStations
  private let names: CorpusNames
  private let directory: DirectoryServer
  private let busServer: SessionBusServer
  private let process: ProcessRunner
  /// The connection to MPD's server; a new one when it has closed the last.
  private var mpd: LineClient
  private let web: CorpusHTTP.Server
  private let httpPort: Int
  private let mpdPort: Int
  private let password: String?
  private var follower: CorpusFollower?
  /// What the daemon said about its picture at the end of the last step.
  private var shownPicture = ""
  /// The cookie of the last session.
  private var cookie: String?
  /// The entries so far, by their protocol.
  private(set) var entries: [String: [CorpusEntry]] = [:]

  /// The station list's file in the folder.
  private static let listPath = "config/springradio/stations.json"
  /// MPD's server closes a connection that says nothing for a minute.
  private static let linesBetweenPings = 20
  // The secrets are in requests of the corpus, too.
  private static let ownersToken = "zyxwv98765-the-owners-token"
  private static let listenersToken = "zyxwv98765-the-listeners-one"
  private static let password = "zyxwv98765-password"

  /// Starts the daemon in `situation`, and waits until all its frontends answer.
  init(_ situation: CorpusSituation) throws {
    folder = try Scratch()
    stations = try CorpusStations()
    busServer = try SessionBusServer()
    (httpPort, mpdPort) = (try ScriptedServer.freePort(), try ScriptedServer.freePort())
    directory = try DirectoryServer([
      .init(1, "Jazz Radio", url: "http://127.0.0.1:\(stations.port)/one", tags: ["jazz", "blues"], clicks: 5),
      .init(2, "Jazz Two", url: "http://127.0.0.1:\(stations.port)/two?found", tags: ["jazz"], codec: "AAC", clicks: 9),
    ])
    try FileManager.default.createDirectory(
      atPath: folder.path("config/springradio"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path("run"), withIntermediateDirectories: true)
    chmod(folder.path("run"), 0o700)
    let texts = [
      (folder.path, "<folder>"), ("127.0.0.1:\(stations.port)", "<station>"), (":\(directory.port)", ":<directory>"),
      (":\(httpPort)", ":<http>"), (":\(mpdPort)", ":<mpd>"),
    ]
    names = CorpusNames(texts: texts)
    for (name, text) in [("owner", Self.ownersToken), ("listener", Self.listenersToken), ("password", Self.password)] {
      try folder.write(text + "\n", as: name)
      chmod(folder.path(name), 0o600)
    }
    try folder.write(situation.list.replacing("<station>", with: "127.0.0.1:\(stations.port)"), as: Self.listPath)
    let config = situation.settings.replacing("<folder>", with: folder.path).replacing("<http>", with: "\(httpPort)")
    try folder.write(config, as: "config/springradio/config.json")
    let runtime = folder.path("run")
    let environment = Radiod.environment.merging([
      "XDG_RUNTIME_DIR": runtime, "XDG_STATE_HOME": folder.path("state"), "XDG_CONFIG_HOME": folder.path("config"),
      "XDG_CACHE_HOME": folder.path("cache"), "JOURNAL_STREAM": "",
      "SPRINGRADIO_DIRECTORY": situation.hasDirectory ? directory.url : "off",
      "DBUS_SESSION_BUS_ADDRESS": busServer.address,
    ]) { $1 }
    let arguments = situation.isListFixed ? ["--stations", "shipped"] : []
    process = try ProcessRunner(
      Radiod.path, ["serve", "--output", "silent", "--mpd-port", "\(mpdPort)"] + arguments, environment: environment)
    web = CorpusHTTP.Server(
      path: runtime + "/springradio/radiod.sock", port: situation.isOnNetwork ? httpPort : nil,
      tokens: ["owner": Self.ownersToken, "listener": Self.listenersToken, "guest": "zyxwv98765-wrong-token"])
    password = situation.isOnNetwork ? Self.password : nil
    let (process, web, port, bus) = (process, web, mpdPort, busServer)
    let isUp = ProcessRunner.eventually(within: .seconds(20)) {
      process.exitCode == nil && (try? CorpusHTTP("GET /healthz").answer(of: web).status) == "200 OK"
        && (try? LineClient(port: port).line()) != nil
        && (try? bus.run("busctl", "--user", "status", "org.mpris.MediaPlayer2.radiod").exitCode) == 0
    }
    guard isUp else { throw CorpusError("\(situation.name): the daemon does not start: \(process.errorText)") }
    mpd = try LineClient(port: mpdPort)
    _ = try mpd.line()
  }

  deinit { process.terminate() }

  // MARK: - Asking

  /// Makes each request in `lines` and keeps its answer.
  func ask(_ lines: [String]) throws {
    for (number, line) in lines.enumerated() {
      try keep(line) { try answer(line) }
      if number % Self.linesBetweenPings == 0 { try follower?.ping() }
    }
  }

  private func keep(_ line: String, _ answer: () throws -> [String]) throws {
    let kind = Self.kind(of: line)
    do {
      entries[kind, default: []].append(CorpusEntry(request: line, lines: try answer()))
    } catch {
      let end = process.exitCode.map { "\nthe daemon has ended with \($0)" } ?? ""
      throw CorpusError("\(line): \(error)\(end)\n\(process.errorText)")
    }
  }

  /// The protocol of a request, which names its file.
  private static func kind(of line: String) -> String {
    switch line.prefix(while: { $0 != " " }) {
    case "MPD": "mpd"
    case "MPRIS": "mpris"
    case "EVENTS": "events"
    default: "http"
    }
  }

  private func answer(_ line: String) throws -> [String] {
    let filled = try filled(line)
    switch Self.kind(of: line) {
    case "mpd": return try mpdAnswer(String(filled.dropFirst(4)))
    case "mpris": return try CorpusBus(server: busServer, names: names).lines(filled)
    default:
      let request = CorpusHTTP(filled)
      let answer = try request.answer(of: web)
      if let field = answer.header("set-cookie") { cookie = String(field.prefix { $0 != ";" }) }
      return request.lines(answer, names)
    }
  }

  /// `line` with values in the place of names.
  private func filled(_ line: String) throws -> String {
    var line = line.replacing("<station>", with: "127.0.0.1:\(stations.port)").replacing("<http>", with: "\(httpPort)")
    if line.contains("<version>") {
      line = line.replacing("<version>", with: "\(try number("/api/stations", "version"))")
    }
    if line.contains("<queue>") { line = line.replacing("<queue>", with: "\(try number("/api/queue", "version"))") }
    if line.contains("<etag>") {
      let path = line.split(separator: " ")[1]
      let tag = try CorpusHTTP("GET \(path)").answer(of: local).header("etag")
      line = line.replacing("<etag>", with: tag ?? "")
    }
    if line.contains("<cookie>"), let cookie { line = line.replacing("<cookie>", with: cookie) }
    if let match = line.firstMatch(of: /<x\*(\d+)>/), let count = Int(match.1) {
      line = line.replacing(match.0, with: String(repeating: "x", count: count))
    }
    while let match = line.firstMatch(of: /<entry (\d+)>/), let place = Int(match.1) {
      let entries = try object("/api/queue")["entries"] as? [[String: Any]] ?? []
      let id = entries.indices.contains(place - 1) ? entries[place - 1]["entry"] as? Int : nil
      line = line.replacing(match.0, with: "\(id ?? 0)")
    }
    return line
  }

  private var local: CorpusHTTP.Server { CorpusHTTP.Server(path: web.path) }

  /// The JSON of a path.
  private func object(_ path: String) throws -> [String: Any] {
    JSONObjects.whole(try CorpusHTTP("GET \(path)").answer(of: local).body) ?? [:]
  }

  private func number(_ path: String, _ member: String) throws -> Int { try object(path)[member] as? Int ?? 0 }

  /// The answer to a command, or to several in one line that ` ; ` separates.
  private func mpdAnswer(_ command: String) throws -> [String] {
    mpd.send(command.replacing(" ; ", with: "\n") + "\n")
    var lines: [String] = []
    while lines.last != "OK", lines.last?.hasPrefix("ACK ") != true {
      guard let line = try mpd.line() else {
        mpd = try LineClient(port: mpdPort)
        return try names.protocolLines(lines) + ["(closed)", mpd.line() ?? ""]
      }
      lines.append(line)
      if line.hasPrefix("binary: "), let count = Int(line.dropFirst(8)) { _ = try mpd.bytes(count + 1) }
    }
    // A song more does not add a line: it would be another answer.
    for key in ["file", "playlist"] {
      let count = lines.count { $0.hasPrefix(key + ": ") && Int($0.dropFirst(key.count + 2)) == nil }
      if count > 0 { lines.insert("(\(count) \(key))", at: 0) }
    }
    return names.protocolLines(lines)
  }

  /// The names of MPD's commands: those that this client may use, and the others.
  func commands() throws -> [String] {
    try (mpdAnswer("commands") + mpdAnswer("notcommands")).compactMap { line in
      line.hasPrefix("command: ") ? String(line.dropFirst(9)) : nil
    }.sorted()
  }

  /// The members of the player at the bus.
  func busMembers() throws -> [String] { try CorpusBus(server: busServer, names: names).members() }

  /// The paths and methods of the contract that the daemon serves: `GET /api/status`.
  func routes() throws -> [String] {
    let paths = try object("/openapi.json")["paths"] as? [String: [String: Any]] ?? [:]
    return paths.flatMap { path, methods in
      methods.keys.filter { ["get", "post", "put", "delete", "patch"].contains($0) }.map {
        "\($0.uppercased()) \(path)"
      }
    }.sorted()
  }

  // MARK: - Changing

  /// Leads the radio into a situation by the requests in `lines`, each after the radio has come to rest.
  func approach(_ lines: [String]) throws {
    for line in lines {
      if line.hasPrefix("FILE ") { try write(list: String(line.dropFirst(5))) } else { _ = try answer(line) }
      try settle()
    }
    _ = try rest(of: follow())
  }

  /// Changes the station list's file by hand, and waits until the daemon has read it.
  private func write(list: String) throws {
    func tag() throws -> String? { try CorpusHTTP("GET /api/stations").answer(of: local).header("etag") }
    let before = try tag()
    try folder.write(list.replacing("<station>", with: "127.0.0.1:\(stations.port)"), as: Self.listPath)
    process.signal(SIGHUP)
    guard ProcessRunner.eventually({ (try? tag()) != before }) else { throw CorpusError("the list is not read") }
  }

  /// Makes the requests in `lines`, one after another, each after the radio has come to rest, and keeps what the daemon
  /// sends by itself after each. While `waits` is true, stations answer only after the request.
  func change(_ lines: [String], waits: Bool = false) throws {
    for line in lines {
      let follower = try follow()
      if waits { stations.setOpen(false) }
      defer { stations.setOpen(true) }
      if line.hasPrefix("FILE ") {
        try write(list: String(line.dropFirst(5)))
      } else {
        try keep(line) { try answer(line).map { waits ? CorpusNames.withoutCapacity($0) : $0 } }
      }
      stations.setOpen(true)
      try keep("EVENTS after \(line)") {
        try settle()
        return try rest(of: follower)
      }
    }
  }

  private func follow() throws -> CorpusFollower {
    if let follower { return follower }
    let idle = try LineClient(port: mpdPort)
    _ = try idle.line()
    if let password {
      idle.send("password \(password)\n")
      _ = try idle.line()
    }
    let new = try CorpusFollower(
      eventsPath: web.path, idle: idle, bus: busServer, names: names, properties: properties)
    follower = new
    return new
  }

  /// Waits until the radio plays, or does not, and history and pictures have followed.
  private func settle() throws {
    var seen = ""
    let isSettled = ProcessRunner.eventually(within: .seconds(20)) {
      guard let status = try? object("/api/status") else { return false }
      seen = "\(status)"
      switch status["state"] as? String ?? "" {
      case "connecting", "buffering", "": return false
      case "playing":
        guard let title = status["title"] as? String, status["bitRate"] != nil, status["sampleRate"] != nil,
          let newest = (try? object("/api/history?limit=1")["titles"] as? [[String: Any]])?.first
        else { return false }
        guard newest["title"] as? String == title else { return false }
        // Pictures that come from the stations are there at last; others never come.
        return (status["image"] as? String)?.hasSuffix(CorpusStations.picturePath) != true
          || (try? object("/api/picture")["isPlaceholder"] as? Bool) == false
      default: return true
      }
    }
    guard isSettled else { throw CorpusError("the radio does not settle: \(seen)") }
  }

  /// The player's properties at the bus, by their names.
  private func properties() throws -> [String: [String]] {
    let lines = try CorpusBus(server: busServer, names: CorpusNames()).lines("MPRIS Properties.GetAll s Player")
    return CorpusFollower.properties(lines, at: ".[0]")
  }

  /// Changes the volume and changes it back, until each frontend has sent that: then it has sent all before it. Returns
  /// the lines of the step.
  private func rest(of follower: CorpusFollower) throws -> [String] {
    guard let volume = try object("/api/status")["volume"] as? Int else {
      throw CorpusError("the status has no volume")
    }
    let picture = try CorpusHTTP("GET /api/picture").answer(of: local).text
    defer { shownPicture = picture }
    // This command makes the server compare the radio with what it last saw.
    _ = try mpdAnswer("status")
    var subsystems = try follower.takeSubsystems()
    for mark in [volume == 100 ? 99 : volume + 1, volume] {
      _ = try CorpusHTTP("POST /api/volume {\"volume\":\(mark)}").answer(of: local)
      var isNoted = false
      let isSent = try follower.eventually {
        if !isNoted {
          let more = try $0.takeSubsystems()
          isNoted = more.contains("mixer")
          subsystems.formUnion(more.subtracting(["mixer"]))
        }
        return isNoted && $0.volume == mark
      }
      guard isSent else { throw CorpusError("a change of the volume is not sent to all") }
    }
    let hasArt = picture.contains("\"isPlaceholder\":false")
    let areSame = try follower.eventually {
      guard ($0.lastPicture ?? picture) == picture else { return false }
      let properties = try properties()
      return $0.hasSignalled(properties) && properties["Metadata"]?.contains { $0.contains("artUrl") } == hasArt
    }
    guard areSame else {
      throw CorpusError(
        "the picture or the properties are not sent: \(picture), \(follower.lastPicture ?? "-"), \(try properties())")
    }
    return follower.takeStep(subsystems, hasPicture: picture != shownPicture)
  }
}
