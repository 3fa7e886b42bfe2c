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
        if outcome == nil { outcome = await handle(item) }
        if outcome == nil { item.done?() } else { tooLate.append(item) }
      }
      if outcome == nil { startSource() }
    }
    await leave()
    relay.end()
    inbox.close()
    board.journal.finish()
    for item in tooLate { item.done?() }
    return outcome ?? .quit
  }

  /// Does what is asked for, or notes what is told; returns an outcome when that is the end of the radio.
  private mutating func handle(_ item: TunerInbox.Item) async -> TunerOutcome? {
    switch item {
    case .command(.quit, _): return .quit
    case .command(let command, _): await obey(command)
    case .check: break
    case .follow: await followQueue()
    case .report(let report, let generation):
      guard generation == desk.generation, let end = await note(report) else { return nil }
      return (options.endsWithFirstSource && desk.isOnFirstSource) || end == .outputClosed ? end : nil
    }
    return nil
  }

  // MARK: - Commands

  private mutating func obey(_ command: Command) async {
    switch command {
    case .play(let source): await tune(to: .source(source))
    case .playEntry(let id): await tune(to: .entry(id: id))
    case .next: await tune(to: .neighbour(step: 1))
    case .previous: await tune(to: .neighbour(step: -1))
    case .toggle: if board.isTunedIn { await stop(isPause: true) } else { await resume() }
    case .resume: if !board.isTunedIn { await resume() }
    case .pause: if board.isTunedIn { await stop(isPause: true) }
    case .stop: await stop(isPause: false)
    case .setVolume(let percent): board.changeVolume { $0.volume = percent }
    case .changeVolume(let points): board.changeVolume { $0.volume += min(100, max(-100, points)) }
    case .setMuted(let isMuted): board.changeVolume { $0.isMuted = isMuted }
    case .toggleMute: board.changeVolume { $0.isMuted.toggle() }
    case .quit: break
    }
  }

  private mutating func resume() async {
    if !board.refusesToResume() { await tune(to: .last) }
  }

  /// The entry that is tuned in was taken away.
  private mutating func followQueue() async {
    guard board.isOrphaned, await !tune(to: .successor) else { return }
    await stop(isPause: false)
  }

  /// Leaves what is tuned in for what `choice` comes to; false when that is nothing.
  @discardableResult
  private mutating func tune(to choice: TunerBoard.Choice, isRejoin: Bool = false) async -> Bool {
    guard let source = board.tune(to: choice) else { return false }
    if !isRejoin { desk.heard = .zero }
    desk.tune(to: source)
    start = Start(source: source, hasPlayed: isRejoin || board.wasHeard)
    await leave()
    relay.changeSource()
    return true
  }

  /// Starts the source that is to be started, if any.
  private mutating func startSource() {
    guard let start else { return }
    self.start = nil
    board.show(
      Tuning(
        start.source, hasPlayed: start.hasPlayed,
        durationLimit: options.durationLimit.map { [desk] limit in max(.zero, limit - desk.heard) },
        feed: feed, options: options, volume: board.volume, relay: relay
      ) { [inbox, generation = desk.generation] report in inbox.put(report, generation: generation) })
  }

  private mutating func stop(isPause: Bool) async {
    await leaveForGood()
    board.stop(isPause: isPause)
  }

  /// Leaves the source, and no other comes.
  private mutating func leaveForGood() async {
    desk.generationEnded()
    start = nil
    await leave()
    relay.end()
  }

  /// Leaves the source; afterwards nothing of its road is held.
  private func leave() async { await board.takeTuning()?.stop() }

  // MARK: - Reports

  /// Brings the board up to date; returns an outcome when the source has come to its end.
  private mutating func note(_ report: Tuning.Report) async -> TunerOutcome? {
    switch report {
    case .feed(let event): board.note(event)
    case .feedFailed(let error): desk.failure = error
    case .sound(.ended):
      let failure = desk.failure
      await leaveForGood()
      if let failure { return fail(failure) }
      board.end()
      return .ended
    case .sound(.failed(let error)):
      await leaveForGood()
      return fail(error)
    case .sound(.outputClosed):
      await leaveForGood()
      return .outputClosed
    case .sound(.overslept(let duration)):
      board.journal.send(.notice("stood still for \(duration.components.seconds) s: joining the station anew"))
      desk.heard += board.tuning?.status.elapsed ?? .zero
      await tune(to: .same, isRejoin: true)
    case .sound(let event): board.note(event)
    }
    return nil
  }

  private func fail(_ error: TuneError) -> TunerOutcome {
    board.fail(error)
    return .failed(error)
  }
}
