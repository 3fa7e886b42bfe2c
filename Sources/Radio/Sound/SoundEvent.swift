import AudioCore

/// What the sound thread reports.
package enum SoundEvent: Sendable, Equatable {
  /// Sound of this kind begins, or goes on after it ran dry.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer ran dry.
  case rebuffering
  /// This title is audible from now on.
  case title(StreamMetadata)
  /// The sound device is lost, or was not there: it plays on silently and the device is tried again. The text is one notice for
  /// the user, to be shown until ``outputBack``.
  case outputLost(String)
  /// The sound device plays, after it was lost.
  case outputBack(String)
  /// The sound device had so many more faults and was got going again each time; told once a second at most.
  case deviceFaults(Int)
  /// The program, or the whole machine, stood still for so long: what is buffered is of the past. The sound thread has ended.
  case suspended(Duration)
  /// Everything was heard.
  case ended
  /// The output or the decoder cannot go on.
  case failed(TuneError)
  /// The reader of our output went away, as `head` does in a pipe.
  case outputClosed
}
