import AudioCore
import Bytes
public import RadioModel

/// Decides from successive statuses whether the requested source plays. A value type: the caller passes each status and
/// learns whether the wait is over.
public struct PlaybackWait: Sendable {
  /// The awaited source; nil until a status shows it being tuned in.
  private var source: Identity?
  /// The last status, for error messages.
  public private(set) var status: RadioStatus

  /// The fields that distinguish one source from another.
  private enum Identity: Equatable {
    /// The address: what plays keeps it when it is added to the station list.
    case url(ShownAddress)
    /// The id of a station; nil for a file and standard input.
    case station(String?)
  }

  /// Creates a wait for the source of `status`, the daemon's answer to the command.
  public init(_ status: RadioStatus) { self.status = status }

  /// Returns true when the source plays, or has played to its end, by `status`. Throws ``DaemonError`` when the
  /// daemon gave it up, stopped it or tuned in to another source.
  public mutating func isOver(_ status: RadioStatus) throws(DaemonError) -> Bool {
    let identity = status.url.map(Identity.url) ?? .station(status.station)
    if let source, source != identity {
      throw .failed(reason: "something else was chosen before it played: \(Self.name(status))")
    }
    self.status = status
    switch status.state {
    case .playing: return true
    case .ended: return source != nil
    case .failed: throw .failed(reason: status.reason ?? "it was given up")
    case .stopped, .paused:
      // A daemon that is still leaving another station reports that before it carries out the command.
      if source != nil { throw .failed(reason: "\(Self.name(status)) was stopped before it played") }
      return false
    case .connecting, .buffering, .retrying:
      source = identity
      return false
    }
  }

  /// Returns the error for a source that does not play after `limit`.
  public func lateness(after limit: Duration) -> DaemonError {
    let (seconds, state) = (Int(limit / .seconds(1)), StatusFormatter.stateAlone(status))
    let hope = source == nil ? "" : "; the daemon keeps trying"
    return .failed(
      reason:
        "\(Self.name(status)) does not play after \(seconds) s (\(state))\(hope)"
    )
  }

  private static func name(_ status: RadioStatus) -> String {
    let name = CleanText.singleLine(status.name)
    return name.isEmpty ? "the radio" : name
  }
}
