/// What a look at the sound that is audible now gave.
public enum TapReading: Sendable, Equatable {
  /// The window was copied: it ends at `endFrame`, counted in frames of `format` since this format began to play.
  case sound(format: AudioFormat, endFrame: Int)
  /// Nothing is audible now (stopped, stalled, not begun): the window holds zeros.
  case silence
  /// The window was overwritten while it was being copied, or is no longer held: keep the last picture.
  case missed
}
