import AudioCore
import Player
import Stations
import Synchronization

/// What the radio shows: its state, of which everyone may take a snapshot at any time, and the events that tell of the changes.
///
/// The lock of the state is held for moments only. Another one, taken before it, has the changes of the queue and of what is tuned
/// in happen one after the other, and their events come in that order.
final class TunerState: Sendable {
  /// What the lock protects: the slow part of the snapshot, and where the quick part is read.
  struct State {
    var snapshot = TunerSnapshot()
    var playback: PlaybackSession?
    /// True from the first sound until it runs dry: a connection may be lost and made again meanwhile, unheard.
    var isSounding = false
    var retryAt: ContinuousClock.Instant?
    /// The source of which sound was heard last; also before this run.
    var heard: Source?
    /// Set when the entry that is tuned in was taken away, until something is done about it.
    var orphan: Orphan?
    /// True when what is tuned in, or was last, is not in the queue, but is resumed: the queue was full, or it was tuned in
    /// before this run.
    var isOutsideQueue = false
  }

  /// What becomes of a radio whose entry was taken away.
  struct Orphan {
    /// The entry that took its place; nil when the queue was empty.
    var successorID: Int?
  }

  let journal: EventJournal
  let volume: VolumeControl
  let state: Mutex<State>
  /// Held during a change of the queue or of what is tuned in; they may take milliseconds.
  let changes = Mutex(())
  private let relay: PacketRelay
  private let bufferCapacitySeconds: Double
  /// True when the first source that is tuned in has a lasting entry of the queue, wherever it is from.
  let keepsFirstSource: Bool

  /// A board of a radio that is not tuned in.
  init(options: TunerOptions, relay: PacketRelay) {
    self.relay = relay
    volume = VolumeControl(volume: options.volume, isMuted: options.isMuted)
    journal = EventJournal(after: options.eventNumber)
    bufferCapacitySeconds = options.bufferLimits.maxDuration / .seconds(1)
    keepsFirstSource = options.endsWithFirstSource
    var first = State()
    first.snapshot.stations = options.stations
    first.snapshot.queue = options.queue.map(StationQueue.init(sources:)) ?? StationQueue(stations: options.stations)
    if let source = options.lastSource {
      let entryID = first.snapshot.queue.entry(for: source)?.id
      first.snapshot.noteTuned(to: source, entryID: entryID)
      first.isOutsideQueue = entryID == nil
      first.snapshot.name = source.displayName
      first.snapshot.wasHeard = options.lastSourceWasHeard
      if options.lastSourceWasHeard { first.heard = source }
    }
    state = Mutex(first)
  }

  /// The state of things now.
  var snapshot: TunerSnapshot {
    let (base, playback, retryAt) = state.withLock { ($0.snapshot, $0.playback, $0.retryAt) }
    var snapshot = base
    snapshot.volume = volume.volume
    snapshot.isMuted = volume.isMuted
    snapshot.counts.receivedBytes = relay.receivedBytes
    guard let playback else { return snapshot }
    let fill = playback.buffer.fill
    snapshot.elapsed = playback.status.elapsed
    snapshot.bitRate = playback.status.bitRate
    snapshot.bufferedSeconds = fill.seconds + playback.status.decodedAhead / .seconds(1)
    snapshot.bufferCapacitySeconds = bufferCapacitySeconds
    if case .retrying(let reason, _) = base.state, let retryAt {
      let left = max(0, (retryAt - ContinuousClock.now) / .seconds(1))
      snapshot.state = .retrying(reason: reason, seconds: Int(left.rounded(.up)))
    }
    return snapshot
  }

  /// True while a source is tuned in, or on its way back.
  var isTunedIn: Bool { state.withLock { $0.snapshot.state.isTunedIn } }

  // MARK: - The source

  /// True when sound of what is tuned in was heard, in this run or in one before it.
  var wasHeard: Bool { state.withLock { $0.snapshot.wasHeard } }

  /// What is tuned in now.
  var playback: PlaybackSession? { state.withLock { $0.playback } }

  /// Shows `playback` from now on.
  func show(_ playback: PlaybackSession) { state.withLock { $0.playback = playback } }

  /// Shows no tuning any more; returns the one that was shown.
  func takePlayback() -> PlaybackSession? {
    state.withLock { state in
      defer {
        state.playback = nil
        state.retryAt = nil
        state.isSounding = false
      }
      return state.playback
    }
  }

  /// Shows that the source was left.
  func stop(isPause: Bool) {
    leave(.stopped, isPause: isPause)
    journal.send(.stopped)
  }

  /// Shows that the source came to its end.
  func end() {
    leave(.ended)
    journal.send(.ended)
  }

  /// Shows that the source was given up.
  func fail(_ error: TuneError) {
    leave(.failed(error))
    journal.send(.failed(error))
  }

  private func leave(_ newState: TunerSnapshot.State, isPause: Bool = false) {
    state.withLock { state in
      state.snapshot.state = newState
      state.snapshot.isPaused = isPause
      state.snapshot.title = nil
      state.snapshot.outputNotice = nil
      if case .failed = newState { state.snapshot.counts.failures += 1 }
      state.orphan = nil
    }
  }

  // MARK: - Notices

  /// Turns the knob or the mute button.
  func changeVolume(_ change: (VolumeControl) -> Void) {
    let before = (volume.volume, volume.isMuted)
    change(volume)
    let after = (volume.volume, volume.isMuted)
    guard after != before else { return }
    playback?.noteControl()
    journal.send(.volume(after.0, isMuted: after.1))
  }

  /// Notes what the network side says.
  func note(_ event: FeedEvent) {
    switch event {
    case .connected(let head):
      state.withLock { state in
        state.snapshot.counts.connections += 1
        if case .retrying = state.snapshot.state { state.snapshot.state = state.isSounding ? .playing : .buffering }
        if state.snapshot.state == .connecting { state.snapshot.state = .buffering }
        if let name = head.name, state.snapshot.name.contains("://") { state.snapshot.name = name }
      }
    case .retrying(let reason, let delay):
      state.withLock {
        $0.snapshot.counts.retries += 1
        $0.snapshot.state = .retrying(reason: reason, seconds: 0)
        $0.retryAt = .now + delay
      }
    case .connecting:
      state.withLock { state in
        if case .retrying = state.snapshot.state, !state.isSounding { state.snapshot.state = .connecting }
      }
    case .length(let length): state.withLock { $0.snapshot.length = length }
    case .slowLookup, .metadataBroken, .detail, .elements, .endOfRead: break
    }
    if let event = TunerEvent(event) { journal.send(event) }
  }

  /// Notes what the sound side says, but for its end.
  func note(_ event: SoundEvent) {
    state.withLock { state in
      switch event {
      case .playing(let codec, let format):
        state.isSounding = true
        state.heard = state.snapshot.source
        state.snapshot.wasHeard = true
        if case .retrying = state.snapshot.state {} else { state.snapshot.state = .playing }
        state.snapshot.codec = codec
        state.snapshot.format = format
      case .rebuffering:
        state.snapshot.counts.underruns += 1
        state.isSounding = false
        if state.snapshot.state == .playing { state.snapshot.state = .buffering }
      case .title(let metadata):
        state.snapshot.title = metadata.title.isEmpty ? nil : metadata.title
        if !metadata.title.isEmpty { state.snapshot.counts.titles += 1 }
      case .outputLost(let text): state.snapshot.outputNotice = text
      case .outputBack: state.snapshot.outputNotice = nil
      case .deviceFaults(let count): state.snapshot.counts.deviceFaults += count
      case .suspended, .ended, .failed, .outputClosed: break
      }
    }
    if let event = TunerEvent(event) { journal.send(event) }
  }
}
