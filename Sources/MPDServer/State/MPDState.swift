import RadioModel

/// The protocol's name for the state of the radio.
enum MPDState: String {
  case play
  case pause
  case stop

  /// A radio that connects, buffers or retries counts as playing.
  init(_ state: RadioStatus.State) {
    switch state {
    case .connecting, .buffering, .playing, .retrying: self = .play
    case .paused: self = .pause
    case .stopped, .ended, .failed: self = .stop
    }
  }
}
