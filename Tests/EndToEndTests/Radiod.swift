import Foundation
import TestSupport

/// The program under test, as a user's shell runs it.
enum Radiod {
  /// Its path: the environment's RADIOD; else next to the test program, where one build puts both; else the release
  /// build.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["RADIOD"] { return path }
    let testProgram = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let beside = URL(fileURLWithPath: testProgram).deletingLastPathComponent().appendingPathComponent("radiod").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    return root + "/.build/release/radiod"
  }()

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The program's environment: no station list of the user, no proxy, no sound card, no announcement on the network.
  static let environment = [
    "HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "ALSA_CONFIG_PATH": "/nonexistent",
    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    "http_proxy": "", "https_proxy": "", "all_proxy": "", "no_proxy": "", "SSL_CERT_FILE": "", "NO_COLOR": "",
    "HTTPS_PROXY": "", "ALL_PROXY": "", "NO_PROXY": "",
  ]

  /// Runs it to its end; kills it when `limit` runs out first.
  static func run(
    _ arguments: String..., environment: [String: String] = [:], input: String? = nil, limit: Duration = .seconds(30)
  ) throws -> ProcessRunner.Result {
    try run(arguments, environment: environment, input: input, limit: limit)
  }

  /// The same with the arguments in an array.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil, limit: Duration = .seconds(30)
  ) throws -> ProcessRunner.Result {
    try ProcessRunner.run(
      path, arguments, environment: Self.environment.merging(environment) { $1 }, input: input, limit: limit)
  }

  /// Starts it.
  static func start(
    _ arguments: String..., environment: [String: String] = [:], input: String? = nil, output: String? = nil
  ) throws -> ProcessRunner {
    try ProcessRunner(
      path, arguments, environment: Self.environment.merging(environment) { $1 }, input: input, output: output)
  }

  /// Runs a line of bash in which `$RADIOD` is the program.
  static func shell(
    _ line: String, environment: [String: String] = [:], limit: Duration = .seconds(30)
  ) throws -> ProcessRunner.Result {
    let all = Self.environment.merging(["RADIOD": path]) { $1 }.merging(environment) { $1 }
    return try ProcessRunner.run("bash", ["-c", line], environment: all, limit: limit)
  }
}

extension ProcessRunner.Result {
  /// The lines of standard error.
  var errorLines: [Substring] { errorText.split(separator: "\n") }

  /// Whether the program reported its failure as it should: in one line, in its own words.
  var isOneLineError: Bool {
    errorText.hasSuffix("\n") && errorLines.count == 1 && errorText.hasPrefix("radiod: ") && !hasForeignWords
  }

  /// Words that only libraries and crashes use: source files, types, bare error numbers.
  private var hasForeignWords: Bool {
    [
      "Fatal error", ".swift", ".cc:", "NIO", "HTTPClient", "errno", "Error(", "error:", "Error Domain", "ALSA lib",
      "nil", "Optional(",
    ]
    .contains(where: errorText.contains)
  }
}
