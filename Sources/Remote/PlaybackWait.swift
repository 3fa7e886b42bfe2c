import AudioCore
import Radio

/// Judges by one status after the other whether what was asked for plays. A value: it is given what the daemon says and
/// returns whether the wait is over.
public struct PlaybackWait: Sendable {
  /// What is being waited for; nil as long as nothing is tuned in.
  private var source: Identity?
  /// The last status, for messages.
  public private(set) var status: RadioStatus

  /// What distinguishes sources.
  private struct Identity: Equatable {
    var station: String?
    var url: String?
  }

  /// Waits for what is tuned in by `status`, the daemon's answer to the command.
  public init(_ status: RadioStatus) { self.status = status }

  /// True when it plays, or was heard to its end, by `status`. Throws `TuneError.daemon` when it was given up, was
  /// stopped or was left for another.
  public mutating func isOver(_ status: RadioStatus) throws(TuneError) -> Bool {
    let identity = Identity(station: status.station, url: status.url)
    if let source, source != identity {
      throw .daemon(reason: "something else was chosen before it played: \(Self.name(status))")
    }
    self.status = status
    switch status.state {
    case .playing: return true
    case .ended: return source != nil
    case .failed: throw .daemon(reason: status.reason ?? "it was given up")
    case .stopped, .paused:
      // A daemon that still leaves another station says so before it obeys.
      if source != nil { throw .daemon(reason: "\(Self.name(status)) was stopped before it played") }
      return false
    case .connecting, .buffering, .retrying:
      source = identity
      return false
    }
  }

  /// What is said when it does not play after `limit`.
  public func lateness(after limit: Duration) -> TuneError {
    let (seconds, state) = (Int(limit / .seconds(1)), StatusFormatter.stateAlone(status))
    let hope = source == nil ? "" : "; the service keeps trying"
    return .daemon(
      reason:
        "\(Self.name(status)) does not play after \(seconds) s (\(state))\(hope)"
    )
  }

  private static func name(_ status: RadioStatus) -> String {
    let name = CleanText.singleLine(status.name)
    return name.isEmpty ? "the radio" : name
  }
}
