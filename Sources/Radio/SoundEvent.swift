import AudioCore

/// What the sound thread reports.
enum SoundEvent: Sendable {
  /// Sound of this kind begins, or goes on after it ran dry.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer ran dry.
  case ranDry
  /// This title is audible from now on.
  case title(StreamMetadata)
  /// The output says something the user should know.
  case notice(String)
  /// Everything was heard.
  case ended
  /// The output or the decoder cannot go on.
  case failed(TuneError)
  /// The reader of our output went away, as `head` does in a pipe.
  case outputClosed
}
