import Stations

/// What a listener can ask of the radio, whatever door the wish came through: a key, the command line, a remote.
public enum Command: Sendable, Equatable {
  /// Tune in to this source, leaving the current one. When it is not in the queue, it has a place at its end
  /// until something else is tuned in.
  case play(Source)
  /// Tune in to this entry of the queue; nothing happens when it is gone.
  case playEntry(id: Int)
  /// Tune in again to what was tuned in last, or to the first entry of the queue or else of the station list; nothing happens while
  /// something is tuned in.
  case resume
  /// Leave the station; the radio is paused at once. Its sound then fades out, and all that it held is released.
  case pause
  /// Leave the station; the radio is stopped at once. Its sound then fades out, and all that it held is released.
  case stop
  /// `pause` while something is tuned in, else `resume`.
  case toggle
  /// Tune in to the next entry of the queue, or of the station list when the queue has fewer than two.
  case next
  /// Tune in to the previous entry, likewise.
  case previous
  /// Set the volume, 0…100.
  case setVolume(Int)
  /// Change the volume by so many points; the result is clamped to 0…100.
  case changeVolume(by: Int)
  /// Mute, or unmute.
  case setMuted(Bool)
  /// Mute, or unmute, whatever it is not now.
  case toggleMute
  /// End the radio: `Tuner.run()` returns.
  case quit
}
