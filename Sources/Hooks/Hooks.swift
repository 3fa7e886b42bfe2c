public import Logging
public import RadioModel
import Synchronization
public import SystemSupport

/// Runs the user's programs when something happens: one at a time, and of the events that wait the newest of each
/// kind. A program never delays the radio, and runs for at most ten seconds.
public final class Hooks: Sendable {
  /// The time that the program of the last state has at the end, before it is ended.
  private static let lastLimit: Duration = .seconds(1)
  private static let stackBytes = 512 << 10

  private struct State {
    var queue = HookQueue()
    /// What was seen last of the radio.
    var state = RadioStatus.State.stopped
    var source: Source?
    var title: String?
    /// The kinds whose last run failed.
    var failed: Set<HookEvent.Kind> = []
    var tasks: [Task<Void, Never>] = []
  }

  private let programs: HookPrograms
  private let tuner: any RadioPlayer
  private let inherited: [String: String]
  private let limits: HookRun.Limits
  private let logger: Logger
  private let state = Mutex(State())
  /// Wakes the task that runs the programs.
  private let work = WakeSignal()
  /// Wakes the thread of a running program at the end.
  private let end = WakePipe()
  /// The same for the program of a title, which ends earlier when that of the last state waits.
  private let titleEnd = WakePipe()

  /// Creates the runner of `programs` for `tuner`. They get the variables of `inherited` beside those of the event, and
  /// are ended when they run for longer than `limit`.
  public init(
    _ programs: HookPrograms, tuner: any RadioPlayer, inherited: [String: String] = ProcessEnvironment.variables,
    limit: Duration = .seconds(10), logger: Logger
  ) {
    self.programs = programs
    self.tuner = tuner
    self.inherited = inherited
    self.logger = logger
    limits = HookRun.Limits(run: limit)
  }

  /// Begins to follow the radio's events. Does nothing without programs.
  public func start() { start(following: tuner.numberedEvents()) }

  /// The same with other events than the radio's; nil for none.
  package func start(following events: AsyncStream<NumberedEvent>?) {
    guard !programs.isEmpty else { return }
    guard let end, let titleEnd else {
      logger.warning("no descriptors are left, so the programs of onTitle and onState do not run")
      return
    }
    let following = Task {
      guard let events else { return }
      for await _ in events { refresh() }
    }
    let running = Task {
      for await _ in work {
        await runWaiting { $0 == .title ? titleEnd.readEnd : end.readEnd }
      }
    }
    state.withLock { $0.tasks = [following, running] }
  }

  /// Ends: the program of the last state gets a second, and what still runs then is ended. It does not wait for the
  /// program of a title. Returns within 1.6 s.
  public func stop() async {
    let tasks = state.withLock { state in
      defer { state.tasks = [] }
      return state.tasks
    }
    guard let following = tasks.first else { return }
    following.cancel()
    await following.value
    var last = tuner.status
    if last.state.isTunedIn { last.state = .stopped }
    let snapshot = tuner.snapshot
    update(last, source: snapshot.source, titleIsNews: snapshot.titleIsNews)
    let isStateWaiting = state.withLock { state in
      state.queue.remove(.title)
      return !state.queue.isEmpty
    }
    if isStateWaiting { titleEnd?.wake() }
    work.finish()
    let done = OneShotEvent()
    let ending = Task {
      for task in tasks.dropFirst() { await task.value }
      done.set()
    }
    if await !done.wait(limit: Self.lastLimit) {
      state.withLock { $0.queue = HookQueue() }
      titleEnd?.wake()
      end?.wake()
    }
    await ending.value
  }

  // MARK: - Events

  private func refresh() {
    let snapshot = tuner.snapshot
    update(RadioStatus(snapshot, event: 0), source: snapshot.source, titleIsNews: snapshot.titleIsNews)
  }

  /// Adds the events between the last status and `status`, of what is played from `source`. `titleIsNews` is false for a
  /// title that was heard before. Nothing waits for their programs.
  package func update(_ status: RadioStatus, source: Source?, titleIsNews: Bool = true) {
    let isNew = state.withLock { state in
      var events: [HookEvent] = []
      if status.state != state.state { events.append(HookEvent(.state, status)) }
      if let title = status.title, titleIsNews, !title.isEmpty, status.state.isTunedIn,
        title != state.title || source != state.source
      {
        events.append(HookEvent(.title, status))
      }
      state.state = status.state
      if titleIsNews { (state.title, state.source) = (status.title, source) }
      for event in events where programs[event.kind] != nil { state.queue.add(event) }
      return !state.queue.isEmpty
    }
    if isNew { work.signal() }
  }

  // MARK: - Programs

  /// Runs the programs of what waits. `stop` returns the descriptor that ends a program of this kind.
  private func runWaiting(stop: (HookEvent.Kind) -> Int32) async {
    while let event = state.withLock({ $0.queue.next() }) {
      guard let program = programs[event.kind] else { continue }
      let result = OneShotValue<HookEnd>()
      let environment = event.environment(inherited)
      let stop = stop(event.kind)
      let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [limits, logger] in
        result.set(
          HookRun.run(program, environment: environment, stop: stop, limits: limits) { line in
            logger.info("\(event.kind.setting): \(line)")
          })
      }
      let end = await isStarted ? result.wait() : .notStarted("no thread is left")
      if let end { report(end, of: event.kind, program) }
    }
  }

  /// Logs a failure; one that follows another of the same program is not a warning.
  private func report(_ end: HookEnd, of kind: HookEvent.Kind, _ program: HookProgram) {
    let words: String? =
      switch end {
      case .exited(0), .interrupted: nil
      case .exited(let code): "failed with exit code \(code)"
      case .signalled(let signal): "was ended by signal \(signal)"
      case .late: "did not end within \(Int(limits.run / .seconds(1))) s and was ended"
      case .notStarted(let reason): "cannot be started: \(reason)"
      }
    let isNew = state.withLock { state in
      words == nil ? state.failed.remove(kind) != nil : state.failed.insert(kind).inserted
    }
    guard let words else { return }
    logger.log(level: isNew ? .warning : .info, "\(kind.setting): \(program.path) \(words)")
  }
}
