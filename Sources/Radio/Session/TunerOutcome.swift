public import AudioCore

/// How ``Tuner/run()`` ended.
public enum TunerOutcome: Sendable, Equatable {
  /// A command requested it.
  case quit
  /// The first source ended and all of it was heard.
  case ended
  /// The first source could not be played, or not to its end.
  case failed(TuneError)
  /// The reader of the output closed it.
  case outputClosed
}
