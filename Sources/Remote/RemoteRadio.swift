public import Logging
public import RadioModel
public import Spectrum
public import Stations
import Synchronization
import SystemSupport

/// The radio of a daemon, with one state that follows the daemon's events.
///
/// A part of the state that no event reports is requested only while it is read. Reads never block; ``run()`` does all
/// communication but that of the methods that wait, and must run while the radio is used.
public final class RemoteRadio: RadioService {
  /// The requested frame rate, in frames per second. The view interpolates the bars between two frames.
  public static let framesPerSecond = 30
  /// The maximum number of commands that wait to be sent; further commands are dropped.
  private static let maximumCommands = 32
  /// How often the titles and the stations played last are requested after an event: the daemon may record them just
  /// after it reports the event.
  private static let readsAfterEvent = 2

  /// What is requested only while it is read.
  enum Part: Hashable, Sendable {
    case status, titles, timeShift, recordings, recent, log, figures
  }

  struct State {
    var status = RadioStatus(state: .connecting)
    /// The time at which the status was correct.
    var statusTime = ContinuousClock.now
    /// The number of the last event that the status includes. A status with an older one is not applied: it was sent
    /// before, by another connection.
    var event: UInt64 = 0
    var notice: RadioNotice?
    var stations = StationListState()
    /// False for a daemon of an older version, which makes no changes of its list.
    var makesChanges = true
    var recent: [Station] = []
    var titles = TitleList()
    var timeShift: TimeShift?
    /// When the sound that is kept was requested last.
    var timeShiftRequest: ContinuousClock.Instant?
    var recordings: [RecordingStatus] = []
    /// The number of titles that were kept: a list of recordings that was requested before may lack one.
    var keptTitles = 0
    var log = LogExtract()
    var logPlace = LogPlace()
    var figures: RadioFigures?
    var meter = ProcessorMeter()
    /// The last request for a part that failed, and why.
    var lastFault = ""
    /// Pending requests for each part.
    var stationReads = 1
    var titleReads = readsAfterEvent
    var recentReads = readsAfterEvent

    /// Applies `status`, unless the state includes a later event.
    mutating func apply(_ status: RadioStatus) {
      guard status.event >= event else { return }
      if status.url != self.status.url { (timeShift, timeShiftRequest) = (nil, nil) }
      event = status.event
      self.status = status
      self.status.message = nil
      statusTime = .now
    }

    /// Applies `newEvent`; a title only if the status does not include a later event.
    mutating func apply(_ newEvent: ServerEvent) {
      let number = newEvent.id.flatMap { UInt64($0) } ?? event
      let isCurrent = number >= event
      switch RadioEvent(newEvent) {
      case .status(let status)?:
        apply(status.cleaned)
        if status.state == .playing { recentReads = readsAfterEvent }
      case .title(let title, _, _)?:
        titleReads = readsAfterEvent
        guard isCurrent else { return }
        event = number
        status.title = title.isEmpty ? nil : title
      // The status that follows has it if it lasts.
      case .notice(let text)?: notice = RadioNotice(number: number, text: text)
      case .stations?: stationReads = 1
      case .queue?, .other?, nil: break
      }
    }

    /// Puts a recording that answered a request at the head of the list.
    mutating func add(_ recording: RecordingStatus) {
      keptTitles += 1
      recordings.removeAll { $0.id == recording.id }
      recordings.insert(recording, at: 0)
    }

    /// Begins again with a new connection: another run of the daemon may count its events from the beginning.
    mutating func reconnect() {
      event = 0
      stationReads = 1
      titleReads = readsAfterEvent
      recentReads = readsAfterEvent
    }
  }

  let client: RadioClient
  let reconnectMode: ReconnectMode
  let logger: Logger
  let samples: RemoteSamples
  let frames: RemoteFrames
  let looks = LookTimes<Part>()
  let state = Mutex(State())
  let commands = AsyncStream.makeStream(of: Command.self, bufferingPolicy: .bufferingOldest(maximumCommands))
  /// Wakes what requests the parts.
  let wake = WakeSignal()
  /// True when meters analyse the daemon's sound, false when the daemon measures it.
  private let isSampled: Bool

  /// Creates the radio of `client`'s daemon. `isSampled` says whether the daemon sends its sound to `client`.
  public init(client: RadioClient, reconnectMode: ReconnectMode, isSampled: Bool = false, logger: Logger) {
    self.client = client
    self.reconnectMode = reconnectMode
    self.isSampled = isSampled
    self.logger = logger
    samples = RemoteSamples(client: client)
    frames = RemoteFrames(client: client)
  }

  /// Creates the radio of `client`'s daemon, and asks whether that sends its sound. Throws `DaemonError` when the
  /// daemon cannot be reached, unless `reconnectMode` is `.forever`.
  public static func connect(
    _ client: RadioClient, reconnectMode: ReconnectMode, logger: Logger
  ) async throws -> RemoteRadio {
    let isSampled: Bool
    do {
      isSampled = try await client.offersSamples()
    } catch let error as DaemonError {
      guard reconnectMode == .forever else { throw error }
      isSampled = client.isLocal
    }
    return RemoteRadio(client: client, reconnectMode: reconnectMode, isSampled: isSampled, logger: logger)
  }

  // MARK: - Reads

  /// The last known status, with clean texts and numbers in their ranges. While it plays, `elapsed` advances between
  /// two statuses of the daemon. Without another notice it says why the sound cannot be shown.
  public var status: RadioStatus {
    looks.record(.status)
    var (status, time) = state.withLock { ($0.status, $0.statusTime) }
    if status.state == .playing { status.elapsed += (ContinuousClock.now - time) / .seconds(1) }
    status.notice = status.notice ?? (isSampled ? samples.fault : frames.fault)
    return status
  }

  /// The last notice that the daemon sent; nil before the first one.
  public var lastNotice: RadioNotice? { state.withLock { $0.notice } }

  /// The station list as far as it is known at present.
  public var stations: StationListState { state.withLock { $0.stations } }

  /// The stations that were played last, the latest first.
  public var recent: [Station] { read(.recent) { $0.recent } }

  /// The titles heard, the latest first; at most 1,000.
  public var titles: TitleList { read(.titles) { $0.titles } }

  /// The sound that the daemon keeps, with its titles; nil where it keeps none, and while that is not known. It is
  /// requested at most once a second.
  public var timeShift: TimeShift? { read(.timeShift) { $0.timeShift } }

  /// The daemon's recordings, the newest first, as far as they were asked for: while there is one that is not finished.
  public var recordingList: [RecordingStatus] { read(.recordings) { $0.recordings } }

  /// What the daemon needs of its machine; nil while it is not known, and from a daemon of an older version.
  public var figures: RadioFigures? { read(.figures) { $0.figures } }

  /// Returns the log records with numbers greater than `number`. They are numbered without gaps over restarts of the
  /// daemon.
  public func log(after number: Int) -> LogExtract {
    read(.log) { state in
      let new = max(0, (state.log.records.last?.number ?? 0) - max(0, number))
      return LogExtract(
        records: state.log.records.suffix(new), warnings: state.log.warnings, errors: state.log.errors)
    }
  }

  /// Returns what `body` reads of the state, and has the part requested while it is read.
  private func read<Value: Sendable>(_ part: Part, _ body: (State) -> Value) -> Value {
    if looks.record(part) { wake.signal() }
    return state.withLock { body($0) }
  }

  /// Creates a meter that analyses the daemon's sound, or shows the frames that the daemon measures.
  public func makeMeter() -> any SpectrumMeter {
    guard isSampled else { return FrameMeter(frames) }
    return LiveAnalyzer { [samples] frames, window in samples.readTap(frames: frames, into: &window) }
  }

  // MARK: - Commands

  /// Queues `command` for the daemon. A command that only a player in this process can carry out has no effect.
  public func send(_ command: Command) { commands.continuation.yield(command) }

  /// Makes the daemon carry out `command`; returns the status after it. A station that is not in the daemon's list is
  /// played by its address.
  public func perform(_ command: Command) async throws -> RadioStatus {
    let status: RadioStatus
    do {
      status = try await client.perform(command).cleaned
    } catch DaemonError.refused(let reason, status: 404) {
      guard case .play(.station(let station)) = command else { throw DaemonError.refused(reason: reason, status: 404) }
      status = try await client.perform(.play(.url(station.url))).cleaned
    }
    state.withLock { $0.apply(status) }
    return status
  }

  /// Has the daemon keep a title of the sound that it keeps; nil is the one that is heard.
  public func keep(title id: Int?) async throws -> RecordingStatus {
    let recording = try await client.keep(title: id).cleaned
    state.withLock { $0.add(recording) }
    return recording
  }

  /// Returns the daemon's queue.
  public func queue() async throws -> QueueState { try await client.queue() }
}
