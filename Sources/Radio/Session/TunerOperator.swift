import AudioCore
import Player
import Stations

/// Who sits at the radio: the one task that obeys commands and reads what is reported of the source that is tuned in.
struct TunerOperator {
  private let options: TunerOptions
  private let feed: StationFeed
  private let board: TunerBoard
  private let relay: PacketRelay
  private let inbox: TunerInbox
  private var desk = ControlDesk()
  /// What is to be started when all that waits was read: who is to go past ten stations shall not ask for nine of them.
  private var start: Start?
  /// What was left, and is to be released when all that waits was read and answered: its sound takes most of a second
  /// to fade out.
  private var left: Tuning?
  /// True when listeners of the relay are to be sent away after ``left`` was released.
  private var endsRelay = false

  /// A source that is to be started.
  private struct Start {
    var source: Source
    /// True when it is not given up for what may pass: it was heard, in this run or in one before it.
    var hasPlayed: Bool
  }

  /// An operator who reads `inbox`.
  init(options: TunerOptions, opener: StreamOpener, board: TunerBoard, relay: PacketRelay, inbox: TunerInbox) {
    self.options = options
    feed = StationFeed(opener: opener, retry: options.retry)
    self.board = board
    self.relay = relay
    self.inbox = inbox
  }

  /// Works until `quit`, or until the source that was tuned in first ends or fails; then releases everything.
  mutating func run() async -> TunerOutcome {
    var outcome: TunerOutcome?
    var tooLate: [TunerInbox.Item] = []
    while outcome == nil {
      for item in await inbox.next() {
        if outcome == nil { outcome = handle(item) }
        if outcome == nil { item.done?() } else { tooLate.append(item) }
      }
      await release()
      if outcome == nil { startSource() }
    }
    leave()
    await release()
    relay.end()
    inbox.close()
    board.journal.finish()
    for item in tooLate { item.done?() }
    return outcome ?? .quit
  }

  /// Does what is asked for, or notes what is told; returns an outcome when that is the end of the radio.
  private mutating func handle(_ item: TunerInbox.Item) -> TunerOutcome? {
    switch item {
    case .command(.quit, _): return .quit
    case .command(let command, _): obey(command)
    case .check: break
    case .follow: followQueue()
    case .report(let report, let generation):
      guard generation == desk.generation, let end = note(report) else { return nil }
      return (options.endsWithFirstSource && desk.isOnFirstSource) || end == .outputClosed ? end : nil
    }
    return nil
  }

  // MARK: - Commands

  private mutating func obey(_ command: Command) {
    switch command {
    case .play(let source): tune(to: .source(source))
    case .playEntry(let id): tune(to: .entry(id: id))
    case .next: tune(to: .neighbour(step: 1))
    case .previous: tune(to: .neighbour(step: -1))
    case .toggle: if board.isTunedIn { stop(isPause: true) } else { resume() }
    case .resume: if !board.isTunedIn { resume() }
    case .pause: if board.isTunedIn { stop(isPause: true) }
    case .stop: stop(isPause: false)
    case .setVolume(let percent): board.changeVolume { $0.volume = percent }
    case .changeVolume(let points): board.changeVolume { $0.volume += min(100, max(-100, points)) }
    case .setMuted(let isMuted): board.changeVolume { $0.isMuted = isMuted }
    case .toggleMute: board.changeVolume { $0.isMuted.toggle() }
    case .quit: break
    }
  }

  private mutating func resume() {
    if !board.refusesToResume() { tune(to: .last) }
  }

  /// The entry that is tuned in was taken away.
  private mutating func followQueue() {
    guard board.isOrphaned, !tune(to: .successor) else { return }
    stop(isPause: false)
  }

  /// Leaves what is tuned in for what `choice` comes to; false when that is nothing.
  @discardableResult
  private mutating func tune(to choice: TunerBoard.Choice, isRejoin: Bool = false) -> Bool {
    guard let source = board.tune(to: choice) else { return false }
    if !isRejoin { desk.heard = .zero }
    desk.tune(to: source)
    start = Start(source: source, hasPlayed: isRejoin || board.wasHeard)
    leave()
    return true
  }

  /// Starts the source that is to be started, if any.
  private mutating func startSource() {
    guard let start else { return }
    self.start = nil
    relay.changeSource()
    board.show(
      Tuning(
        start.source, hasPlayed: start.hasPlayed,
        durationLimit: options.durationLimit.map { [desk] limit in max(.zero, limit - desk.heard) },
        feed: feed, options: options, volume: board.volume, relay: relay
      ) { [inbox, generation = desk.generation] report in inbox.put(report, generation: generation) })
  }

  private mutating func stop(isPause: Bool) {
    leaveForGood()
    board.stop(isPause: isPause)
  }

  /// Leaves the source, and no other comes.
  private mutating func leaveForGood() {
    desk.generationEnded()
    start = nil
    endsRelay = true
    leave()
  }

  /// Leaves the source: the board shows it no more. Its sound fades out until ``release()``.
  private mutating func leave() {
    guard let tuning = board.takeTuning() else { return }
    tuning.requestStop()
    left = tuning
  }

  /// Waits until what was left is released: nothing of it is held then.
  private mutating func release() async {
    await left?.stop()
    left = nil
    if endsRelay { relay.end() }
    endsRelay = false
  }

  // MARK: - Reports

  /// Brings the board up to date; returns an outcome when the source has come to its end.
  private mutating func note(_ report: Tuning.Report) -> TunerOutcome? {
    switch report {
    case .feed(let event): board.note(event)
    case .feedFailed(let error): desk.failure = error
    case .sound(.ended):
      let failure = desk.failure
      leaveForGood()
      if let failure { return fail(failure) }
      board.end()
      return .ended
    case .sound(.failed(let error)):
      leaveForGood()
      return fail(error)
    case .sound(.outputClosed):
      leaveForGood()
      return .outputClosed
    case .sound(.overslept(let duration)):
      board.journal.send(.notice("stood still for \(duration.components.seconds) s: joining the station anew"))
      desk.heard += board.tuning?.status.elapsed ?? .zero
      tune(to: .same, isRejoin: true)
    case .sound(let event): board.note(event)
    }
    return nil
  }

  private func fail(_ error: TuneError) -> TunerOutcome {
    board.fail(error)
    return .failed(error)
  }
}
