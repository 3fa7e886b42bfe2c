import AudioCore
import Logging
import Radio

/// Words the tuner's events as log lines.
struct EventLog {
  let logger: Logger

  func note(_ event: TunerEvent) {
    switch event {
    case .snapshot, .ended, .stopped, .failed: break  // the end is told by the exit, a failure by its one line
    case .connecting(let url): logger.info("connecting to \(url)")
    case .connected(let url, let name, let contentType, let kilobits):
      logger.notice("connected to \(name ?? url)")
      logger.debug(
        "\(url): \(contentType ?? "no content type"), \(kilobits.map { "\($0) kbit/s announced" } ?? "no bit rate announced")"
      )
    case .playing(let codec, let format):
      logger.notice(
        "playing \(codec.displayName), \(format.sampleRate) Hz, \(format.channels == 1 ? "mono" : "\(format.channels) channels")"
      )
    case .ranDry: logger.warning("out of sound: waiting for the station")
    case .title(let metadata): if !metadata.title.isEmpty { logger.notice("title: \(metadata.title)") }
    case .retrying(let reason, let delay):
      let seconds = Int((delay / .seconds(1)).rounded())
      logger.warning("\(reason): connecting again \(seconds == 0 ? "now" : "in \(seconds) s")")
    case .notice(let text): logger.notice("\(text)")
    }
  }
}
