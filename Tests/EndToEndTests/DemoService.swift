import Glibc
import TestSupport

/// A running `radiod serve` that plays the demo, in folders of its own. It ends with the object.
final class DemoService {
  /// The folders of the daemon: `run`, `state` and `config`.
  let folder: Scratch
  /// The environment of the daemon, with which `radiod ctl` finds it.
  let environment: [String: String]
  /// The daemon.
  let process: ProcessRunner

  /// Starts the daemon with further variables, and waits until it plays.
  init(adding more: [String: String] = [:]) throws {
    folder = try Scratch()
    let names = [
      "XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
    ]
    for name in names.values { mkdir(folder.path(name), 0o700) }
    environment = names.mapValues(folder.path).merging(more) { $1 }
    process = try Radiod.start(
      "serve", "--output", "silent", "--station", "demo", "--no-mpd", "--no-mpris", environment: environment)
    let isUp = ProcessRunner.eventually { (try? ctl("status").text.contains("playing")) ?? false }
    guard isUp else { throw ProcessRunner.StartError(description: "no daemon: \(process.errorText)") }
  }

  deinit { process.terminate() }

  /// Runs `radiod ctl` with `words` to its end.
  func ctl(_ words: String...) throws -> ProcessRunner.Result {
    try Radiod.run(["ctl"] + words, environment: environment)
  }

  /// Ends the daemon.
  func stop() { process.terminate() }
}
