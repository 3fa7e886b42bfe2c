import AudioCore
import RadioModel

extension TunerSnapshot {
  /// The upper limit of times and durations, in seconds: about a hundred years.
  private static let longestElapsed = 3.2e9

  /// Creates a snapshot for views from a daemon's `status`. Texts are cleaned for a terminal, and numbers are clamped
  /// to sensible ranges.
  package init(_ status: RadioStatus) {
    self.init()
    func clean(_ text: String?) -> String? {
      let text = text.map { CleanText.singleLine($0) } ?? ""
      return text.isEmpty ? nil : text
    }
    let reason = clean(status.reason) ?? "radiod serve does not say why"
    switch status.state {
    case .stopped: state = .stopped
    case .paused:
      state = .stopped
      isPaused = true
    case .connecting: state = .connecting
    case .buffering: state = .buffering
    case .playing: state = .playing
    case .retrying: state = .retrying(reason: reason, seconds: max(status.retryIn ?? 0, 0))
    case .ended: state = .ended
    case .failed: state = .failed(.daemon(reason: reason))
    }
    name = clean(status.name) ?? ""
    title = clean(status.title)
    codec = status.codec
    bitRate = status.bitRate.map { min(max($0, 0), Int(Int32.max)) }
    format = status.format
    elapsed = .milliseconds(Int64(Self.bounded(status.elapsed, Self.longestElapsed) * 1000))
    bufferedSeconds = Self.bounded(status.buffered, Self.longestElapsed)
    bufferCapacitySeconds = Self.bounded(status.bufferCapacity, Self.longestElapsed)
    volume = min(max(status.volume, 0), 100)
    isMuted = status.isMuted
    outputNotice = clean(status.notice)
  }

  private static func bounded(_ number: Double, _ greatest: Double) -> Double {
    number.isFinite ? min(max(number, 0), greatest) : 0
  }
}
