import AudioCore
import Bytes
import Directory
import Downloader
public import RadioModel
public import Spectrum
public import Stations
import Synchronization
import SystemSupport

/// The radio of this process with all that belongs to it: the station list, the stations played last, the titles, the
/// log, and the directory. The daemon and `radiod` without a daemon use the same object.
///
/// No property blocks. ``run()`` does the work that goes on by itself.
public final class RadioHost: RadioService {
  /// The maximum number of titles in ``titles``.
  private static let maximumTitles = 1000
  /// The shortest time between two readings of the use of the machine.
  private static let figuresInterval = Duration.seconds(2)

  private struct State {
    var titles = TitleList()
    var figures: RadioFigures?
    var figuresTime: ContinuousClock.Instant?
    var meter = ProcessorMeter()
    /// Grows with each command that tunes in or stops.
    var tunings = 0
  }

  /// The player.
  public let tuner: Tuner
  /// Finds the stations that requests name.
  package let lookup: StationLookup
  /// The station list.
  public let library: StationLibrary
  /// The titles that were heard, as far as they are kept.
  public let history: TitleHistory
  /// The last lines of the program.
  public let logStore: LogStore
  /// Finds stations that are in no list.
  public let finder: StationFinder
  /// Keeps and records what is played; nil where nothing does.
  public let recordings: (any RecordingService)?
  /// Starts the built-in station at the first call and returns it at every call.
  public let demo: @Sendable () async throws -> Station
  private let recentStations: RecentStations
  private let events: AsyncStream<NumberedEvent>
  /// Asks ``run()`` to play the built-in station; each has the number of its command.
  private let demoRequests = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let heard: (@Sendable (Station) -> Void)?
  private let onFault: @Sendable (String) -> Void
  private let listInterval: Duration
  private let state = Mutex(State())

  /// Creates the radio that `tuner` plays; it follows the tuner from now on. `heard` is called with each station that
  /// becomes audible, and must return at once. The file of the list is read again within `listInterval` of a change by
  /// another program; `onFault` gets one sentence when it cannot be read then.
  public init(
    _ tuner: Tuner, library: StationLibrary, history: TitleHistory, recent: RecentStations, log: LogStore,
    finder: StationFinder, demo: @escaping @Sendable () async throws -> Station,
    recordings: (any RecordingService)? = nil, listInterval: Duration = .seconds(2),
    heard: (@Sendable (Station) -> Void)? = nil,
    onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.tuner = tuner
    self.recordings = recordings
    (self.library, self.history, recentStations, logStore) = (library, history, recent, log)
    (self.finder, self.demo) = (finder, demo)
    self.listInterval = listInterval
    self.heard = heard
    self.onFault = onFault
    lookup = StationLookup(tuner: tuner, finder: finder, demo: demo)
    events = tuner.numberedEvents()
  }

  // MARK: - Player and queue

  /// What the radio is doing.
  public var status: RadioStatus { tuner.status }

  /// The last notice about what happened; nil before the first one.
  public var lastNotice: RadioNotice? { tuner.lastNotice }

  /// Sends a command without waiting. ``Station/demo`` is started by ``run()`` first, and not played when another
  /// station was meanwhile.
  public func send(_ command: Command) {
    let number = count(command)
    if Self.playsDemo(command) { demoRequests.continuation.yield(number) } else { tuner.send(command) }
  }

  /// Carries out `command`; returns the status after it, with the message of the command. Throws ``ServiceError`` when
  /// ``Station/demo`` cannot be started.
  public func perform(_ command: Command) async throws -> RadioStatus {
    let event = tuner.eventNumber
    let number = count(command)
    if Self.playsDemo(command) {
      let station = try await lookup.station(Station.demoID)
      if isLast(number) { await tuner.perform(.play(.station(station))) }
    } else {
      await tuner.perform(command)
    }
    return tuner.answer(after: event)
  }

  /// True for a command that names the built-in station without its address.
  private static func playsDemo(_ command: Command) -> Bool { command == .play(.station(.demo)) }

  /// Counts a command that tunes in or stops; returns its number.
  private func count(_ command: Command) -> Int {
    state.withLock { state in
      switch command {
      case .play, .playEntry, .playAnnouncement, .resume, .pause, .stop, .toggle, .next, .previous, .quit:
        state.tunings += 1
      case .seek, .setVolume, .changeVolume, .setMuted, .toggleMute: break
      }
      return state.tunings
    }
  }

  private func isLast(_ number: Int) -> Bool { state.withLock { $0.tunings == number } }

  private func playDemo(_ number: Int) async {
    do {
      let station = try await lookup.station(Station.demoID)
      if isLast(number) { tuner.send(.play(.station(station))) }
    } catch {
      onFault("\(error)")
    }
  }

  /// Returns the queue.
  public func queue() -> QueueState { QueueState(tuner.snapshot) }

  /// Creates a meter of the audible sound.
  public func makeMeter() -> any SpectrumMeter {
    LiveAnalyzer { [tuner] frames, window in tuner.readTap(frames: frames, into: &window) }
  }

  // MARK: - Stations

  /// The station list.
  public var stations: StationListState { library.snapshot }
  /// The stations that were played last, the latest first.
  public var recent: [Station] { recentStations.stations }

  /// Makes `change` in the station list. Returns the station as it is in the list then; of a removed one as it was.
  ///
  /// Throws ``StationLibrary/ChangeError``, the errors of the change and of the file, and `CancellationError`.
  public func change(_ change: StationChange, ifVersion version: Int?) async throws -> Station {
    try await library.change(ifVersion: version) { (list) throws(TuneError) in try change.apply(to: &list) }.value
  }

  /// Searches the directory for `words`, a text for ``SearchWords``. Throws `OptionError` for words that cannot be
  /// searched, and the errors of ``search(for:limit:)``.
  public func search(_ words: String) async throws -> StationSearchResult {
    try await search(for: try SearchWords(words), limit: StationSearchResult.maximumStations)
  }

  /// Returns at most `limit` stations of the directory that fit `search`: by their names, or by their tags when no name
  /// has the words. Throws `OptionError`, ``ServiceError`` where the directory is turned off, `DirectoryError` and
  /// `CancellationError`.
  public func search(for search: SearchWords, limit: Int) async throws -> StationSearchResult {
    let outcome = try await finder.directory().search(search, limit: limit, refresh: false, isLast: false)
    finder.found.store(outcome.finding.stations)
    let listed = ListedStations(stations.stations)
    return StationSearchResult(
      stations: outcome.finding.stations.map { found in
        var result = FoundStation(
          station: found.station(id: ""), codec: found.codec, kilobits: found.kilobits, votes: found.votes)
        (result.isHLS, result.isWorking, result.clicks) = (found.isHLS, found.isWorking, found.clicks)
        (result.languages, result.listedID) = (found.language, listed.id(of: found))
        return result
      }, time: Double(outcome.finding.time), age: outcome.age, isCached: outcome.isCached,
      fault: outcome.failure.map { CleanText.singleLine($0.description) }, foundIn: outcome.foundIn,
      report: search.report(count: outcome.finding.stations.count, limit: limit, foundIn: outcome.foundIn))
  }

  /// Checks whether `station` plays from here. Throws `TuneError` when it does not, and `CancellationError`.
  public func check(_ station: Station) async throws -> StationCheck {
    let report = try await finder.probe.run(station.requests())
    return StationCheck(
      codec: report.codec?.rawValue, kilobits: report.bitRate.map { ($0 + 500) / 1000 },
      sampleRate: report.format?.sampleRate, channels: report.format?.channels,
      name: report.head?.name.flatMap { Station.cleanText($0) })
  }

  // MARK: - Titles, log and figures

  /// The titles heard, the latest first; at most 1,000.
  public var titles: TitleList {
    state.withLock { state in
      let version = history.version
      if state.titles.version != version {
        state.titles = TitleList(version: version, entries: history.recent(Self.maximumTitles).reversed())
      }
      return state.titles
    }
  }

  /// Returns the log records with numbers greater than `number`.
  public func log(after number: Int) -> LogExtract { logStore.extract(after: number) }

  /// What the radio needs of the machine, read at most every two seconds.
  public var figures: RadioFigures? {
    state.withLock { state in
      let now = ContinuousClock.now
      if let last = state.figuresTime, now - last < Self.figuresInterval { return state.figures }
      let use = ProcessUse.now()
      let counts = tuner.snapshot.counts
      var figures = RadioFigures(
        processorSeconds: use.processorSeconds, residentBytes: use.residentBytes, deviceFaults: counts.deviceFaults,
        reconnects: counts.retries, decodingShare: tuner.decodingShare)
      state.meter.measure(&figures, at: now)
      (state.figures, state.figuresTime) = (figures, now)
      return figures
    }
  }

  // MARK: - Work

  /// Notes what is heard, and reads the station list again when its file has changed, until the tuner has ended or the
  /// task is cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.followTuner() }
      group.addTask { await self.followList() }
      group.addTask { for await number in self.demoRequests.stream { await self.playDemo(number) } }
      await group.next()  // the tuner's events have ended
      group.cancelAll()
    }
  }

  /// Waits until the stations and titles were written or could not be written, at most `limit`.
  public func flush(limit: Duration = .seconds(1)) async {
    async let titles = history.flush(limit: limit)
    async let stations = recentStations.flush(limit: limit)
    _ = await (titles, stations)
  }

  private func followTuner() async {
    var source: Source?
    for await numbered in events {
      switch numbered.event {
      case .tuned(let tuned): source = tuned
      case .listed(let station): source = .station(station)
      case .snapshot(let snapshot): source = snapshot.source
      case .playing:
        if let station = source?.station {
          recentStations.add(station)
          heard?(station)
        }
      case .title(let metadata): if !metadata.title.isEmpty { record(metadata.title, of: source) }
      default: break
      }
    }
  }

  private func record(_ title: String, of source: Source?) {
    let snapshot = tuner.snapshot
    let station = source?.station
    let isListed = station.map { station in snapshot.stations.contains { $0.id == station.id } } ?? false
    history.add(
      title: title, station: isListed ? station?.id : nil, name: station?.name ?? snapshot.name, at: SystemTime.now)
  }

  private func followList() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: listInterval, tolerance: listInterval / 2)
      if let error = await library.refresh() { onFault(error.description) }
    }
  }
}

/// Finds stations of the directory in a list.
private struct ListedStations {
  private var ids: [String: String] = [:]

  init(_ stations: [Station]) {
    for station in stations.reversed() {
      ids[StreamURL.identity(station.url)] = station.id
      if let directoryID = station.directoryID { ids[directoryID] = station.id }
    }
  }

  /// Returns the id in the list; nil when the list does not have the station.
  func id(of station: DirectoryStation) -> String? { ids[station.id] ?? ids[StreamURL.identity(station.url)] }
}
