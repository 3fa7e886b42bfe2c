import AudioCore
import Stations

/// Everything a view may show about the radio, at one moment. Immutable; views hold no other state about the radio.
public struct TunerSnapshot: Sendable, Equatable {
  /// What the radio is doing.
  public enum State: Sendable, Equatable {
    /// Not tuned in.
    case stopped
    /// Waiting for the server.
    case connecting
    /// Connected, gathering enough sound to begin or to go on.
    case buffering
    /// Sound is going out.
    case playing
    /// The connection failed for `reason`; the next try comes in `seconds` (whole seconds left, counted down).
    case retrying(reason: String, seconds: Int)
    /// The source came to its end and all of it was heard.
    case ended
    /// Gave up; the reason is one sentence for the user.
    case failed(TuneError)

    /// True while a source is tuned in, or on its way back.
    public var isTunedIn: Bool {
      switch self {
      case .connecting, .buffering, .playing, .retrying: true
      case .stopped, .ended, .failed: false
      }
    }
  }

  /// What the radio is doing.
  public var state: State = .stopped
  /// True when it was stopped by a pause: the station is to be rejoined.
  public var isPaused = false
  /// What is tuned in, or was last.
  public var source: Source?
  /// True when sound of `source` was heard, in this run or in one before it, and of no other source since.
  public var wasHeard = false
  /// The queue's entry for that; nil when it is gone, and before anything was tuned in.
  public var entryID: Int?
  /// What `next` and `previous` walk.
  public var queue = StationQueue()
  /// The last entry that was tuned in and was put into the queue: from something that is tuned in without it, the way leads back here.
  var returnEntryID: Int?
  /// The id of the station of the list that was tuned in last.
  var returnStationID: String?
  /// The station list.
  public var stations: [Station] = []
  /// Name of the station, file or address that is tuned in.
  public var name = ""
  /// The title that is audible now; nil when the station has sent none.
  public var title: String?
  /// Coding of the stream, once known.
  public var codec: Codec?
  /// Bits a second of the stream: the average of its recent packets, in bit/s.
  public var bitRate: Int?
  /// Format of the decoded sound, once known.
  public var format: AudioFormat?
  /// How much sound has been heard since tuning in.
  public var elapsed: Duration = .zero
  /// How long the file is that is played, by its head; nil for a station, and where the head does not say.
  public var length: Duration?
  /// Seconds of sound in the packet buffer.
  public var bufferedSeconds: Double = 0
  /// Seconds of sound at which the packet buffer counts as full.
  public var bufferCapacitySeconds: Double = 0
  /// 0…100.
  public var volume = 100
  /// True while muted; `volume` keeps its value.
  public var isMuted = false
  /// A notice about the output, such as "no sound device: playing silently".
  public var outputNotice: String?

  /// What there was since the radio was switched on.
  public var counts = TunerCounts()

  /// Forgets what is of one source alone.
  mutating func tune(to source: Source, entryID: Int?) {
    var next = TunerSnapshot()
    next.queue = queue
    next.stations = stations
    next.counts = counts
    next.returnEntryID = returnEntryID
    next.returnStationID = returnStationID
    next.noteTuned(to: source, entryID: entryID)
    next.name = source.displayName
    next.state = .connecting
    self = next
  }

  /// Takes `source` for what is tuned in, or was last.
  mutating func noteTuned(to source: Source, entryID: Int?) {
    self.source = source
    self.entryID = entryID
    if let entryID, queue.entries.contains(where: { $0.id == entryID && !$0.isTemporary }) { returnEntryID = entryID }
    if let place = placeInList(source) { returnStationID = stations[place].id }
  }

  /// The state of a radio that was just switched on.
  public init() {}
}

/// How often things happened since the radio was switched on.
public struct TunerCounts: Sendable, Equatable {
  /// Connections that servers answered with a stream.
  public var connections = 0
  /// Connections that were lost, or could not be made, and were tried again.
  public var retries = 0
  /// Times the sound ran out.
  public var underruns = 0
  /// Faults of the sound device, underruns among them, after which it was got going again.
  public var deviceFaults = 0
  /// Titles that were heard.
  public var titles = 0
  /// Sources that were given up.
  public var failures = 0
  /// Bytes of sound received.
  public var receivedBytes = 0
}
