import Radio
import RadioModel
import Stations
import Synchronization
import SystemSupport
import Terminal

/// The stations, titles and log of a radio in this process.
///
/// No member blocks except ``run()``, which does all work and must run while a view is shown.
public final class LocalLibrary: ViewedLibrary {
  /// What is kept up to date only while a view looks at it.
  private enum Part: Hashable, Sendable {
    case stations, performance
  }

  /// The maximum number of titles.
  private static let mostTitles = 1000
  /// The interval at which the file of the stations and the use of the machine are looked at. Each look wakes two
  /// threads.
  private static let interval = Duration.seconds(2)

  private struct State {
    var titles = ViewedTitles()
    var performance: PerformanceFigures?
    var meter = PerformanceMeter()
  }

  private let tuner: Tuner
  private let events: AsyncStream<NumberedEvent>
  private let list: ViewedListFile
  private let makeChange: StationChangeMaker
  private let store: LogStore
  private let changes = StationChanges()
  private let searcher: StationSearcher
  private let recentStations: RecentStations
  private let history = TitleHistory(path: nil, limit: mostTitles)
  private let looks = LookTimes<Part>()
  private let state = Mutex(State())

  /// Creates the library of `tuner`, which plays the stations of `list`. It follows the tuner from now on. `change`
  /// changes the file of the list, `searcher` searches the directory, and `log` has the lines of the program.
  public init(
    _ tuner: Tuner, list: ViewedListFile, change: @escaping StationChangeMaker, searcher: StationSearcher,
    recent: RecentStations, log: LogStore
  ) {
    self.tuner = tuner
    events = tuner.numberedEvents()
    self.list = list
    makeChange = change
    self.searcher = searcher
    recentStations = recent
    store = log
  }

  // MARK: - The interface for views

  /// The station list as far as it is known at present.
  public var stations: ViewedStations {
    _ = looks.note(.stations)
    return list.viewed
  }

  /// The stations that were played last, the latest first.
  public var recent: [Station] { recentStations.stations }

  /// The titles heard, the latest first.
  public var titles: ViewedTitles { state.withLock { $0.titles } }

  /// Returns the log records with numbers greater than `number`.
  public func log(after number: Int) -> LogExtract { store.extract(after: number) }

  /// What the player needs of the machine; nil while it is not known.
  public var performance: PerformanceFigures? {
    _ = looks.note(.performance)
    return state.withLock { $0.performance }
  }

  /// Makes `change`; calls `done` once, on any thread.
  public func change(_ change: StationChange, done: @escaping @Sendable (StationChangeOutcome) -> Void) {
    changes.make(change, done: done)
  }

  /// Searches the directory; calls `done` once, on any thread. It cancels the search before.
  public func search(_ words: String, done: @escaping @Sendable (StationSearchOutcome) -> Void) {
    searcher.search(words, done: done)
  }

  // MARK: - Work

  /// Keeps the library up to date until the task is cancelled. Changes and searches that are not done then are refused
  /// and cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.followRadio() }
      group.addTask { await self.watch() }
      group.addTask { await self.searcher.run() }
      group.addTask { await self.changes.run(self.makeChange) { await self.refreshList() } }
    }
    await recentStations.flush()
  }

  private func followRadio() async {
    var source: Source?
    for await numbered in events {
      switch numbered.event {
      case .tuned(let tuned): source = tuned
      case .listed(let station): source = .station(station)
      case .snapshot(let snapshot): source = snapshot.source
      case .playing: if let station = source?.station { recentStations.note(station) }
      case .title(let metadata): note(metadata.title, of: source)
      case .connecting, .connected, .rebuffering, .retrying, .notice, .detail, .deviceFaults, .ended, .failed, .stopped,
        .volume, .queue, .stations:
        break
      }
    }
  }

  private func note(_ title: String, of source: Source?) {
    let station = source?.station
    history.note(
      title: title, station: station?.id, name: station?.name ?? tuner.snapshot.name, at: SystemTime.now)
    let entries = history.recent(Self.mostTitles).reversed().map { entry in
      HistoryEntry(time: entry.time, title: entry.title, name: entry.name)
    }
    state.withLock { state in
      guard state.titles.entries != entries else { return }
      state.titles = ViewedTitles(version: state.titles.version + 1, entries: entries)
    }
  }

  private func watch() async {
    measure()  // so that the first look at the use of the machine has a time before it
    while !Task.isCancelled {
      if looks.isLookedAt(.stations) { await refreshList() }
      if looks.isLookedAt(.performance) { measure() }
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// Reads the file of the stations if it has changed; the tuner then follows it.
  private func refreshList() async {
    let stations = try? await BlockingPool.shared.run { [list] in list.refresh() }
    if let stations { tuner.reload(stations: stations) }
  }

  private func measure() {
    let use = ProcessUse.now()
    let counts = tuner.snapshot.counts
    let decodingShare = tuner.decodingShare
    state.withLock { state in
      guard let share = state.meter.share(processorSeconds: use.processorSeconds) else { return }
      state.performance = PerformanceFigures(
        processorShare: share, residentBytes: use.residentBytes, deviceFaults: counts.deviceFaults,
        reconnects: counts.retries, decodingShare: decodingShare)
    }
  }
}
