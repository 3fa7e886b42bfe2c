import AudioCore
import Parser
import Player
import Stations

/// How a ``Tuner`` is set up.
public struct TunerOptions: Sendable {
  /// The station list: the queue, to begin with.
  public var stations: [Station] = []
  /// What the queue is to begin with, if it is not the station list.
  public var queue: [Source]?
  /// What was tuned in last, before this run: `resume` tunes in to it.
  public var lastSource: Source?
  /// True when sound of `lastSource` was heard in that run: a 404 is no typing error then, and passes.
  public var lastSourceWasHeard = false
  /// Where the sound goes.
  public var output = OutputSpec.alsa(device: OutputSpec.defaultDevice)
  /// True when a device that cannot be opened is replaced by silence at the clock's pace: the user did not insist on it.
  public var fallsBackToSilence = true
  /// Volume to begin with, 0…100.
  public var volume = 100
  /// True to begin muted.
  public var isMuted = false
  /// True when the radio ends with the source that was tuned in first, as a player does; a daemon goes on.
  public var endsWithFirstSource = true
  /// The number of the last event before this run's first.
  public var eventNumber: UInt64 = 0
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
