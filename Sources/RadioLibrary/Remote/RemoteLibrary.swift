import AudioCore
import Logging
import RadioModel
import Remote
import Stations
import Synchronization
import Terminal

/// The stations, titles and log of a daemon's radio.
///
/// The daemon changes its station list. A daemon of an older version does not; its list is changed in its file on this
/// machine, whose path it gives to clients at its Unix socket. No member blocks except ``run()``, which does all work and must run while a view is shown.
public final class RemoteLibrary: ViewedLibrary {
  /// What is asked for only while a view looks at it.
  private enum Part: Hashable, Sendable {
    case titles, recent, log, performance
  }

  private static let mostTitles = 1000
  /// The interval of the questions that no event of the daemon causes.
  private static let interval = Duration.seconds(1)
  /// How often the titles and the stations played last are asked for after an event: the daemon may note them just
  /// after it reports the event.
  private static let questions = 2
  private static let noPath = """
    this daemon's stations cannot be changed from here: it is on another machine, or plays the stations that come with \
    radiod
    """

  private struct State {
    var stations = ViewedStations()
    var path: String?
    /// True when the daemon changes the list for its clients.
    var isChanger = false
    var recent: [Station] = []
    var titles = ViewedTitles()
    var log = LogExtract()
    var logPlace = LogPlace()
    var performance: PerformanceFigures?
    var meter = PerformanceMeter()
    /// The last question that failed, and why.
    var lastFault = ""
    /// The changes of the daemon that were seen last.
    var seen = RemoteChanges()
    /// How often each part is still to be asked for.
    var stationQuestions = 1
    var titleQuestions = questions
    var recentQuestions = questions
  }

  private let client: RadioClient
  private let radio: RemoteRadio
  private let logger: Logger
  private let changes = StationChanges()
  private let searcher: StationSearcher
  private let changeList: ListChanger
  private let looks = LookTimes<Part>()
  private let state = Mutex(State())
  private let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Changes the list of the daemon of an older version that listens at `socket`, in the file at `path`, and makes the daemon read it
  /// again. It may block, and returns what was done in a few words.
  public typealias ListChanger =
    @Sendable (_ change: StationChange, _ path: String, _ socket: String) throws(TuneError)
    -> String

  /// Creates the library of the daemon of `client`, whose events `radio` follows. `searcher` searches the directory,
  /// and `change` changes the list.
  public init(
    client: RadioClient, radio: RemoteRadio, searcher: StationSearcher, change: @escaping ListChanger, logger: Logger
  ) {
    self.client = client
    self.radio = radio
    self.searcher = searcher
    changeList = change
    self.logger = logger
  }

  // MARK: - The interface for views

  /// The station list as far as it is known at present.
  public var stations: ViewedStations { state.withLock { $0.stations } }

  /// The stations that were played last, the latest first.
  public var recent: [Station] {
    look(.recent)
    return state.withLock { $0.recent }
  }

  /// The titles heard, the latest first.
  public var titles: ViewedTitles {
    look(.titles)
    return state.withLock { $0.titles }
  }

  /// Returns the log records with numbers greater than `number`.
  public func log(after number: Int) -> LogExtract {
    look(.log)
    return state.withLock { state in
      let new = max(0, (state.log.records.last?.number ?? 0) - max(0, number))
      return LogExtract(
        records: state.log.records.suffix(new), warnings: state.log.warnings, errors: state.log.errors)
    }
  }

  /// What the player needs of the machine; nil while it is not known.
  public var performance: PerformanceFigures? {
    look(.performance)
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

  private func look(_ part: Part) { if looks.note(part) { wakes.continuation.yield() } }

  // MARK: - Work

  /// Keeps the library up to date until the task is cancelled. Changes and searches that are not done then are refused
  /// and cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.followEvents() }
      group.addTask { await self.keepTime() }
      group.addTask { for await _ in self.wakes.stream { await self.refresh() } }
      group.addTask { await self.searcher.run() }
      group.addTask {
        await self.changes.run(asking: { change in try await self.make(change) }, changed: {})
      }
    }
  }

  private func followEvents() async {
    for await _ in radio.updates {
      let now = radio.changes
      state.withLock { state in
        if now.stations != state.seen.stations { state.stationQuestions = 1 }
        if now.titles != state.seen.titles { state.titleQuestions = Self.questions }
        if now.plays != state.seen.plays { state.recentQuestions = Self.questions }
        state.seen = now
      }
      wakes.continuation.yield()
    }
  }

  private func keepTime() async {
    while !Task.isCancelled {
      wakes.continuation.yield()
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// Asks for all that is due. What fails is asked for again at the next round; the status shows why.
  private func refresh() async {
    let due = state.withLock { ($0.stationQuestions > 0, $0.titleQuestions > 0, $0.recentQuestions > 0) }
    if due.0 { await attempt(refreshStations) }
    if due.1, looks.isLookedAt(.titles) { await attempt(refreshTitles) }
    if due.2, looks.isLookedAt(.recent) { await attempt(refreshRecent) }
    if looks.isLookedAt(.log) { await attempt(refreshLog) }
    if looks.isLookedAt(.performance) { await attempt(refreshPerformance) }
  }

  /// Runs `question`. A daemon of an older version does not know all of them.
  private func attempt(_ question: () async throws -> Void) async {
    do {
      try await question()
    } catch {
      let text = "the daemon gives no answer for the view: \(error)"
      let isNew = state.withLock { state in
        defer { state.lastFault = text }
        return state.lastFault != text
      }
      if isNew { logger.debug("\(text)", source: "Remote") }
    }
  }

  private func refreshStations() async throws {
    state.withLock { $0.stationQuestions = 0 }
    let fetched: StationListAnswer
    do {
      fetched = try await client.stations()
    } catch {
      state.withLock { $0.stationQuestions = 1 }
      throw error
    }
    let path = client.socketPath == nil ? nil : fetched.path
    state.withLock { state in
      state.path = path
      state.isChanger = fetched.version != nil
      var new = state.stations
      new.stations = fetched.stations
      new.fault = state.isChanger ? fetched.fault : path == nil ? Self.noPath : nil
      guard new != state.stations else { return }
      new.version += 1
      state.stations = new
    }
  }

  private func refreshTitles() async throws {
    state.withLock { $0.titleQuestions -= 1 }
    let entries = try await client.titles(limit: Self.mostTitles)
    state.withLock { state in
      guard entries != state.titles.entries else { return }
      state.titles = ViewedTitles(version: state.titles.version + 1, entries: entries)
    }
  }

  private func refreshRecent() async throws {
    state.withLock { $0.recentQuestions -= 1 }
    let recent = try await client.recentStations()
    state.withLock { $0.recent = recent }
  }

  /// Appends the new records, which are numbered on over restarts of the daemon.
  private func refreshLog() async throws {
    let place = state.withLock { $0.logPlace }
    let answer = try await client.log(after: place.number)
    state.withLock { state in
      for var record in state.logPlace.records(of: answer) {
        record.number = (state.log.records.last?.number ?? 0) + 1
        state.log.records.append(record)
      }
      state.log.records.removeFirst(max(0, state.log.records.count - LogStore.usualLimit))
      (state.log.warnings, state.log.errors) = (answer.extract.warnings, answer.extract.errors)
    }
  }

  private func refreshPerformance() async throws {
    let figures = try await client.figures()
    state.withLock { state in
      guard let share = state.meter.share(processorSeconds: figures.processorSeconds) else { return }
      state.performance = PerformanceFigures(
        processorShare: share, residentBytes: figures.residentBytes, deviceFaults: figures.deviceFaults,
        reconnects: figures.retries, decodingShare: figures.decodingShare)
    }
  }

  /// Makes the daemon change the list, or changes the list's file and makes the daemon read it again. Returns what was
  /// done.
  private func make(_ change: StationChange) async throws -> String {
    let (isChanger, path) = state.withLock { ($0.isChanger, $0.path) }
    if isChanger { return try await client.change(change) }
    guard let path, let socket = client.socketPath else { throw TuneError.invalidRequest(message: Self.noPath) }
    return try await changes.block { [changeList] in try changeList(change, path, socket) }
  }
}
