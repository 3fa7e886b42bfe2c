import AudioCore
import Downloader
import Muxing
import Parser
import Player
import RadioModel
import Synchronization

/// The visible state of the radio, of which any thread may take a snapshot at any time, and the events that report its
/// changes.
///
/// The lock of the state is held only briefly. A second lock, ``changes``, is taken before it. It makes changes of the
/// queue and of the current source happen one after the other, with their events in the same order.
final class TunerState: Sendable {
  /// The data under the lock: the part of the snapshot that changes rarely, and the session that provides the rest.
  struct State {
    var snapshot = TunerSnapshot()
    var playback: PlaybackSession?
    /// True from the first sound until an underrun: a connection may meanwhile be lost and restored without being
    /// heard.
    var isSounding = false
    var retryAt: ContinuousClock.Instant?
    /// The source of the last sound that was heard, in this run or an earlier one.
    var heard: Source?
    /// Set when the current entry was removed from the queue, until the radio has reacted.
    var orphan: Orphan?
    /// True when the current or last source is not in the queue, but can be resumed: the queue was full, or the source
    /// was tuned in before this run.
    var isOutsideQueue = false

    /// True while a source is tuned in, including attempts to reconnect, and its place is not held.
    var isTunedIn: Bool { snapshot.state.isTunedIn && !snapshot.isHeld }
  }

  /// The state of a radio whose current entry was removed from the queue.
  struct Orphan {
    /// The entry that took its place; nil when no entry is left.
    var successorID: Int?
  }

  let journal: EventJournal
  let volume: VolumeControl
  let state: Mutex<State>
  /// Held during a change of the queue or of the current source, which may take milliseconds.
  let changes = Mutex(())
  private let relay: PacketRelay
  private let bufferCapacitySeconds: Double
  /// True when the first source that is tuned in gets a lasting entry of the queue, whether or not it is in the list.
  let keepsFirstSource: Bool

  /// The state of a radio that is not tuned in.
  init(options: TunerOptions, relay: PacketRelay) {
    self.relay = relay
    volume = VolumeControl(volume: options.volume, isMuted: options.isMuted)
    journal = EventJournal(after: options.eventNumber)
    bufferCapacitySeconds = options.bufferLimits.maximumDuration / .seconds(1)
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

  /// The current state.
  var snapshot: TunerSnapshot {
    let (base, playback, retryAt) = state.withLock { ($0.snapshot, $0.playback, $0.retryAt) }
    var snapshot = base
    snapshot.volume = volume.volume
    snapshot.isMuted = volume.isMuted
    snapshot.counts.receivedBytes = relay.receivedBytes
    guard let playback else { return snapshot }
    let fill = playback.buffer.fill
    let (position, kept) = playback.places
    snapshot.elapsed = position
    if let span = kept {
      snapshot.seekable = span.seekable
      if playback.status.isLive { snapshot.behindLive = max(.zero, (span.live ?? position) - position) }
    }
    if base.isHeld { (snapshot.state, snapshot.isPaused) = (.stopped, true) }
    snapshot.bitRate = playback.status.bitRate
    snapshot.bufferedSeconds = fill.seconds + playback.status.decodedAhead / .seconds(1)
    snapshot.bufferCapacitySeconds = bufferCapacitySeconds
    if case .retrying(let reason, _) = snapshot.state, let retryAt {
      let left = max(0, (retryAt - ContinuousClock.now) / .seconds(1))
      snapshot.state = .retrying(reason: reason, seconds: Int(left.rounded(.up)))
    }
    return snapshot
  }

  /// The sound that is kept, with its titles; nil where none is kept.
  var timeShift: TimeShift? {
    guard let playback else { return nil }
    let (position, kept) = playback.places
    guard let span = kept else { return nil }
    let entries = playback.buffer.titles
    let ends = entries.dropFirst().map { Double($0.start) / 1e9 }
    let (start, end) = (span.seekable.lowerBound / .seconds(1), span.seekable.upperBound / .seconds(1))
    let titles = entries.enumerated().compactMap { index, entry -> TimeShift.Title? in
      let titleEnd = index < ends.count ? ends[index] : nil
      guard !entry.metadata.title.isEmpty, titleEnd.map({ $0 > start }) ?? true, Double(entry.start) / 1e9 <= end else {
        return nil
      }
      return TimeShift.Title(
        id: entry.id, start: Double(entry.start) / 1e9, end: titleEnd.flatMap { $0 <= end ? $0 : nil },
        title: entry.metadata.title, receivedAt: entry.receivedAt)
    }
    let live = playback.status.isLive ? (span.live ?? position) / .seconds(1) : nil
    return TimeShift(
      start: start, end: end, live: live, position: position / .seconds(1), bytes: span.bytes, titles: titles)
  }

  /// True while a source is tuned in, including attempts to reconnect.
  var isTunedIn: Bool { state.withLock { $0.isTunedIn } }

  /// True while the radio is paused and its place is held.
  var isHeld: Bool { state.withLock { $0.snapshot.isHeld } }

  // MARK: - Source

  /// True when sound of the current source was heard, in this run or an earlier one.
  var wasHeard: Bool { state.withLock { $0.snapshot.wasHeard } }

  /// The current playback session.
  var playback: PlaybackSession? { state.withLock { $0.playback } }

  /// Shows `playback` from now on.
  func show(_ playback: PlaybackSession) { state.withLock { $0.playback = playback } }

  /// Stops showing the playback session, and returns it.
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

  /// Shows that the place is held.
  func hold() {
    state.withLock { state in
      state.snapshot.isHeld = true
      state.snapshot.interrupted = nil
    }
    journal.send(.paused)
  }

  /// Shows that the sound goes on at `place` after a pause.
  func release(at place: Duration) {
    state.withLock { $0.snapshot.isHeld = false }
    journal.send(.moved(to: place))
  }

  /// Shows that the source was left.
  func stop(isPause: Bool) {
    state.withLock { $0.snapshot.interrupted = nil }  // the listener does not want to go back
    leave(.stopped, isPause: isPause)
    journal.send(.stopped)
  }

  /// Shows that the source ended.
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
      state.snapshot.isHeld = false
      state.snapshot.show(nil, start: .zero, isRepeated: false)
      state.snapshot.outputNotice = nil
      if case .failed = newState { state.snapshot.counts.failures += 1 }
      state.orphan = nil
    }
  }

  // MARK: - Notices

  /// Shows that `count` recordings are being written.
  func show(recordings count: Int) {
    let before = state.withLock { state in
      defer { state.snapshot.recordings = count }
      return state.snapshot.recordings
    }
    if count != before { journal.send(.recordings(count)) }
  }

  /// Changes the volume or the muting.
  func changeVolume(_ change: (VolumeControl) -> Void) {
    let before = (volume.volume, volume.isMuted)
    change(volume)
    let after = (volume.volume, volume.isMuted)
    guard after != before else { return }
    playback?.noteControl()
    journal.send(.volume(after.0, isMuted: after.1))
  }

  /// Processes an event of the network side.
  func apply(_ event: FeedEvent) {
    switch event {
    case .connected(let head):
      state.withLock { state in
        state.snapshot.counts.connections += 1
        if case .retrying = state.snapshot.state { state.snapshot.state = state.isSounding ? .playing : .buffering }
        if state.snapshot.state == .connecting { state.snapshot.state = .buffering }
        if let name = head.name, StreamURL.mayBeAddress(state.snapshot.name) { state.snapshot.name = name }
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
    case .estimatedLength(let length): state.withLock { $0.snapshot.estimatedLength = length }
    case .slowLookup, .metadataBroken, .pastFull, .detail, .elements, .endOfRead, .cutOff: break
    }
    if let event = TunerEvent(event) { journal.send(event) }
  }

  /// Processes an event of the sound side, except for its end.
  func apply(_ event: SoundEvent) {
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
      case .title(let metadata, let start, let isRepeated):
        let title = metadata.title.isEmpty ? nil : metadata.title
        state.snapshot.show(title, start: start, isRepeated: isRepeated)
        if title != nil, !isRepeated { state.snapshot.counts.titles += 1 }
      case .outputLost(let text): state.snapshot.outputNotice = text
      case .outputBack: state.snapshot.outputNotice = nil
      case .deviceFaults(let count): state.snapshot.counts.deviceFaults += count
      case .suspended, .ended, .failed, .outputClosed: break
      }
    }
    if let event = TunerEvent(event) { journal.send(event) }
  }
}
