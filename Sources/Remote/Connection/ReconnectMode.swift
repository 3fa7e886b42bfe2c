/// How long a client keeps trying to reach a daemon.
public enum ReconnectMode: Sendable, Equatable {
  /// The daemon must be reachable at the start. After a lost connection it may be away for ``restartLimit``.
  case restart
  /// The client retries without limit, also at the start.
  case forever

  /// The maximum duration of a daemon's restart.
  public static let restartLimit = Duration.seconds(10)
}
