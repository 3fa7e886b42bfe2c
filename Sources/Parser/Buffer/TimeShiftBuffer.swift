public import AudioCore
import Synchronization
import SystemSupport

/// The packets and titles of a source between the network side (one producer, asynchronous) and the sound side (one
/// consumer, a plain thread), with a past that the consumer can go back to.
///
/// What is ahead is bounded in duration, bytes and elements: while it is full, the producer is suspended until a quarter
/// is free again. The consumer gets nothing until enough sound is buffered to begin, and after an underrun until more
/// than that is buffered.
///
/// Places are durations since the first packet. While the consumer of a live source pauses or is back in the past, what
/// is ahead counts from the live place, which a listener would hear who never did so: the station is received as ever.
/// The past is bounded in duration and memory.
public final class TimeShiftBuffer: Sendable {
  /// How much a buffer holds, and how much the consumer needs to begin.
  public struct Limits: Sendable, Equatable {
    /// Longest duration of sound that is held.
    public var maximumDuration: Duration
    /// Maximum number of bytes that are held, except where that is less sound than ``minimumDuration``.
    public var maximumBytes: Int
    /// Duration of sound that is held even when it takes more than ``maximumBytes``, up to ``absoluteMaximumBytes``. Of
    /// uncompressed sound and FLAC, ``maximumBytes`` may be a second or less, which cannot bridge gaps of an unsteady
    /// network.
    public var minimumDuration: Duration
    /// Maximum number of bytes that are held in any case.
    public var absoluteMaximumBytes: Int
    /// Maximum number of packets and titles that are held, whatever their size: tiny ones take more memory than they
    /// have bytes.
    public var maximumElements: Int
    /// Duration of sound that must be buffered before the first packet is returned.
    public var startDuration: Duration
    /// Duration of sound that must be buffered before packets are returned again after an underrun.
    public var resumeDuration: Duration
    /// Duration of the sound that was heard and is kept; with zero, none is kept and no move is possible.
    public var past: Duration = .zero
    /// Memory in bytes that the sound before the live place takes at most.
    public var pastBytes = 32 << 20

    /// The limits of a live stream by default. It holds at most 20 s and 512 KiB; sound that needs more than 512 KiB
    /// for 4 s gets 4 s, up to 2 MiB. It holds at most 16384 packets and titles, twice the number of the shortest Opus
    /// packets in 20 s. It begins with 1 s and resumes with 2 s.
    public init(
      maximumDuration: Duration = .seconds(20), maximumBytes: Int = 512 << 10, minimumDuration: Duration = .seconds(4),
      absoluteMaximumBytes: Int = 2 << 20, maximumElements: Int = 16384, startDuration: Duration = .seconds(1),
      resumeDuration: Duration = .seconds(2)
    ) {
      self.maximumDuration = maximumDuration
      self.maximumBytes = maximumBytes
      self.minimumDuration = minimumDuration
      self.absoluteMaximumBytes = absoluteMaximumBytes
      self.maximumElements = maximumElements
      self.startDuration = startDuration
      self.resumeDuration = resumeDuration
    }
  }

  /// The result of ``TimeShiftBuffer/pull()``.
  public enum Pull: Sendable, Equatable {
    /// The next packet or title.
    case element(StreamElement)
    /// No element yet: too little is buffered to begin, or nothing at all.
    case notEnoughYet
    /// Everything was returned and no more will come, or the buffer was closed.
    case end
  }

  /// The amount of sound that is buffered.
  public struct Fill: Sendable, Equatable {
    /// Duration in seconds.
    public var seconds: Double
    /// Size in bytes.
    public var bytes: Int
    /// Number of packets.
    public var packets: Int
  }

  /// The consumer's message that the packets of the producer's connection cannot be played.
  public struct RefusalError: Error, Equatable {
    /// The reason.
    public var error: TuneError
    /// True when earlier packets were playable.
    public var hasSounded: Bool

    /// A refusal because of `error`.
    public init(error: TuneError, hasSounded: Bool) {
      self.error = error
      self.hasSounded = hasSounded
    }
  }

  /// The sound that was held back until the listener's past was full: nothing more can be received.
  public struct PastFullError: Error {}

  /// The sound that is kept, as durations since the first packet.
  public struct Span: Sendable, Equatable {
    /// The places that one can move to.
    public var seekable: ClosedRange<Duration>
    /// The place of a listener who never paused nor went back; nil when the consumer is there, and for a source that has
    /// an end.
    public var live: Duration?
    /// Memory that the sound takes, in bytes.
    public var bytes: Int
  }

  private let state: Mutex<TimeShiftState>
  private let readiness = ThreadSignal()
  private let published = PublishedPlaces()
  /// The titles, for those who may not wait for the lock of ``state``. Only the producer changes them.
  private let publishedTitles = Mutex<[TitleTrack.Entry]>([])
  /// True when the sound that was heard is kept.
  public let keepsPast: Bool
  private let epoch = ContinuousClock.now
  private let clock: @Sendable () -> ContinuousClock.Instant

  /// An empty buffer. `clock` gives the present time.
  public init(limits: Limits = Limits(), clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    state = Mutex(TimeShiftState(limits: limits))
    keepsPast = limits.past > .zero
    self.clock = clock
  }

  private var now: Int { TimeShiftState.nanoseconds(epoch.duration(to: clock())) }

  // MARK: The producer

  /// Appends `element`; suspends while that would exceed a limit (a single element always fits).
  ///
  /// Throws `CancellationError` when the task is cancelled and after ``close()`` or ``finish()``, a ``RefusalError`` once
  /// after each call of ``refuse(_:)``, and ``PastFullError`` while a held place fills the past. Only one task may append
  /// at a time. Runs where the caller runs, so that a packet costs no change of thread.
  nonisolated(nonsending) public func append(_ element: StreamElement) async throws {
    try await append([element])
  }

  /// Appends `elements` in order; see ``append(_:)-(StreamElement)``.
  nonisolated(nonsending) public func append(_ elements: [StreamElement]) async throws {
    var rest = elements[...]
    let time = keepsPast ? SystemTime.now : 0
    while !Task.isCancelled {
      let now = now
      let (outcome, titles) = update { state in
        (state.append(&rest, now: now, time: time), state.titles.takeChange())
      }
      if keepsPast, let titles { publishedTitles.withLock { $0 = titles } }
      switch outcome {
      case .appended: return
      case .closed: throw CancellationError()
      case .refused(let refusal): throw refusal
      case .pastFull: throw PastFullError()
      case .full: await waitForSpace()
      }
    }
    throw CancellationError()
  }

  /// Records that a new connection begins, to a source that is live or has an end. After an underrun,
  /// ``Limits/startDuration`` then suffices again, and a pending refusal, which concerned the connection before, is
  /// dropped.
  public func connectionBegan(isLive: Bool = false) { update { $0.connectionBegan(isLive: isLive) } }

  /// Throws a pending ``RefusalError`` as ``append(_:)-([StreamElement])`` does: for a connection that brings nothing
  /// more to append.
  public func throwRefusal() throws(RefusalError) { if let refusal = update({ $0.takeRefusal() }) { throw refusal } }

  /// Ends the input: the consumer gets the remaining elements, then `.end`.
  public func finish() { update { $0.finish() } }

  /// Suspends until there is space, the buffer is finished, closed or refused, or the task is cancelled.
  nonisolated(nonsending) private func waitForSpace() async {
    let timer = state.withLock { $0.clockWait }.map { first in
      Task {
        var wait = first
        while true {
          try await Task.sleep(for: .nanoseconds(wait))
          let now = now
          guard
            let next = update({ (state) -> Int? in
              state.wakeByClock(now)
              return state.clockWait
            })
          else { return }
          wait = next
        }
      }
    }
    defer { timer?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        update { $0.wait(continuation, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      update { $0.wakeProducer() }
    }
  }

  // MARK: The consumer

  /// Returns the next element if enough sound is buffered. Never blocks.
  public func pull() -> Pull { update { $0.pull() } }

  /// Blocks this thread until ``pull()`` returns something other than `.notEnoughYet`, `timeout` has passed, or
  /// ``nudge()`` ends the wait. True when ``pull()`` has something to return.
  public func waitUntilReady(timeout: Duration) -> Bool { readiness.wait(timeout: timeout) }

  /// Ends the current wait of ``waitUntilReady(timeout:)``, or the next one. Callable from any thread.
  public func nudge() { readiness.nudge() }

  /// Refuses what the connection brings: drops the packets that are held, but not the titles, and makes the producer's
  /// next `append` throw `refusal`, which should end the connection. False when nothing more will come anyway.
  public func refuse(_ refusal: RefusalError) -> Bool { update { $0.refuse(refusal) } }

  /// The place of the next element, in nanoseconds since the first packet: where the last one ended.
  package var place: Int { published.place }

  /// Notes that everything before `place` was heard, in nanoseconds since the first packet. Returns the title there when
  /// it is another one than before.
  package func noteHeard(_ place: Int) -> ShownTitle? {
    let now = now
    return update { $0.noteHeard(place, now: now) }
  }

  /// Holds the listener at `place`, in nanoseconds, where the sound ends, though a device may still have some of it to
  /// play.
  package func hold(at place: Int) {
    let now = now
    update { $0.hold(at: place, now: now) }
  }

  /// Moves to `target`, in nanoseconds, or to the end of what one can move to, and ends a hold. Nil where no sound is
  /// kept.
  package func jump(to target: Int) -> Landing? {
    let now = now
    return update { $0.jump(to: target, now: now) }
  }

  /// Goes on at `place`, in nanoseconds, where the sound ended, and ends a hold. Nil where no sound is kept.
  package func goOn(at place: Int) -> Landing? {
    let now = now
    return update { $0.goOn(at: place, now: now) }
  }

  // MARK: Others

  /// Begins to read the sound that is kept from `place` on, in nanoseconds, whatever the listener does. Each reader must
  /// call ``endReading()``: until then a buffer that is closed keeps what was not read.
  package func beginReading(at place: Int) -> ReadingPlace { update { $0.beginReading(at: place) } }

  /// Returns at most `limit` elements from `place` on that begin before `end`, in nanoseconds, and moves it behind them.
  /// Never waits.
  package func read(_ place: inout ReadingPlace, limit: Int, before end: Int = .max) -> ReadElements {
    state.withLock { $0.read(&place, limit: limit, before: end) }
  }

  /// The place that a listener at live hears now, in nanoseconds; for a source that has an end, what is heard.
  package var livePlace: Int {
    let now = now
    return state.withLock { $0.live(at: now) ?? $0.heard }
  }

  /// Ends the reading of one reader.
  package func endReading() { update { $0.endReading() } }

  // MARK: Either side

  /// Ends a hold: from now on a full past suspends the producer, until the consumer goes on. Callable from any thread.
  package func release() { update { $0.release() } }

  /// Returns the beginning of a title, seen from `place`: with `step` -1 of the title there, or of the one before when it
  /// began less than `margin` ago; with 1 of the next one. Nil when none is kept.
  package func titlePlace(_ step: Int, from place: Duration, margin: Duration) -> Duration? {
    let (place, margin) = (TimeShiftState.nanoseconds(place), TimeShiftState.nanoseconds(margin))
    return state.withLock { $0.titlePlace(step, from: place, margin: margin) }.map { .nanoseconds($0) }
  }

  /// Ends everything at once: drops the elements that are held, makes the producer's `append` throw, and gives the
  /// consumer `.end`. Callable from any thread.
  public func close() { update { $0.close() } }

  /// Ends both sides as ``close()`` does, but keeps the elements for ``rejoin()``.
  package func suspend() { update { $0.suspend() } }

  /// Takes elements again after ``suspend()``. What was not pulled is left out. Call it when both sides have ended.
  package func rejoin() { update { $0.rejoin() } }

  /// Takes elements again after ``finish()``, behind those that are kept.
  package func reopen() { update { $0.reopen() } }

  /// The amount that is buffered now, ahead of the live place. Callable from any thread; takes no lock, so that a view
  /// never delays the sound.
  public var fill: Fill {
    let left = published.left, live = published.live(at: now)
    let seconds = live.map { published.end - $0 } ?? left
    return Fill(seconds: Double(max(0, min(left, seconds))) / 1e9, bytes: published.bytes, packets: published.packets)
  }

  /// The sound that is left to pull. Takes no lock.
  public var left: Duration { .nanoseconds(published.left) }

  /// True while the consumer of a live source paused or is back in the past. Takes no lock.
  package var isShifted: Bool { published.isShifted }

  /// The sound that is kept, seen from a listener at `place` while the sound at `heard` is heard; nil where none is kept.
  /// They differ between the request of a move and its beginning, when what is heard may still be the live place. Takes
  /// no lock.
  public func span(from place: Duration, heard: Duration) -> Span? {
    guard keepsPast else { return nil }
    var live = published.live(at: now).map { Duration.nanoseconds($0) }
    if live == nil, published.isLive, heard > place { live = heard }
    let latest = published.isLive ? max(place, live ?? place) : .nanoseconds(published.end)
    return Span(
      seekable: min(.nanoseconds(published.oldest), place, latest)...latest, live: live, bytes: published.weight)
  }

  /// The titles of the sound that is kept, in order. Waits for no one who plays or receives.
  package var titles: [TitleTrack.Entry] { publishedTitles.withLock { $0 } }

  /// True while sound gathers before it is returned: at the beginning, and after an underrun. Callable from any
  /// thread.
  public var isGathering: Bool { state.withLock { $0.isGathering } }

  /// Changes the state under its lock, and publishes the new places and readiness. What was dropped is freed, and a
  /// producer that was woken is resumed, without the lock.
  @discardableResult
  private func update<Result: Sendable>(_ change: (inout TimeShiftState) -> sending Result) -> sending Result {
    let (result, dropped, woken) = state.withLock { state in
      let wasReady = state.isReady
      let result = change(&state)
      published.publish(state)
      if state.isReady != wasReady { readiness.set(state.isReady) }
      return (result, state.takeDropped(), state.takeWoken())
    }
    _ = dropped
    woken?.resume()
    return result
  }
}
