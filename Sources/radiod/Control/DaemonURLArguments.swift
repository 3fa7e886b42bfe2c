import ArgumentParser
import Daemon
import Remote

/// The options that name a daemon on another machine, and its token.
struct DaemonURLArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A daemon on another machine: http://HOST:PORT. (default: $\(ProgramVariable.url.rawValue))", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "File with the token of that daemon, readable by you only. (default: $\(ProgramVariable.tokenFile.rawValue))",
      valueName: "file"), completion: .file())
  var tokenFile: String?

  /// Returns the address of the daemon; nil when neither an option nor the environment names one.
  ///
  /// Throws ``DaemonStartError`` for a file that others can read or that holds no token, `OptionError` for an address
  /// that is none, and `ValidationError` for a token without an address.
  func address() throws -> DaemonAddress? {
    guard let url = url ?? Self.variable(.url) else {
      guard tokenFile == nil else { throw ValidationError("--token-file goes with --url") }
      return nil
    }
    let path = tokenFile ?? defaultTokenFile
    let token = try path.map { try BoundedFile.secret($0, what: "the token file", minimumCharacters: 1) }
    let hint =
      path.map { "\($0) must hold the token of the httpTokenFile there" }
      ?? "name the file that holds it with --token-file"
    return try DaemonAddress(url: url, token: token, tokenHint: hint)
  }

  /// The file that the environment names; nil when the environment means another daemon than the option `--url`, which
  /// must not get that daemon's token.
  private var defaultTokenFile: String? {
    if let url, let usual = Self.variable(.url), usual != url { return nil }
    return Self.variable(.tokenFile)
  }

  private static func variable(_ variable: ProgramVariable) -> String? {
    CommandContext.environment[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}
