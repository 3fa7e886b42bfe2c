import AudioCore
import Parser
import Player
import Stations

/// How a ``Tuner`` is set up.
public struct TunerOptions: Sendable {
  /// The list that `next` and `previous` walk.
  public var stations: [Station] = []
  /// Where the sound goes.
  public var output = OutputSpec.alsa(device: OutputSpec.defaultDevice)
  /// True when a device that cannot be opened is replaced by silence at the clock's pace: the user did not insist on it.
  public var fallsBackToSilence = true
  /// Volume to begin with, 0…100.
  public var volume = 100
  /// Sound after which a source counts as ended.
  public var durationLimit: Duration?
  /// How often a station is connected to again when it cannot be reached or its stream ends.
  public var retry = RetryLimit.forever
  /// Bounds of the packet buffer.
  public var bufferLimits = PacketBuffer.Limits()

  /// The defaults of `radiod play`.
  public init() {}
}

/// How ``Tuner/run()`` came to its end.
public enum TunerOutcome: Sendable, Equatable {
  /// A command asked for it.
  case quit
  /// The first source ended and was heard.
  case ended
  /// The first source could not be played, or not on.
  case failed(TuneError)
  /// The reader of our output went away.
  case outputClosed
}
