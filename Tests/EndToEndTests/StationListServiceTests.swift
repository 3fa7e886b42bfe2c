import Foundation
import TestSupport
import Testing

/// The station list of `radiod serve`, changed by requests, commands and hand.
@Suite("The service's station list", .ownThreads)
struct StationListServiceTests {
  /// A service with its own folders, at its Unix socket.
  private struct Service {
    let folder: Scratch
    let process: ProcessRunner
    var list: String { folder.path("config/springradio/stations.json") }

    /// Starts it by the command that `wrapped` makes.
    init(
      wrapped: (Scratch, String, [String]) -> (program: String, arguments: [String]) = { ($1, $2) }
    ) throws {
      folder = try Scratch()
      try FileManager.default.createDirectory(
        atPath: folder.path("config/springradio"), withIntermediateDirectories: true)
      let command = wrapped(folder, Radiod.path, ["serve", "--output", "silent", "--no-mpris", "--no-mpd"])
      process = try ProcessRunner(
        command.program, command.arguments, environment: Radiod.environment.merging(Self.environment(folder)) { $1 })
      #expect(ProcessRunner.eventually { (try? version()) ?? 0 > 0 }, "\(process.errorText)")
    }

    static func environment(_ folder: Scratch) -> [String: String] {
      [
        "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"), "JOURNAL_STREAM": "",
      ]
    }

    /// The status and the JSON of an answer.
    func ask(_ path: String, _ body: String? = nil) throws -> (status: Int, json: [String: Any]) {
      var arguments = [
        "-s", "-m", "10", "--unix-socket", folder.path("springradio/radiod.sock"), "-w", "\n%{http_code}",
        "http://radio" + path,
      ]
      if let body { arguments += ["-H", "Content-Type: application/json", "-d", body] }
      let text = try ProcessRunner.run("curl", arguments, limit: .seconds(15)).text
      let parts = text.split(separator: "\n")
      let json = try JSONSerialization.jsonObject(with: Data((parts.first ?? "").utf8)) as? [String: Any]
      return (parts.last.flatMap { Int($0) } ?? 0, json ?? [:])
    }

    func version() throws -> Int { try ask("/api/stations").json["version"] as? Int ?? 0 }

    func ids() throws -> [String] {
      (try ask("/api/stations").json["stations"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }
  }

  @Test("the first change copies the built-in list; requests, commands, SIGHUP and edits by hand lose nothing")
  func together() throws {
    let service = try Service()
    defer { service.process.terminate() }
    let (start, shipped) = (try service.version(), try service.ids())
    let first = try #require(shipped.first)
    #expect(!FileManager.default.fileExists(atPath: service.list) && shipped.count > 10)
    #expect(try service.ask("/api/stations/\(first)", #"{"favourite":true,"ifVersion":\#(start)}"#).status == 200)
    let environment = Service.environment(service.folder)
    let listed = try Radiod.run("stations", "--favourites", environment: environment)
    #expect(listed.text.hasPrefix("*\(first)"), "\(listed.text)")

    let added = try Radiod.run("stations", "add", "By Command", "http://c.example/", environment: environment)
    #expect(added.exitCode == 0, "\(added.errorText)")
    #expect(ProcessRunner.eventually { (try? service.ids().last) == "by-command" })
    let old = try service.ask("/api/stations/\(first)/remove", #"{"ifVersion":\#(start + 1)}"#)
    #expect(old.status == 409, "\(old)")

    let version = try service.version()
    let text = try String(contentsOfFile: service.list, encoding: .utf8)
    try text.replacingOccurrences(of: "\"By Command\"", with: "\"By Hand\",\n \"mine\": [1.50]")
      .write(toFile: service.list, atomically: true, encoding: .utf8)
    service.process.signal(SIGHUP)
    #expect(ProcessRunner.eventually { (try? service.version()) ?? 0 > version })
    let body = #"{"station":{"name":"By Request","url":"http://r.example/"}}"#
    #expect(try service.ask("/api/stations", body).status == 200)
    #expect(try service.ids() == shipped + ["by-command", "by-request"])
    let after = try String(contentsOfFile: service.list, encoding: .utf8)
    #expect(after.contains("\"By Hand\"") && after.contains("1.50") && after.contains("By Request"))
  }

  private static let hasNamespaces =
    (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0

  @Test(
    "a folder that cannot be written gives 507 with the reason, and leaves the list as it was",
    .enabled(if: Self.hasNamespaces), arguments: [("size=16k", "the disk is full"), ("ro", "read-only")])
  func cannotWrite(_ option: String, _ reason: String) throws {
    let service = try Service { folder, program, arguments in
      (
        "unshare",
        [
          "-rm", "bash", "-c",
          #"mount -t tmpfs -o "$1" none "$2" && shift 2 && exec "$@""#, "bash", option,
          folder.path("config/springradio"), program,
        ] + arguments
      )
    }
    defer { service.process.terminate() }
    let (version, ids) = (try service.version(), try service.ids())
    let answer = try service.ask("/api/stations/\(ids[0])", #"{"favourite":true}"#)
    #expect(answer.status == 507)
    #expect((answer.json["error"] as? String)?.lowercased().contains(reason) == true, "\(answer.json)")
    #expect(try service.version() == version && service.ids() == ids)
  }
}
