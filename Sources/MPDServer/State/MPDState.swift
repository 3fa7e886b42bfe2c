import Radio

/// The protocol's word for what the radio is doing.
enum MPDState: String {
  case play
  case pause
  case stop

  /// On its way to sound counts as play, also while the station is away and tried again.
  init(_ state: RadioStatus.State) {
    switch state {
    case .connecting, .buffering, .playing, .retrying: self = .play
    case .paused: self = .pause
    case .stopped, .ended, .failed: self = .stop
    }
  }
}
