public import AudioCore
import Synchronization
import SystemSupport

/// A bounded queue between the network side (one producer, asynchronous) and the sound side (one consumer, a plain
/// thread).
///
/// It is bounded in duration, bytes and elements: while it is full, the producer is suspended until a quarter is free
/// again. The consumer gets nothing until enough sound is buffered to begin, and after an underrun until more than that
/// is buffered.
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

  private let state: Mutex<TimeShiftState>
  private let readiness = ThreadSignal()
  private let heldNanoseconds = Atomic<Int>(0)
  private let heldBytes = Atomic<Int>(0)
  private let heldPackets = Atomic<Int>(0)

  /// An empty buffer.
  public init(limits: Limits = Limits()) { state = Mutex(TimeShiftState(limits: limits)) }

  // MARK: The producer

  /// Appends `element`; suspends while that would exceed a limit (a single element always fits).
  ///
  /// Throws `CancellationError` when the task is cancelled and after ``close()`` or ``finish()``, and a
  /// ``RefusalError`` once after each call of ``refuse(_:)``. Only one task may append at a time. Runs where the caller
  /// runs, so that a packet costs no change of thread.
  nonisolated(nonsending) public func append(_ element: StreamElement) async throws {
    try await append([element])
  }

  /// Appends `elements` in order; see ``append(_:)-(StreamElement)``.
  nonisolated(nonsending) public func append(_ elements: [StreamElement]) async throws {
    var rest = elements[...]
    while !Task.isCancelled {
      switch update({ $0.append(&rest) }) {
      case .appended: return
      case .closed: throw CancellationError()
      case .refused(let refusal): throw refusal
      case .full: await waitForSpace()
      }
    }
    throw CancellationError()
  }

  /// Records that a new connection begins. After an underrun, ``Limits/startDuration`` then suffices again, and a
  /// pending refusal, which concerned the connection before, is dropped.
  public func connectionBegan() { update { $0.connectionBegan() } }

  /// Throws a pending ``RefusalError`` as ``append(_:)-([StreamElement])`` does: for a connection that brings nothing
  /// more to append.
  public func throwRefusal() throws(RefusalError) { if let refusal = update({ $0.takeRefusal() }) { throw refusal } }

  /// Ends the input: the consumer gets the remaining elements, then `.end`.
  public func finish() { update { $0.finish() } }

  /// Suspends until there is space, the buffer is finished, closed or refused, or the task is cancelled.
  nonisolated(nonsending) private func waitForSpace() async {
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

  // MARK: Either side

  /// Ends everything at once: drops the elements that are held, makes the producer's `append` throw, and gives the
  /// consumer `.end`. Callable from any thread.
  public func close() { update { $0.close() } }

  /// The amount that is buffered now. Callable from any thread; takes no lock, so that a view never delays the sound.
  public var fill: Fill {
    Fill(
      seconds: Double(heldNanoseconds.load(ordering: .relaxed)) / 1e9, bytes: heldBytes.load(ordering: .relaxed),
      packets: heldPackets.load(ordering: .relaxed))
  }

  /// True while sound gathers before it is returned: at the beginning, and after an underrun. Callable from any
  /// thread.
  public var isGathering: Bool { state.withLock { $0.isGathering } }

  /// Changes the state under its lock, and publishes the new fill and readiness.
  @discardableResult
  private func update<Result: Sendable>(_ change: (inout TimeShiftState) -> sending Result) -> sending Result {
    state.withLock { state in
      let wasReady = state.isReady
      let result = change(&state)
      heldNanoseconds.store(state.elements.nanoseconds, ordering: .relaxed)
      heldBytes.store(state.elements.bytes, ordering: .relaxed)
      heldPackets.store(state.elements.packets, ordering: .relaxed)
      if state.isReady != wasReady { readiness.set(state.isReady) }
      return result
    }
  }
}
