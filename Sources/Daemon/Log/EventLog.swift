import AudioCore
public import Logging
public import RadioModel
import Synchronization

/// Writes the tuner's events as log lines, with their values as metadata. It suppresses most lines of a flood of
/// similar ones and logs their number.
public final class EventLog: Sendable {
  /// Groups of similar lines, each with its own limit.
  private enum Kind: Hashable {
    case connection, state, title, move, retry, notice, detail, faults, end
  }

  /// The modules that the events come from: the sources of the lines.
  private enum Origin: String {
    case downloader = "Downloader"
    case parser = "Parser"
    case reader = "Reader"
    case player = "Player"
    case radio = "Radio"
  }

  /// The limits of the written lines do not depend on those that are only kept.
  private struct Limit: Hashable {
    var kind: Kind
    var isWritten: Bool
  }

  private let logger: Logger
  private let threshold: LogThreshold
  private let endLogger: Logger
  private let limiters = Mutex<[Limit: LineLimiter]>([:])

  /// Creates a log that gives lines of every level to `logger`, which writes those from `threshold` on. `endLogger` gets
  /// the lines about the end of a source; without one, `logger` does. A program that ends with its source reports the
  /// end itself, and gives a logger that only keeps lines.
  public init(logger: Logger, threshold: LogThreshold, endLogger: Logger? = nil) {
    self.logger = logger
    self.threshold = threshold
    self.endLogger = endLogger ?? logger
  }

  /// Logs `event` if it deserves a line.
  public func record(_ event: TunerEvent) {
    switch event {
    case .ended: log(.end, .notice, .radio, "end of stream")
    case .stopped: log(.end, .notice, .radio, "stopped")
    case .failed(let error): log(.end, .error, .radio, error.description)
    case .connecting(let url): log(.connection, .info, .downloader, "connecting to \(url)", ["url": "\(url)"])
    case .connected(let url, let name, let contentType, let kilobits):
      let bitRate = kilobits.map { BitRateText.text(kilobits: $0) }
      log(
        .connection, .notice, .downloader, "connected to \(name ?? url)",
        Self.values([("url", url), ("name", name), ("contentType", contentType), ("bitRate", bitRate)]))
      log(
        .connection, .debug, .downloader,
        "\(url): \(contentType ?? "no content type"), \(bitRate.map { $0 + " announced" } ?? "no bit rate announced")",
        ["url": "\(url)"])
    case .playing(let codec, let format):
      let channels = format.channels == 1 ? "mono" : "\(format.channels) channels"
      log(
        .state, .notice, .reader, "playing \(codec.displayName), \(format.sampleRate) Hz, \(channels)",
        [
          "codec": "\(codec.displayName)", "sampleRate": "\(format.sampleRate) Hz", "channels": "\(format.channels)",
        ])
    case .rebuffering: log(.state, .warning, .radio, "out of sound: waiting for the station")
    case .paused: log(.state, .notice, .radio, "paused")
    case .moved(let place):
      let text = PlayingTimeText.text(place / .seconds(1))
      log(.move, .info, .radio, "goes on at \(text)", ["place": "\(text)"])
    case .title(let metadata):
      if !metadata.title.isEmpty { log(.title, .notice, .parser, "title: \(metadata.title)") }
      if let rawTitle = metadata.rawTitle { log(.title, .info, .parser, "sent as a title: \(rawTitle)") }
    case .retrying(let reason, let delay):
      let seconds = Int((delay / .seconds(1)).rounded())
      log(
        .retry, .warning, .downloader, "\(reason): reconnecting\(seconds == 0 ? "" : " in \(seconds) s")",
        ["reason": "\(reason)", "delay": "\(seconds) s"])
    case .notice(let text): log(.notice, .notice, .player, text)
    case .detail(let text): log(.detail, .info, .radio, text)
    case .deviceFaults(let count):
      log(
        .faults, .warning, .player,
        "the sound device had \(count == 1 ? "a fault" : "\(count) faults") and continues", ["faults": "\(count)"])
    default: break
    }
  }

  /// Returns those values that are not nil.
  private static func values(_ pairs: [(String, String?)]) -> Logger.Metadata {
    pairs.reduce(into: [:]) { values, pair in
      if let value = pair.1 { values[pair.0] = .string(value) }
    }
  }

  private func log(
    _ kind: Kind, _ level: Logger.Level, _ origin: Origin, _ text: String, _ values: Logger.Metadata? = nil
  ) {
    let limit = Limit(kind: kind, isWritten: level >= threshold.level)
    guard let leftOut = limiters.withLock({ $0[limit, default: LineLimiter()].allow(at: .now) }) else { return }
    (kind == .end ? endLogger : logger).log(
      level: level, "\(text)\(LineLimiter.remark(leftOut: leftOut))", metadata: values, source: origin.rawValue)
  }
}

/// Limits the rate of similar log lines, so that a faulty station or device cannot flood the log: a burst, then one
/// line per second. A value type: the caller passes the time.
package struct LineLimiter {
  /// The number of lines that may follow at once after a time without any.
  private static let burst = 5.0
  /// The number of lines per second after the burst.
  private static let linesPerSecond = 1.0

  private var credit = burst
  private var last: ContinuousClock.Instant?
  private var leftOut = 0

  /// Creates a limiter that has seen no line yet.
  package init() {}

  /// Returns what a line says about the `leftOut` lines before it; empty for none.
  package static func remark(leftOut: Int) -> String { leftOut == 0 ? "" : " (\(leftOut) more like it left out)" }

  /// Decides about a line at the time `now`. Returns the number of lines that were suppressed before it, or nil to
  /// suppress it too.
  package mutating func allow(at now: ContinuousClock.Instant) -> Int? {
    if let last { credit = min(Self.burst, credit + (now - last) / .seconds(1) * Self.linesPerSecond) }
    last = now
    guard credit >= 1 else {
      leftOut += 1
      return nil
    }
    credit -= 1
    return exchange(&leftOut, with: 0)
  }
}
