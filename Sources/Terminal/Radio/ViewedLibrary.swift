import RadioModel
import Stations

/// The stations, titles and log of a radio, as a view shows and changes them. All members are callable from any thread
/// and return at once.
public protocol ViewedLibrary: Sendable {
  /// The station list as far as it is known at present.
  var stations: ViewedStations { get }
  /// The stations that were played last, the latest first; at most 50.
  var recent: [Station] { get }
  /// Makes `change`; calls `done` once, on any thread.
  func change(_ change: StationChange, done: @escaping @Sendable (StationChangeOutcome) -> Void)
  /// Searches the directory for stations whose names contain `words`; calls `done` once, on any thread. A later search
  /// cancels an earlier one, whose outcome is then `.cancelled`.
  func search(_ words: String, done: @escaping @Sendable (StationSearchOutcome) -> Void)
  /// The titles heard, the latest first; at most 1,000.
  var titles: ViewedTitles { get }
  /// Returns the log records with numbers greater than `number`: at most the last 1,000 of the program.
  func log(after number: Int) -> LogExtract
  /// What the player needs of the machine; nil while it is not known.
  var performance: PerformanceFigures? { get }
}

/// A station list at one moment.
public struct ViewedStations: Sendable, Equatable {
  /// Differs from that of every other state of the list.
  public var version: Int
  /// The stations in the order of the list.
  public var stations: [Station]
  /// Why the list cannot be changed, or could not be read; nil when it can.
  public var fault: String?

  /// Creates the state of a list.
  public init(version: Int = 0, stations: [Station] = [], fault: String? = nil) {
    self.version = version
    self.stations = stations
    self.fault = fault
  }
}

/// The titles heard at one moment.
public struct ViewedTitles: Sendable, Equatable {
  /// Differs from that of every other state of the history.
  public var version: Int
  /// The titles, the latest first.
  public var entries: [HistoryEntry]

  /// Creates the state of a history.
  public init(version: Int = 0, entries: [HistoryEntry] = []) {
    self.version = version
    self.entries = entries
  }
}

/// The outcome of a change of the station list.
public enum StationChangeOutcome: Sendable, Equatable {
  /// It was made; the text says so in a few words: `added jazz-radio`.
  case done(String)
  /// It was not made, for this reason: one sentence.
  case refused(String)
}

/// A station in a directory.
public struct FoundStation: Sendable, Equatable {
  /// The station as an entry of a list, with an empty id.
  public var station: Station
  /// The codec in the directory's terms, such as `MP3`; nil when it is not known.
  public var codec: String?
  /// The bit rate in kbit/s; nil when it is not known.
  public var kilobits: Int?
  /// The number of votes for it.
  public var votes: Int

  /// Creates a found station.
  public init(station: Station, codec: String? = nil, kilobits: Int? = nil, votes: Int = 0) {
    self.station = station
    self.codec = codec
    self.kilobits = kilobits
    self.votes = votes
  }
}

/// The outcome of a search in the directory.
public enum StationSearchOutcome: Sendable, Equatable {
  /// These stations were found, the most played first. The note, if any, says that the answer is old and why.
  case found([FoundStation], note: String?)
  /// The search failed for this reason: one sentence.
  case failed(String)
  /// A later search replaced it.
  case cancelled
}

/// What a player needs of the machine.
public struct PerformanceFigures: Sendable, Equatable {
  /// The processor time per time of the player's process since the last reading, 1 for one core.
  public var processorShare: Double
  /// The resident memory in bytes.
  public var residentBytes: Int
  /// The number of underruns and other faults of the sound device since the start.
  public var deviceFaults: Int
  /// The number of connections beyond the first since the start.
  public var reconnects: Int
  /// The decoding time in seconds per second of sound; nil before anything was decoded.
  public var decodingShare: Double?

  /// Creates figures.
  public init(
    processorShare: Double, residentBytes: Int, deviceFaults: Int, reconnects: Int, decodingShare: Double?
  ) {
    self.processorShare = processorShare
    self.residentBytes = residentBytes
    self.deviceFaults = deviceFaults
    self.reconnects = reconnects
    self.decodingShare = decodingShare
  }
}
