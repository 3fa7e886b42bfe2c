public import Logging
import Synchronization

/// What loggers write, for tests that look at it.
public final class CollectedLog: Sendable {
  private struct Handler: LogHandler {
    let log: CollectedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { log.written.withLock { $0.append(event) } }
  }

  private let written = Mutex<[LogEvent]>([])

  /// A log without lines.
  public init() {}

  /// A logger that writes lines of every level into this log.
  public var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  /// What was written so far.
  public var events: [LogEvent] { written.withLock { $0 } }

  /// The lines so far, each with its level: `warning: no sound`.
  public var lines: [String] { events.map { "\($0.level): \($0.message)" } }

  /// The number of lines that contain `words`.
  public func count(_ words: String) -> Int { lines.count { $0.contains(words) } }
}
