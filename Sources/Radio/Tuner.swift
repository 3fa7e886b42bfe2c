import AudioCore
import Player
import Stations
import Synchronization

/// The radio: joins one source's stages, keeps the state, obeys commands, and publishes one immutable snapshot and a stream of events.
///
/// `run()` is its life; everything else may be called from any thread at any time and never blocks.
public final class Tuner: Sendable {
  /// What the lock protects: the slow part of the snapshot, and where the quick part is read.
  private struct Published {
    var snapshot = TunerSnapshot()
    var tuning: Tuning?
    /// True from the first sound until it runs dry: a connection may be lost and made again meanwhile, unheard.
    var isSounding = false
    var retryAt: ContinuousClock.Instant?
  }

  private let options: TunerOptions
  private let feed: StationFeed
  private let volume: VolumeControl
  private let published = Mutex(Published())
  private let subscribers = EventSubscribers()
  private let inbox = TunerInbox()

  /// A radio that is switched on and not tuned in. `opener` finds its streams.
  public init(options: TunerOptions, opener: StreamOpener) {
    self.options = options
    feed = StationFeed(opener: opener, retry: options.retry)
    volume = VolumeControl(volume: options.volume)
    published.withLock { [volume] in $0.snapshot.volume = volume.volume }
  }

  /// The state of things now.
  public var snapshot: TunerSnapshot {
    let (base, tuning, retryAt) = published.withLock { ($0.snapshot, $0.tuning, $0.retryAt) }
    var snapshot = base
    snapshot.volume = volume.volume
    snapshot.isMuted = volume.isMuted
    guard let tuning else { return snapshot }
    let fill = tuning.buffer.fill
    snapshot.elapsed = tuning.status.elapsed
    snapshot.bitRate = tuning.status.bitRate
    snapshot.bufferedSeconds = fill.seconds
    snapshot.bufferCapacitySeconds = options.bufferLimits.maxDuration / .seconds(1)
    if case .retrying(let reason, _) = base.state, let retryAt {
      let left = max(0, (retryAt - ContinuousClock.now) / .seconds(1))
      snapshot.state = .retrying(reason: reason, seconds: Int(left.rounded(.up)))
    }
    return snapshot
  }

  /// What is tuned in now; nil after a stop.
  package var tuning: Tuning? { published.withLock { $0.tuning } }

  /// Asks for something; it is done in order by `run()`.
  public func send(_ command: Command) { inbox.put(command) }

  /// Copies the `frames` frames that end with what is audible now into `samples` (interleaved).
  public func readTap(frames: Int, into samples: inout [Float]) -> TapReading {
    guard let tap = tuning?.tap else {
      samples = [Float](repeating: 0, count: samples.count)
      return .silence
    }
    return tap.read(frames: frames, into: &samples, now: .now)
  }

  /// What happens from now on, the snapshot first. A subscriber that does not keep up loses the oldest events.
  public func events() -> AsyncStream<TunerEvent> { subscribers.add { .snapshot(snapshot) } }

  /// Obeys commands until `quit`, or until the source that was tuned in first ends or fails. Then everything is released.
  public func run() async -> TunerOutcome {
    var desk = ControlDesk(stations: options.stations)
    var outcome: TunerOutcome?
    while outcome == nil {
      for item in await inbox.next() where outcome == nil { outcome = await handle(item, desk: &desk) }
    }
    await leave()
    subscribers.finish()
    return outcome ?? .quit
  }

  /// Does what is asked for, or notes what is told; returns an outcome when that is the end of the radio.
  private func handle(_ item: TunerInbox.Item, desk: inout ControlDesk) async -> TunerOutcome? {
    switch item {
    case .command(.quit): return .quit
    case .command(let command):
      await obey(command, desk: &desk)
      return nil
    case .report(let report, let generation):
      guard generation == desk.generation, let end = await note(report, desk: &desk) else { return nil }
      return desk.isOnFirstSource || end == .outputClosed ? end : nil
    }
  }

  // MARK: - Commands

  private func obey(_ command: Command, desk: inout ControlDesk) async {
    switch command {
    case .play(let source): await tune(to: source, desk: &desk)
    case .next: await tuneToNeighbour(by: 1, desk: &desk)
    case .previous: await tuneToNeighbour(by: -1, desk: &desk)
    case .toggle:
      if snapshot.state.isTunedIn {
        await stop(desk: &desk)
      } else if desk.source == .standardInput {
        update { $0.outputNotice = "standard input cannot be played again" }
      } else if let source = desk.source {
        await tune(to: source, desk: &desk)
      }
    case .stop: await stop(desk: &desk)
    case .setVolume(let percent): volume.volume = percent
    case .changeVolume(let points): volume.volume += points
    case .toggleMute: volume.isMuted.toggle()
    case .quit: break
    }
  }

  private func tuneToNeighbour(by step: Int, desk: inout ControlDesk) async {
    guard let station = desk.neighbour(by: step) else { return }
    await tune(to: .station(station), desk: &desk)
  }

  /// Leaves what is tuned in for `source`. When that is a rejoin, the limit goes on from what was heard, and the source is not
  /// given up for what may be passing.
  private func tune(to source: Source, isRejoin: Bool = false, desk: inout ControlDesk) async {
    if !isRejoin { desk.heard = .zero }
    let generation = desk.tune(to: source)
    update {
      $0 = TunerSnapshot()
      $0.name = source.displayName
      $0.state = .connecting
    }
    await leave()
    let tuning = Tuning(
      source, hasPlayed: isRejoin, durationLimit: options.durationLimit.map { max(.zero, $0 - desk.heard) },
      feed: feed, options: options, volume: volume
    ) { [inbox] report in
      inbox.put(report, generation: generation)
    }
    published.withLock { $0.tuning = tuning }
  }

  private func stop(desk: inout ControlDesk) async {
    desk.generationEnded()
    await leave()
    update {
      $0.state = .stopped
      $0.title = nil
    }
    subscribers.send(.stopped)
  }

  /// Leaves the source; afterwards nothing of its road is held.
  private func leave() async {
    let tuning = published.withLock { state in
      let tuning = state.tuning
      state.tuning = nil
      state.retryAt = nil
      state.isSounding = false
      return tuning
    }
    await tuning?.stop()
  }

  // MARK: - Reports

  /// Brings the snapshot up to date; returns an outcome when the source has come to its end.
  private func note(_ report: Tuning.Report, desk: inout ControlDesk) async -> TunerOutcome? {
    switch report {
    case .feed(let event): note(event)
    case .feedFailed(let error): desk.failure = error
    case .sound(.ended):
      let failure = desk.failure
      desk.generationEnded()
      await leave()
      if let error = failure {
        fail(error)
        return .failed(error)
      }
      update {
        $0.state = .ended
        $0.title = nil
      }
      subscribers.send(.ended)
      return .ended
    case .sound(.failed(let error)):
      desk.generationEnded()
      await leave()
      fail(error)
      return .failed(error)
    case .sound(.outputClosed):
      await leave()
      return .outputClosed
    case .sound(.overslept(let duration)):
      subscribers.send(.notice("stood still for \(duration.components.seconds) s: joining the station anew"))
      desk.heard += tuning?.status.elapsed ?? .zero
      if let source = desk.source { await tune(to: source, isRejoin: true, desk: &desk) }
    case .sound(let event): note(event)
    }
    return nil
  }

  private func note(_ event: FeedEvent) {
    switch event {
    case .connected(let head):
      published.withLock { state in
        if case .retrying = state.snapshot.state { state.snapshot.state = state.isSounding ? .playing : .buffering }
        if state.snapshot.state == .connecting { state.snapshot.state = .buffering }
        if let name = head.name, state.snapshot.name.contains("://") { state.snapshot.name = name }
      }
    case .retrying(let reason, let delay):
      published.withLock {
        $0.snapshot.state = .retrying(reason: reason, seconds: 0)
        $0.retryAt = .now + delay
      }
    case .connecting:
      published.withLock { state in
        if case .retrying = state.snapshot.state, !state.isSounding { state.snapshot.state = .connecting }
      }
    case .metadataBroken, .element, .endOfRead: break
    }
    if let event = TunerEvent(event) { subscribers.send(event) }
  }

  private func note(_ event: SoundEvent) {
    switch event {
    case .playing(let codec, let format):
      published.withLock {
        $0.isSounding = true
        if case .retrying = $0.snapshot.state {} else { $0.snapshot.state = .playing }
        $0.snapshot.codec = codec
        $0.snapshot.format = format
      }
      subscribers.send(.playing(codec: codec, format: format))
    case .ranDry:
      published.withLock {
        $0.isSounding = false
        if $0.snapshot.state == .playing { $0.snapshot.state = .buffering }
      }
      subscribers.send(.ranDry)
    case .title(let metadata):
      update { $0.title = metadata.title.isEmpty ? nil : metadata.title }
      subscribers.send(.title(metadata))
    case .outputLost(let text):
      update { $0.outputNotice = text }
      subscribers.send(.notice(text))
    case .outputBack(let text):
      update { $0.outputNotice = nil }
      subscribers.send(.notice(text))
    case .deviceFaults(let count): subscribers.send(.deviceFaults(count))
    case .overslept, .ended, .failed, .outputClosed: break
    }
  }

  private func fail(_ error: TuneError) {
    update {
      $0.state = .failed(error)
      $0.title = nil
    }
    subscribers.send(.failed(error))
  }

  private func update(_ change: (inout TunerSnapshot) -> Void) {
    published.withLock { change(&$0.snapshot) }
  }
}
