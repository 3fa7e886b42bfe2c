import AudioCore
import Muxing
import Parser
import Player
import RadioModel

/// The loop of the radio: the one task that carries out commands and processes the reports of the playback session.
struct TunerLoop {
  private let options: TunerOptions
  private let feed: StationFeed
  private let state: TunerState
  private let relay: PacketRelay
  private let commands: CommandQueue
  private var session = SessionState()
  /// The source to start once all waiting items were read: a listener who skips ten stations must not connect to nine
  /// of them.
  private var start: Start?
  /// The session that was left. It is released once all waiting items were processed and answered, since its sound
  /// takes most of a second to fade out.
  private var left: PlaybackSession?
  /// The sound of the source that is rejoined, whose session was left.
  private var kept: TimeShiftBuffer?
  /// True when the listeners of the relay must be disconnected after ``left`` was released.
  private var endsRelay = false

  /// A source to start.
  private struct Start {
    var source: Source
    /// True when the source is not given up for a failure that may be temporary: it was heard, in this run or an
    /// earlier one.
    var hasPlayed: Bool
    /// True for a source that may be a file without a length.
    var isAnnouncement: Bool
  }

  /// A loop that reads `commands`.
  init(options: TunerOptions, opener: StreamOpener, state: TunerState, relay: PacketRelay, commands: CommandQueue) {
    self.options = options
    feed = StationFeed(opener: opener, retry: options.retry)
    self.state = state
    self.relay = relay
    self.commands = commands
  }

  /// Runs until `quit`, until the first source ends or fails if the options say so, or until the reader of the output
  /// closes it. Then releases everything.
  mutating func run() async -> TunerOutcome {
    var outcome: TunerOutcome?
    var tooLate: [CommandQueue.Item] = []
    while outcome == nil {
      for item in await commands.next() {
        if outcome == nil { outcome = handle(item) }
        if outcome == nil { item.done?() } else { tooLate.append(item) }
      }
      await release()
      if outcome == nil { startSource() }
    }
    leave()
    await release()
    relay.end()
    commands.close()
    state.journal.finish()
    for item in tooLate { item.done?() }
    return outcome ?? .quit
  }

  /// Carries out a command or processes a report. Returns an outcome when the radio must end.
  private mutating func handle(_ item: CommandQueue.Item) -> TunerOutcome? {
    switch item {
    case .command(.quit, _): return .quit
    case .command(let command, _): obey(command)
    case .check: break
    case .follow: followQueue()
    case .report(let report, let generation):
      guard generation == session.generation, let end = apply(report) else { return nil }
      return (options.endsWithFirstSource && session.isOnFirstSource) || end == .outputClosed ? end : nil
    }
    return nil
  }

  // MARK: - Commands

  private mutating func obey(_ command: Command) {
    switch command {
    case .play(let source): tune(to: .source(source))
    case .playEntry(let id): tune(to: .entry(id: id))
    case .playAnnouncement(let id, let radio): tune(to: .entry(id: id), announcementAfter: radio)
    case .next: tune(to: .neighbour(step: 1))
    case .previous: tune(to: .neighbour(step: -1))
    case .toggle: if state.isTunedIn { pause() } else { resume() }
    case .resume: if !state.isTunedIn { resume() }
    case .pause: if state.isTunedIn { pause() }
    case .seek(let seek): move(seek)
    case .stop: stop(isPause: false)
    case .setVolume(let percent): state.changeVolume { $0.volume = percent }
    case .changeVolume(let points): state.changeVolume { $0.volume += min(100, max(-100, points)) }
    case .setMuted(let isMuted): state.changeVolume { $0.isMuted = isMuted }
    case .toggleMute: state.changeVolume { $0.isMuted.toggle() }
    case .quit: break
    }
  }

  private mutating func resume() {
    if state.isHeld, let playback = state.playback {
      if let missing = playback.release() {
        let text = PlayingTimeText.text(max(1, missing / .seconds(1)))
        state.journal.send(.notice("\(text) of the sound were not received and are left out"))
      }
      state.release(at: playback.position)
    } else if !state.refusesToResume() {
      tune(to: .last)
    }
  }

  /// Holds the place. Where no sound is kept, and before there is any, the source is left.
  private mutating func pause() {
    guard let playback = state.playback, playback.canMove, playback.hasSound else { return stop(isPause: true) }
    playback.hold()
    state.hold()
  }

  /// Moves within the sound that is kept.
  private func move(_ seek: Seek) {
    guard let playback = state.playback, let target = playback.target(of: seek) else { return }
    if let place = target.place {
      playback.move(to: place, isToNewest: target.isToNewest)
      state.journal.send(.moved(to: place))
    }
    if let notice = target.notice { state.journal.send(.notice(notice)) }
  }

  /// Follows the queue, from which the current entry was removed.
  private mutating func followQueue() {
    guard state.isOrphaned else { return }
    if state.isHeld { return stop(isPause: false) }
    if !tune(to: .successor) { stop(isPause: false) }
  }

  /// Leaves the current source for the source of `choice`. Returns false when there is none.
  @discardableResult
  private mutating func tune(
    to choice: TunerState.Choice, isRejoin: Bool = false, announcementAfter radio: InterruptedRadio? = nil
  ) -> Bool {
    guard let source = state.tune(to: choice, interrupting: radio) else { return false }
    let isAnnouncement = radio != nil
    if !isRejoin { session.heard = .zero }
    kept = isRejoin ? state.playback?.buffer : nil
    if kept?.keepsPast == false { kept = nil }
    session.tune(to: source)
    start = Start(
      source: source, hasPlayed: !isAnnouncement && (isRejoin || state.wasHeard), isAnnouncement: isAnnouncement)
    leave()
    return true
  }

  /// Starts the source in ``start``, if any.
  private mutating func startSource() {
    guard let start else { return }
    self.start = nil
    relay.changeSource()
    state.show(
      PlaybackSession(
        start.source, hasPlayed: start.hasPlayed, isAnnouncement: start.isAnnouncement,
        durationLimit: options.durationLimit.map { [session] limit in max(.zero, limit - session.heard) },
        feed: feed, options: options, buffer: takeKept(), volume: state.volume, relay: relay
      ) { [commands, generation = session.generation] report in commands.put(report, generation: generation) })
  }

  /// Returns the sound of the source that is rejoined; nil for another source.
  private mutating func takeKept() -> TimeShiftBuffer? {
    defer { kept = nil }
    kept?.rejoin()
    return kept
  }

  private mutating func stop(isPause: Bool) {
    leaveForGood()
    state.stop(isPause: isPause)
  }

  /// Leaves the source without a successor.
  private mutating func leaveForGood() {
    kept = nil
    session.endGeneration()
    start = nil
    endsRelay = true
    leave()
  }

  /// Leaves the source: the ``TunerState`` no longer shows it. Its sound fades out until ``release()``.
  private mutating func leave() {
    guard let playback = state.takePlayback() else { return }
    playback.requestStop(keepsSound: kept != nil && kept === playback.buffer)
    left = playback
  }

  /// Waits until the session that was left is released: it holds no resources then.
  private mutating func release() async {
    await left?.stop()
    left = nil
    if endsRelay { relay.end() }
    endsRelay = false
  }

  // MARK: - Reports

  /// Updates the ``TunerState``. Returns an outcome when the source has ended.
  private mutating func apply(_ report: PlaybackSession.Report) -> TunerOutcome? {
    switch report {
    case .feed(let event): state.apply(event)
    case .feedFailed(let error): session.failure = error
    case .sound(.ended):
      let failure = session.failure
      leaveForGood()
      if let failure { return fail(failure) }
      state.end()
      return .ended
    case .sound(.failed(let error)):
      leaveForGood()
      return fail(error)
    case .sound(.outputClosed):
      leaveForGood()
      return .outputClosed
    case .sound(.suspended(let duration)):
      state.journal.send(.notice("the program was suspended for \(duration.components.seconds) s: reconnecting"))
      session.heard += state.playback?.status.played ?? .zero
      tune(to: .same, isRejoin: true)
    case .sound(let event): state.apply(event)
    }
    return nil
  }

  private func fail(_ error: TuneError) -> TunerOutcome {
    state.fail(error)
    return .failed(error)
  }
}
