public import Spectrum
public import Stations

/// A radio, wherever it is: in this process, or a daemon. Views and clients use it only through this interface.
///
/// Properties return the last known state at once, from any thread. A part that no view reads may be refreshed only when
/// it is read. Methods that wait throw one sentence for the user, and `CancellationError` when their task is cancelled.
public protocol RadioService: Sendable {
  /// What the radio is doing; cheap to read.
  var status: RadioStatus { get }
  /// The last notice about what happened; nil before the first one. What lasts is in the notice of ``status``.
  var lastNotice: RadioNotice? { get }
  /// Sends a command without waiting.
  func send(_ command: Command)
  /// Carries out `command`; returns the status after it, with the ``RadioStatus/message`` of the command.
  func perform(_ command: Command) async throws -> RadioStatus

  /// Returns the queue.
  func queue() async throws -> QueueState

  /// The station list.
  var stations: StationListState { get }
  /// Makes `change` in the station list. Who makes several waits for each before the next. `version` is the version of
  /// the list that the change is for; nil for any. Returns the station as it is in the list then; of a removed one as
  /// it was.
  func change(_ change: StationChange, ifVersion version: Int?) async throws -> Station
  /// The stations that were played last, the latest first; at most 50.
  var recent: [Station] { get }
  /// Searches the directory for `words`, a text for ``SearchWords``: in names, and in tags when names give nothing.
  func search(_ words: String) async throws -> StationSearchResult
  /// Checks whether `station` plays from the radio's machine. Throws the reason when it does not.
  func check(_ station: Station) async throws -> StationCheck

  /// The titles heard, the latest first; at most 1,000.
  var titles: TitleList { get }
  /// The sound of the source that is kept, with its titles; nil where none is, and while that is not known.
  var timeShift: TimeShift? { get }
  /// The recordings, the newest first; at most the last 100. ``RadioStatus/recordings`` says whether any is being written.
  var recordingList: [RecordingStatus] { get }
  /// Keeps the title with this number of the sound that is kept (``TimeShift/Title/id``), or, with nil, the one that is
  /// heard: from its beginning to its end, now or when that comes. Returns the recording, which is in ``recordingList``.
  func keep(title id: Int?) async throws -> RecordingStatus
  /// Returns the log records with numbers greater than `number`; at most the last 1,000.
  func log(after number: Int) -> LogExtract
  /// What the radio needs of the machine; nil while it is not known.
  var figures: RadioFigures? { get }

  /// Creates a meter of the audible sound.
  func makeMeter() -> any SpectrumMeter
}
