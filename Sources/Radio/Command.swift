import Stations

/// What a listener can ask of the radio, whatever door the wish came through: a key, the command line, later a remote.
public enum Command: Sendable, Equatable {
  /// Tune in to this source, leaving the current one.
  case play(Source)
  /// Leave the station and release everything it held.
  case stop
  /// Stop, or rejoin the station at its live edge.
  case toggle
  /// Tune in to the next station of the list.
  case next
  /// Tune in to the previous station of the list.
  case previous
  /// Set the volume, 0…100.
  case setVolume(Int)
  /// Change the volume by so many points; the result is clamped to 0…100.
  case changeVolume(by: Int)
  /// Mute, or unmute.
  case toggleMute
  /// End the radio: `Tuner.run()` returns.
  case quit
}
