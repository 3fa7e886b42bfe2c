package import AudioCore

/// An event that the sound thread reports.
package enum SoundEvent: Sendable, Equatable {
  /// Sound of this codec and format begins, or resumes after rebuffering.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer is empty: an underrun.
  case rebuffering
  /// The title is audible from now on; it begins at the place `start`. `isRepeated` is true when it was heard before.
  case title(StreamMetadata, start: Duration = .zero, isRepeated: Bool = false)
  /// The sound device is lost, or was not available: playback continues silently and the device is retried. The text is
  /// a notice for the user, shown until ``outputBack``.
  case outputLost(String)
  /// The sound device plays again after a loss. The text is a notice for the user.
  case outputBack(String)
  /// The number of further faults that the sound device recovered from. Sent at most once a second.
  case deviceFaults(Int)
  /// The program, or the whole machine, was suspended for this long: the buffered sound is out of date. The sound
  /// thread has ended.
  case suspended(Duration)
  /// All sound of the source was heard.
  case ended
  /// The output or the decoder cannot continue.
  case failed(TuneError)
  /// The reader of the output closed it, as `head` does in a pipe.
  case outputClosed
}
