/// The result of reading the currently audible sound from a tap.
public enum TapReading: Sendable, Equatable {
  /// The window was copied. It ends at `endFrame`, counted in frames of `format` since this format began to play.
  case sound(format: AudioFormat, endFrame: Int)
  /// Nothing is audible now (stopped, stalled or not started); the window holds zeros.
  case silence
  /// The window was overwritten during the copy, or the tap no longer holds it. Keep showing the previous result.
  case missed
}
