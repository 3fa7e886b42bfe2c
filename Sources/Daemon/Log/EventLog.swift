import AudioCore
import Logging
import RadioModel
import Synchronization

/// Writes the tuner's events as log lines. It suppresses most lines of a flood of similar ones and logs their number.
public final class EventLog: Sendable {
  /// Groups of similar lines, each with its own limit.
  private enum Kind {
    case connection, state, title, retry, notice, detail, faults, end
  }

  private let logger: Logger
  private let logsEnds: Bool
  private let limiters = Mutex<[Kind: LineLimiter]>([:])

  /// Creates a log that writes to `logger`. `logsEnds` is for a program that keeps running after a source ends: then
  /// the log reports the end. Otherwise the program's exit reports it.
  public init(logger: Logger, logsEnds: Bool = false) {
    self.logger = logger
    self.logsEnds = logsEnds
  }

  /// Logs `event` if it deserves a line.
  public func note(_ event: TunerEvent) {
    switch event {
    case .snapshot, .tuned, .volume, .queue, .stations: break
    case .ended: if logsEnds { log(.end, .notice, "end of stream") }
    case .stopped: if logsEnds { log(.end, .notice, "stopped") }
    case .failed(let error): if logsEnds { log(.end, .error, error.description) }
    case .connecting(let url): log(.connection, .info, "connecting to \(url)")
    case .connected(let url, let name, let contentType, let kilobits):
      log(.connection, .notice, "connected to \(name ?? url)")
      log(
        .connection, .debug,
        "\(url): \(contentType ?? "no content type"), \(kilobits.map { BitRateText.text(kilobits: $0) + " announced" } ?? "no bit rate announced")"
      )
    case .playing(let codec, let format):
      log(
        .state, .notice,
        "playing \(codec.displayName), \(format.sampleRate) Hz, \(format.channels == 1 ? "mono" : "\(format.channels) channels")"
      )
    case .rebuffering: log(.state, .warning, "out of sound: waiting for the station")
    case .title(let metadata): if !metadata.title.isEmpty { log(.title, .notice, "title: \(metadata.title)") }
    case .retrying(let reason, let delay):
      let seconds = Int((delay / .seconds(1)).rounded())
      log(.retry, .warning, "\(reason): connecting again \(seconds == 0 ? "now" : "in \(seconds) s")")
    case .notice(let text): log(.notice, .notice, text)
    case .detail(let text): log(.detail, .info, text)
    case .deviceFaults(let count):
      log(.faults, .warning, "the sound device had \(count == 1 ? "a fault" : "\(count) faults") and continues")
    }
  }

  private func log(_ kind: Kind, _ level: Logger.Level, _ text: String) {
    guard level >= logger.logLevel,
      let leftOut = limiters.withLock({ $0[kind, default: LineLimiter()].allow(at: .now) })
    else { return }
    logger.log(level: level, "\(text)\(leftOut == 0 ? "" : " (\(leftOut) such lines before it left out)")")
  }
}

/// Limits the rate of similar log lines, so that a faulty station or device cannot flood the log: a burst, then one
/// line per second. A value type: the caller passes the time.
struct LineLimiter {
  /// The number of lines that may follow at once after a time without any.
  private static let burst = 5.0
  /// The number of lines per second after the burst.
  private static let linesPerSecond = 1.0

  private var credit = burst
  private var last: ContinuousClock.Instant?
  private var leftOut = 0

  /// Decides about a line at the time `now`. Returns the number of lines that were suppressed before it, or nil to
  /// suppress it too.
  mutating func allow(at now: ContinuousClock.Instant) -> Int? {
    if let last { credit = min(Self.burst, credit + (now - last) / .seconds(1) * Self.linesPerSecond) }
    last = now
    guard credit >= 1 else {
      leftOut += 1
      return nil
    }
    credit -= 1
    defer { leftOut = 0 }
    return leftOut
  }
}

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
