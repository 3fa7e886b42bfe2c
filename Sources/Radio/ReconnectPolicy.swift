import AudioCore

/// Decides, after a connection was lost or refused, whether to try again and when. A value: it is told what happened and
/// returns what to do.
public struct ReconnectPolicy: Sendable {
  /// What to do now.
  public enum Decision: Sendable, Equatable {
    /// Wait so long, then connect again.
    case retry(after: Duration)
    /// Trying again would not help.
    case giveUp
  }

  /// Waits before the first, second … try after sound was last heard, in seconds; the last one repeats.
  static let backoffSeconds: [Double] = [0, 1, 2, 4, 8, 16, 32, 60]
  /// Sound for so long and the next loss counts as the first again.
  static let resetAfter: Duration = .seconds(60)
  /// Each wait is varied by up to this share either way, so that a restarted server is not met by all listeners at once.
  static let jitter = 0.2
  /// A full server is left in peace for so long at least, in seconds.
  static let fullServerSeconds = 30.0

  private var failures = 0
  private var hasPlayed = false

  /// A policy for one source that has not been heard yet.
  public init() {}

  /// Sound has been heard for `duration` on the connection that is about to be judged.
  public mutating func heard(for duration: Duration) {
    if duration > .zero { hasPlayed = true }
    if duration >= Self.resetAfter { failures = 0 }
  }

  /// The connection ended: with `error`, or cleanly when that is nil. `unitRandom` in 0…1 chooses the jitter.
  ///
  /// A source that never played is given up at once, so that a typing error is seen; one that has played is tried for ever,
  /// unless the server said that it will never work again.
  public mutating func connectionEnded(with error: TuneError?, unitRandom: Double) -> Decision {
    guard hasPlayed else { return .giveUp }
    if let error, Self.isFinal(error) { return .giveUp }
    var seconds = Self.backoffSeconds[min(failures, Self.backoffSeconds.count - 1)]
    if case .serverFull = error { seconds = max(seconds, Self.fullServerSeconds) }
    failures += 1
    return .retry(after: .seconds(seconds * (1 + Self.jitter * (2 * unitRandom - 1))))
  }

  /// True when no later try can do better.
  private static func isFinal(_ error: TuneError) -> Bool {
    switch error {
    case .usage, .badURL, .unknownStation, .badStationList, .cannotRead, .unsupported, .output, .decoder, .cannotCreate,
      .cannotWrite:
      true
    case .status(let code, _, _): code == 401 || code == 410
    // A station under repair may show a web page or an empty stream for a while.
    case .unknownHost, .refused, .noAnswer, .headTimeout, .tls, .badAnswer, .serverFull, .redirect, .emptyPlaylist,
      .stalled, .connectionLost, .notAudio:
      false
    }
  }
}
