/// A command for the radio, from any frontend: a key, the command line, a remote.
public enum Command: Sendable, Equatable {
  /// Tune in to this source, leaving the current one. A source that is not in the queue gets a temporary entry at the
  /// end of the queue, until something else is tuned in.
  case play(Source)
  /// Tune in to this entry of the queue; nothing happens when it has been removed.
  case playEntry(id: Int)
  /// Tune in to this entry of the queue, which may be a spoken announcement: a file whose server does not say how long
  /// it is. When it ends within minutes it is not connected again, and it is given up when it does not begin. Until
  /// something else is done, the snapshot shows the radio `before` as ``TunerSnapshot/interrupted``.
  case playAnnouncement(id: Int, before: InterruptedRadio)
  /// Go on at the place that a pause holds. Where none is held, tune in again to the last source, or else to the first
  /// favourite, while the queue is the station list, or else to the first entry of the queue, or else to the first
  /// station of the list. Nothing happens while something is tuned in.
  case resume
  /// Pause. The radio is paused at once and its sound fades out. Its place is held, and a station is received meanwhile.
  /// Where no sound is kept, the source is left, and all its resources are released.
  case pause
  /// Stop playing. The radio is stopped at once; its sound then fades out, and all its resources are released.
  case stop
  /// Do `pause` while something is tuned in, else `resume`.
  case toggle
  /// Tune in to the next entry of the queue, or of the station list when the queue has fewer than two.
  case next
  /// Tune in to the previous entry, likewise.
  case previous
  /// Move within the sound that is kept; a target outside is clamped, with a notice. Nothing happens where no sound is
  /// kept. While paused, the place that is held moves.
  case seek(Seek)
  /// Set the volume, 0…100.
  case setVolume(Int)
  /// Change the volume by this number of points; the result is clamped to 0…100.
  case changeVolume(by: Int)
  /// Mute when true, else unmute.
  case setMuted(Bool)
  /// Change between muted and not muted.
  case toggleMute
  /// End the radio: `Tuner.run()` returns.
  case quit
}
