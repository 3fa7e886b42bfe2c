import AudioCore
public import Downloader
public import Logging
public import RadioModel
import Synchronization
import SystemSupport

/// Submits the songs that are heard to a ListenBrainz server, and keeps them in a file until the server has them.
///
/// Nothing here disturbs the radio: ``receive(_:name:isSilenced:titleStart:)`` returns at once, and ``run()`` does all
/// work. What is not a song, by ``SongRule``, and what was not heard for long enough, is left out.
public final class Scrobbler: Sendable {
  /// A now-playing song is not announced after this time.
  private static let newsTime = Duration.seconds(60)

  private struct State {
    var watch = ListeningWatch()
    var queue = ListenQueue()
    /// The song to announce, and since when it plays.
    var news: (song: Song, station: String, since: ContinuousClock.Instant)?
    /// True when the file is not as the queue is.
    var isUnsaved = false
    /// True when the token is wrong: then nothing is sent in this run.
    var isUnauthorized = false
    /// The most listens in the next request: fewer after one of them was refused.
    var batch = Submission.maximumListens
    var wasFaulty = false
    var hasDropped = false
    /// True when the listens of the last run are in the queue: before that, nothing is written.
    var isLoaded = false
    /// Listens that the server does not take, which are not in their file yet.
    var refused: [RefusedListen] = []
  }

  private let client: ListenBrainzClient
  private let file: ListenFile
  private let refusedFile: RefusedListensFile
  private let logger: Logger
  private let firstPause: Duration
  private let minimum: Duration
  private let state = Mutex(State())
  private let unsent = WakeSignal()
  private let unsaved = WakeSignal()
  /// Writes the file, and nothing else, so that a disk that hangs holds up only this.
  private let disk = BlockingPool(threads: 1)

  /// Creates a scrobbler for the user of `token` on `server`. The listens wait in the file at `path`.
  public convenience init(
    server: ScrobbleServer, token: String, path: String, downloader: Downloader, logger: Logger
  ) {
    self.init(
      server: server, token: token, path: path, downloader: downloader, logger: logger,
      firstPause: SubmissionPace().firstPause, minimum: SubmissionPace.minimum)
  }

  /// The same with shorter pauses, for tests: `firstPause` after a failure, and `minimum` between two requests.
  package init(
    server: ScrobbleServer, token: String, path: String, downloader: Downloader, logger: Logger, firstPause: Duration,
    minimum: Duration
  ) {
    client = ListenBrainzClient(downloader: downloader, server: server, token: token)
    file = ListenFile(path: path) { logger.warning("\($0)") }
    refusedFile = RefusedListensFile(besideQueueAt: path) { logger.warning("\($0)") }
    self.logger = logger
    self.firstPause = firstPause
    self.minimum = minimum
  }

  /// Receives `event` of the player, which shows `name` for the source that is tuned in. `isSilenced` is true while the
  /// sound device is lost. `titleStart` is the place where the title begins, as time since tuning in; nil when it is not
  /// known. Returns at once.
  public func receive(_ event: TunerEvent, name: String, isSilenced: Bool, titleStart: Duration?) {
    receive(event, name: name, isSilenced: isSilenced, titleStart: titleStart, at: .now)
  }

  /// The same at another time, for tests.
  package func receive(
    _ event: TunerEvent, name: String, isSilenced: Bool, titleStart: Duration? = nil, at moment: ListeningMoment
  ) {
    state.withLock { state in
      let actions = state.watch.receive(
        event, name: name, isSilenced: isSilenced, titleStart: titleStart, at: moment)
      for action in actions {
        switch action {
        case .announce(let song, let station):
          state.news = (song, station, moment.steady)
          unsent.signal()
        case .keep(let listen): keep(listen, in: &state)
        }
      }
      keepLast(in: &state)
    }
  }

  /// The number of listens that wait for the server.
  package var waitingCount: Int { state.withLock { $0.queue.listens.count } }

  private func keep(_ listen: Listen, in state: inout State) {
    let dropped = state.queue.append(listen)
    state.queue.last = state.watch.last
    state.isUnsaved = true
    if dropped > 0, !state.hasDropped {
      state.hasDropped = true
      logger.warning("\(ListenQueue.maximumListens) listens wait for \(client.server.host): the oldest are dropped")
    }
    logger.debug("heard: \(listen.song.artist) - \(listen.song.title)")
    unsaved.signal()
    unsent.signal()
  }

  /// Notes for the file when the last song was heard: one that goes on after a restart is counted once.
  private func keepLast(in state: inout State) {
    guard state.queue.last != state.watch.last else { return }
    state.queue.last = state.watch.last
    state.isUnsaved = true
    unsaved.signal()
  }

  // MARK: - Work

  /// Reads the file, then saves and submits until the task is cancelled.
  public func run() async {
    await load()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.saveChanges() }
      group.addTask { await self.submitAll() }
    }
  }

  /// Ends the song that is heard, and saves what waits. Call it once, at the end of the radio.
  public func finish() async {
    state.withLock { state in
      if let listen = state.watch.end(at: .now) { keep(listen, in: &state) }
      keepLast(in: &state)
      state.news = nil
    }
    await save()
  }

  private func load() async { try? await disk.run { [self] in loadOnce() } }

  /// Reads the file, on the thread of the disk.
  private func loadOnce() {
    guard !state.withLock({ $0.isLoaded }) else { return }
    let earlier = file.read()
    state.withLock { state in
      state.isLoaded = true
      state.queue.prepend(earlier)
      state.watch.last = state.watch.last ?? earlier.last
      if !state.queue.listens.isEmpty { unsent.signal() }
    }
  }

  private func saveChanges() async {
    for await _ in unsaved { await save() }
  }

  private func save() async {
    do {
      try await disk.run { [self] in
        loadOnce()  // at an early end, the listens of the last run may be unread
        try saveRefused()
        let queue = state.withLock { state -> ListenQueue? in
          defer { state.isUnsaved = false }
          return state.isUnsaved ? state.queue : nil
        }
        if let queue { try file.write(queue) }
      }
      state.withLock { $0.wasFaulty = false }
    } catch {
      let isFirst = state.withLock { state in
        defer { (state.isUnsaved, state.wasFaulty) = (true, true) }
        return !state.wasFaulty
      }
      if isFirst { logger.warning("\(error); listens that wait are lost at the end of radiod until that works again") }
    }
  }

  /// Writes the listens that the server does not take, before the queue forgets them.
  private func saveRefused() throws(SystemError) {
    let refused = state.withLock { $0.refused }
    guard !refused.isEmpty else { return }
    try refusedFile.append(refused)
    state.withLock { $0.refused.removeFirst(min(refused.count, $0.refused.count)) }
  }

  // MARK: - Submission

  private func submitAll() async {
    do {
      try await checkToken()
      var pace = SubmissionPace(firstPause: firstPause, minimum: minimum)
      for await _ in unsent {
        while let submission = next() {
          let isFirstFailure = pace.failures == 0
          let answer = try await client.submit(submission)
          conclude(submission, answer, isFirstFailure: isFirstFailure)
          try await Task.sleep(for: pace.pause(after: answer), clock: .continuous)
        }
      }
    } catch {}  // cancelled
  }

  private func checkToken() async throws {
    switch try await client.checkToken() {
    case .valid(let user): logger.info("scrobbling to \(client.server.host)\(user.isEmpty ? "" : " as \(user)")")
    case .invalid: noteUnauthorized("\(client.server.host) does not know the token")
    case .unknown: break
    }
  }

  private func noteUnauthorized(_ reason: String) {
    state.withLock { $0.isUnauthorized = true }
    logger.warning("\(reason): nothing is scrobbled until scrobbleTokenFile holds the right one and radiod restarts")
  }

  /// Returns what to send next; nil when there is nothing, and after a wrong token.
  private func next() -> Submission? {
    state.withLock { state in
      guard !state.isUnauthorized else { return nil }
      if let news = state.news {
        state.news = nil
        if ContinuousClock.now - news.since < Self.newsTime {
          return .playingNow(news.song, station: news.station)
        }
      }
      // Without the right time, no server's certificate is valid, and no listen has a time.
      guard !state.queue.listens.isEmpty, SystemTime.now >= ListeningWatch.earliest else { return nil }
      return .listens(Array(state.queue.listens.prefix(state.batch)))
    }
  }

  private func conclude(_ submission: Submission, _ answer: SubmissionAnswer, isFirstFailure: Bool) {
    switch (submission, answer) {
    case (_, .unauthorized(let reason)): noteUnauthorized(reason)
    case (_, .later(let reason, _)):
      logger.log(level: isFirstFailure ? .notice : .debug, "not scrobbled yet: \(reason)")
    case (.playingNow, .accepted): break
    case (.playingNow, .refused(let reason)): logger.debug("\(reason)")
    case (.playingNow, .tooLarge): logger.debug("\(client.server.host) says that a title is too large")
    case (.listens(let listens), .accepted):
      remove(listens)
      state.withLock { $0.batch = min(Submission.maximumListens, $0.batch * 2) }
      logger.debug("\(client.server.host) has \(NumberText.count(listens.count, "listen"))")
    case (.listens(let listens), .refused) where listens.count > 1,
      (.listens(let listens), .tooLarge) where listens.count > 1:
      // Halves are sent until the one that is not wanted stands alone.
      state.withLock { $0.batch = listens.count / 2 }
    case (.listens(let listens), .refused(let reason)): drop(listens, reason)
    case (.listens(let listens), .tooLarge): drop(listens, "\(client.server.host) says that it is too large")
    }
  }

  private func drop(_ listens: [Listen], _ reason: String) {
    state.withLock { state in
      state.refused += listens.map { RefusedListen(listen: $0, reason: reason) }
      state.refused.removeFirst(max(0, state.refused.count - RefusedListensFile.maximumListens))
      state.batch = Submission.maximumListens
    }
    remove(listens)
    for listen in listens {
      logger.warning(
        "not scrobbled: \(listen.song.artist) - \(listen.song.title): \(reason); it is kept in \(refusedFile.path)")
    }
  }

  private func remove(_ listens: [Listen]) {
    state.withLock { state in
      state.queue.remove(listens)
      state.isUnsaved = true
    }
    unsaved.signal()
  }
}
