/// A running daemon refused a request, or no daemon can be used. Each case has a complete sentence for the user.
public enum DaemonError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No daemon runs or can be reached, it answers as no daemon does, or the source that it was asked for does not play.
  case failed(reason: String)
  /// The daemon refused a request with this HTTP status.
  case refused(reason: String, status: Int)
  /// The request is of a kind that no daemon carries out; nothing was sent.
  case badRequest(reason: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .failed(let reason), .refused(let reason, _), .badRequest(let reason): reason
    }
  }
}
