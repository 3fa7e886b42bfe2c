import AudioCore
import Logging
import Radio
import Synchronization

/// Words the tuner's events as log lines; of a flood of like lines it leaves most out, and says how many.
public final class EventLog: Sendable {
  /// Lines that are like each other.
  private enum Kind {
    case connection, state, title, retry, notice, detail, faults, end
  }

  private let logger: Logger
  private let tellsEnds: Bool
  private let limiters = Mutex<[Kind: LineLimiter]>([:])

  /// A log that writes to `logger`. The end of a source is told where the program goes on after it; else its exit does that.
  public init(logger: Logger, tellsEnds: Bool = false) {
    self.logger = logger
    self.tellsEnds = tellsEnds
  }

  /// Logs `event`, if it is worth a line.
  public func note(_ event: TunerEvent) {
    switch event {
    case .snapshot, .tuned, .volume, .queue, .stations: break
    case .ended: if tellsEnds { tell(.end, .notice, "end of stream") }
    case .stopped: if tellsEnds { tell(.end, .notice, "stopped") }
    case .failed(let error): if tellsEnds { tell(.end, .error, error.description) }
    case .connecting(let url): tell(.connection, .info, "connecting to \(url)")
    case .connected(let url, let name, let contentType, let kilobits):
      tell(.connection, .notice, "connected to \(name ?? url)")
      tell(
        .connection, .debug,
        "\(url): \(contentType ?? "no content type"), \(kilobits.map { "\($0) kbit/s announced" } ?? "no bit rate announced")"
      )
    case .playing(let codec, let format):
      tell(
        .state, .notice,
        "playing \(codec.displayName), \(format.sampleRate) Hz, \(format.channels == 1 ? "mono" : "\(format.channels) channels")"
      )
    case .ranDry: tell(.state, .warning, "out of sound: waiting for the station")
    case .title(let metadata): if !metadata.title.isEmpty { tell(.title, .notice, "title: \(metadata.title)") }
    case .retrying(let reason, let delay):
      let seconds = Int((delay / .seconds(1)).rounded())
      tell(.retry, .warning, "\(reason): connecting again \(seconds == 0 ? "now" : "in \(seconds) s")")
    case .notice(let text): tell(.notice, .notice, text)
    case .detail(let text): tell(.detail, .info, text)
    case .deviceFaults(let count):
      tell(.faults, .warning, "the sound device had \(count == 1 ? "a fault" : "\(count) faults") and goes on")
    }
  }

  private func tell(_ kind: Kind, _ level: Logger.Level, _ text: String) {
    guard level >= logger.logLevel,
      let leftOut = limiters.withLock({ $0[kind, default: LineLimiter()].allow(at: .now) })
    else { return }
    logger.log(level: level, "\(text)\(leftOut == 0 ? "" : " (\(leftOut) such lines before it left out)")")
  }
}
