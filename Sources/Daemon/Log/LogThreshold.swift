import Logging
import Synchronization

/// How much is logged, by everybody, from now on.
public final class LogThreshold: Sendable {
  private let value: Mutex<Logger.Level>

  /// `level` and graver, to begin with.
  public init(_ level: Logger.Level) { value = Mutex(level) }

  /// This level, and graver ones.
  public var level: Logger.Level {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
