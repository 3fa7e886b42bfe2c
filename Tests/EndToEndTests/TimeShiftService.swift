import Foundation
import Glibc
import TestSupport

/// A running `radiod serve` that keeps the sound of a station, in folders of its own. It ends with the object.
final class TimeShiftService {
  /// Where the listener is, by the status.
  struct Place: Decodable, CustomStringConvertible {
    var state: String
    var title: String?
    var elapsed: Double
    var behindLive: Double?
    var seekableStart: Double?

    /// Seconds behind live; 0 where nothing is kept.
    var behind: Double { behindLive ?? 0 }

    var description: String { "\(state) at \(elapsed) s, \(behind) s behind live, '\(title ?? "")'" }
  }

  /// The folders of the daemon: `run`, `state`, `config` and `cache`.
  let folder: Scratch
  /// The environment of the daemon, with which its clients find it.
  let environment: [String: String]
  /// The daemon.
  let process: ProcessRunner
  let mpdPort: Int
  let httpPort: Int

  /// Starts the daemon in `folder` with further arguments and variables, and waits until it plays `station`.
  init(
    _ station: String, in folder: Scratch? = nil, _ arguments: [String] = [], adding more: [String: String] = [:]
  ) throws {
    let folder = try folder ?? Scratch()
    self.folder = folder
    let names = [
      "XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
    ]
    for name in names.values { mkdir(folder.path(name), 0o700) }
    environment = more.merging(names.mapValues(folder.path)) { $1 }
    (mpdPort, httpPort) = (try ScriptedServer.freePort(), try ScriptedServer.freePort())
    process = try ProcessRunner(
      Radiod.path,
      ["serve", "--station", station, "--mpd-port", "\(mpdPort)", "--http", "--http-port", "\(httpPort)"] + arguments,
      environment: Radiod.environment.merging(environment) { $1 })
    guard ProcessRunner.eventually({ (try? place().state) == "playing" }) else {
      throw ProcessRunner.StartError(description: "no daemon: \(process.errorText)")
    }
  }

  deinit { process.terminate() }

  /// Runs `radiod ctl` with `words`, which must succeed; returns its output.
  @discardableResult func ctl(_ words: String...) throws -> String {
    let result = try Radiod.run(["ctl"] + words, environment: environment)
    guard result.exitCode == 0 else {
      throw ProcessRunner.StartError(description: "ctl \(words): \(result.text)\(result.errorText)")
    }
    return result.text
  }

  /// Runs a client of the daemon, which must succeed; returns its output.
  @discardableResult func run(
    _ program: String, _ arguments: [String], limit: Duration = .seconds(20)
  ) throws -> String {
    let result = try ProcessRunner.run(program, arguments, environment: environment, limit: limit)
    guard result.exitCode == 0 else {
      throw ProcessRunner.StartError(description: "\(program) \(arguments): \(result.text)\(result.errorText)")
    }
    return result.text
  }

  /// Where the listener is now.
  func place() throws -> Place {
    try JSONDecoder().decode(Place.self, from: Data(ctl("status", "--json").utf8))
  }

  /// Waits until the listener is where `condition` says. Returns that place, or nil when it does not come to be.
  func waits(limit: Duration = .seconds(10), for condition: (Place) -> Bool) -> Place? {
    var found: Place?
    _ = ProcessRunner.eventually(within: limit) {
      guard let place = try? place(), condition(place) else { return false }
      found = place
      return true
    }
    return found
  }
}
