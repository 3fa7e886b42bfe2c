import AudioCore

/// Why a directory gave no answer.
public struct DirectoryFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The process's exit code, by sysexits: a service that is not available.
  public static let exitCode: Int32 = 69

  /// What a server said, else what went wrong first, as a part of a sentence.
  let reason: String
  /// How many more servers failed.
  let others: Int

  /// One sentence for the user.
  public var description: String {
    let rest =
      others == 0 ? "" : others == 1 ? " (and another server failed, too)" : " (and \(others) more servers failed, too)"
    return "the station directory gives no answer: \(reason)\(rest)"
  }

  /// The failure of a search in which `servers` failed one after the other; `names` tells why they were not found by name.
  package init(names: TuneError?, servers: [TuneError]) {
    let answer = servers.first(where: Self.isAnswer)
    reason = (answer ?? names ?? servers.first).map(Self.words) ?? "there was no time to ask a server"
    others = answer == nil && names != nil ? 0 : max(0, servers.count - 1)
  }

  /// Whether `error` is what a server said: it was found then, whatever is wrong with names.
  private static func isAnswer(_ error: TuneError) -> Bool {
    switch error {
    case .status, .serverFull, .badAnswer: true
    default: false
    }
  }

  /// `error` in words, where those for stations do not fit.
  static func words(_ error: TuneError) -> String {
    switch error {
    case .status(let code, let host, let reason, _): "\(host) says \(code)\(reason.isEmpty ? "" : " " + reason)"
    case .serverFull(let host, _): "\(host) has no room for us now"
    case .stalled(let host, let seconds): "\(host) sent no whole answer within \(seconds) s"
    default: error.description
    }
  }
}
