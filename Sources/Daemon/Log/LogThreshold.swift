public import Logging
import Synchronization

/// The level from which all loggers write lines. It can change at any time.
public final class LogThreshold: Sendable {
  private let value: Mutex<Logger.Level>

  /// Creates a threshold at which lines of `level` and above are written.
  public init(_ level: Logger.Level) { value = Mutex(level) }

  /// The lowest level that is written.
  public var level: Logger.Level {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
