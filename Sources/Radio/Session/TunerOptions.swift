public import Parser
public import Player
public import RadioModel
public import Stations

/// The configuration of a ``Tuner``.
public struct TunerOptions: Sendable {
  /// The station list, which is also the initial queue unless ``queue`` is set.
  public var stations: [Station] = []
  /// The initial queue, if it is not the station list.
  public var queue: [Source]?
  /// The last source of the previous run: `resume` tunes in to it.
  public var lastSource: Source?
  /// True when sound of `lastSource` was heard in that run: a 404 is then not a typing error, and may be temporary.
  public var lastSourceWasHeard = false
  /// The output for the sound.
  public var output = OutputSpec.alsa(device: OutputSpec.defaultDevice)
  /// True when silence at the clock's pace replaces a device that cannot be opened: the user did not insist on the
  /// device.
  public var fallsBackToSilence = true
  /// The initial volume, 0…100.
  public var volume = 100
  /// True when the radio begins muted.
  public var isMuted = false
  /// True when the radio ends with the source that was tuned in first, as a player does; a daemon continues.
  public var endsWithFirstSource = true
  /// The number of the event before this run's first.
  public var eventNumber: UInt64 = 0
  /// The duration of sound after which a source counts as ended.
  public var durationLimit: Duration?
  /// How often a station is reconnected when it cannot be reached or its stream ends.
  public var retry = RetryLimit.forever
  /// The limits of the packet buffer.
  public var bufferLimits = TimeShiftBuffer.Limits()

  /// The limits of the packet buffer for ``output``. A file needs no sound in reserve, and no past.
  var limits: TimeShiftBuffer.Limits {
    var limits = bufferLimits
    if !output.isPaced {
      limits.startDuration = .zero
      limits.resumeDuration = .zero
      limits.past = .zero
    }
    return limits
  }

  /// The defaults of `radiod play`.
  public init() {}
}
