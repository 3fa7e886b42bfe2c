package import AudioCore

/// Why a directory gave no answer.
public struct DirectoryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What a server answered, else the first error, as a part of a sentence.
  let reason: String
  /// How many more servers failed.
  let others: Int

  /// One sentence for the user.
  public var description: String {
    let rest =
      others == 0 ? "" : others == 1 ? " (and another server failed, too)" : " (and \(others) more servers failed, too)"
    return "the station directory gives no answer: \(reason)\(rest)"
  }

  /// The failure of a search. `servers` are the errors of the servers in the order in which they were asked; `names` is
  /// the error of the lookup of their names, if any.
  package init(names: TuneError?, servers: [TuneError]) {
    let answer = servers.first(where: Self.isAnswer)
    reason = (answer ?? names ?? servers.first).map(Self.words) ?? "there was no time to ask a server"
    others = answer == nil && names != nil ? 0 : max(0, servers.count - 1)
  }

  /// True when `error` is an answer of a server: the server was found then, so an error of the name lookup does not
  /// matter.
  private static func isAnswer(_ error: TuneError) -> Bool {
    switch error {
    case .network(.status), .network(.serverFull), .network(.badAnswer): true
    default: false
    }
  }

  /// Returns `error` in words, with other wording where that for stations does not fit.
  static func words(_ error: TuneError) -> String {
    switch error {
    case .network(.status(let code, let host, let reason, _)):
      "\(host) says \(code)\(reason.isEmpty ? "" : " " + reason)"
    case .network(.serverFull(let host, _)): "\(host) is overloaded"
    case .network(.stalled(let host, let seconds)): "\(host) sent no whole answer within \(seconds) s"
    default: error.description
    }
  }
}
