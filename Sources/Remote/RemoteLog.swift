public import RadioModel

/// A part of a daemon's log.
public struct RemoteLog: Sendable, Equatable {
  /// The records and the counters.
  public var extract: LogExtract
  /// Differs from run to run of the daemon, in each of which the numbers begin at 1.
  public var run: String
}
