/// How long a lost daemon is waited for.
public enum ReconnectMode: Sendable, Equatable {
  /// It has to be there at the beginning; when it is lost, it may be away for as long as a restart takes.
  case restart
  /// For ever, also at the beginning.
  case forever

  /// How long a restart may take.
  public static let restartLimit = Duration.seconds(10)
}
