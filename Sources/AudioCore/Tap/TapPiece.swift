/// A piece of the sound of a tap, for a reader that copies all of it.
public enum TapPiece: Sendable, Equatable {
  /// The copied samples begin at `startFrame`, counted in frames of `format` since this format began to play. They end
  /// `framesAhead` frames after the audible frame; the number is negative when they end before it. There may be no
  /// samples: then only the position of the audible frame is new. `continues` is true when they follow those of the
  /// call before without a gap.
  case sound(format: AudioFormat, startFrame: Int, framesAhead: Int, continues: Bool)
  /// Nothing is audible now.
  case silence
  /// The sound was overwritten during the copy. The next call begins with newer sound.
  case missed
}
