import AudioCore
import Synchronization

/// The hand-over between the network side (one producer, asynchronous) and the sound side (one consumer, a plain
/// thread).
///
/// Bounded in time and bytes: the producer is suspended while it is full, until a quarter is free again. The consumer
/// is held off until enough is in hand to begin, and after it ran dry until there is more than that.
public final class PacketBuffer: Sendable {
  /// How much a buffer holds and when it lets the consumer begin.
  public struct Limits: Sendable, Equatable {
    /// Most sound that is held.
    public var maxDuration: Duration
    /// Most bytes that are held, unless they are so little sound that they would not do.
    public var maxBytes: Int
    /// Sound that is held whatever it takes, up to ``mostBytes``: of uncompressed sound and FLAC ``maxBytes`` may be a second or less, with
    /// which no unsteady network is bridged.
    public var leastDuration: Duration
    /// Most bytes that are held in any case.
    public var mostBytes: Int
    /// Most packets and titles that are held, whatever they weigh: tiny ones take more memory than they have bytes.
    public var mostElements: Int
    /// Sound in hand before the first packet is given out.
    public var startDuration: Duration
    /// Sound in hand before packets are given out again after a dry spell.
    public var resumeDuration: Duration

    /// The limits of a live stream unless said otherwise: 20 s and 512 KiB at most, but 4 s of what takes more than that for them, up to
    /// 2 MiB; never more than 16384 packets, twice what 20 s of the shortest of Opus are; begin with 1 s, resume with 2 s.
    public init(
      maxDuration: Duration = .seconds(20), maxBytes: Int = 512 << 10, leastDuration: Duration = .seconds(4),
      mostBytes: Int = 2 << 20, mostElements: Int = 16384, startDuration: Duration = .seconds(1),
      resumeDuration: Duration = .seconds(2)
    ) {
      self.maxDuration = maxDuration
      self.maxBytes = maxBytes
      self.leastDuration = leastDuration
      self.mostBytes = mostBytes
      self.mostElements = mostElements
      self.startDuration = startDuration
      self.resumeDuration = resumeDuration
    }
  }

  /// What a look into the buffer gave.
  public enum Pull: Sendable, Equatable {
    /// The next packet or title.
    case element(StreamElement)
    /// Wait: too little is in hand to begin, or nothing at all.
    case notEnoughYet
    /// Everything was given out and no more will come, or the buffer was closed.
    case end
  }

  /// How much is held.
  public struct Fill: Sendable, Equatable {
    /// Sound, in seconds.
    public var seconds: Double
    /// Bytes.
    public var bytes: Int
    /// Packets.
    public var packets: Int

    /// So many seconds, bytes and packets.
    public init(seconds: Double, bytes: Int, packets: Int) {
      self.seconds = seconds
      self.bytes = bytes
      self.packets = packets
    }
  }

  /// What the consumer says of the producer's connection: its packets are of no use.
  public struct Refusal: Error, Equatable {
    /// Why.
    public var error: TuneError
    /// Whether packets before were of use.
    public var hasSounded: Bool

    /// A refusal for this reason.
    public init(error: TuneError, hasSounded: Bool) {
      self.error = error
      self.hasSounded = hasSounded
    }
  }

  private let state: Mutex<PacketBufferState>
  private let readiness = ThreadSignal()
  private let heldNanoseconds = Atomic<Int>(0)
  private let heldBytes = Atomic<Int>(0)
  private let heldPackets = Atomic<Int>(0)

  /// An empty buffer.
  public init(limits: Limits = Limits()) { state = Mutex(PacketBufferState(limits: limits)) }

  // MARK: The producer

  /// Puts `element` behind the others; suspends while it would go over a limit (one element always fits).
  ///
  /// Throws `CancellationError` when the task is cancelled, and after ``close()`` or ``finish()``, and a ``Refusal``
  /// once after each. Only one task may append at a time. Runs where the caller runs, so that a packet costs no change
  /// of thread.
  nonisolated(nonsending) public func append(_ element: StreamElement) async throws {
    try await append([element])
  }

  /// Puts `elements` behind the others, one after the other; see ``append(_:)-(StreamElement)``.
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

  /// A new connection begins: after a dry spell as much is enough as at the beginning, and what was refused was
  /// another's.
  public func connectionBegan() { update { $0.connectionBegan() } }

  /// Throws a ``Refusal`` as ``append(_:)-([StreamElement])`` does: for a connection that brings nothing more to
  /// append.
  public func throwRefusal() throws(Refusal) { if let refusal = update({ $0.takeRefusal() }) { throw refusal } }

  /// No more will come: the consumer gets what is left, then `.end`.
  public func finish() { update { $0.finish() } }

  /// Suspends until there is room, the buffer is closed or the task is cancelled.
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

  /// The next element, if it is time for it. Never blocks.
  public func pull() -> Pull { update { $0.pull() } }

  /// Blocks this thread until ``pull()`` has something else to say than `.notEnoughYet`, or `timeout` has passed; true
  /// when it has.
  public func waitUntilReady(timeout: Duration) -> Bool { readiness.wait(timeout: timeout) }

  /// Ends the present wait of ``waitUntilReady(timeout:)``, or the next one. Any thread.
  public func nudge() { readiness.nudge() }

  /// What the connection brings is of no use: drops the packets that are held, not the titles, and has the producer's
  /// next `append` throw `refusal`, which should end the connection. False when nothing more will come anyway.
  public func refuse(_ refusal: Refusal) -> Bool { update { $0.refuse(refusal) } }

  // MARK: Either side

  /// Ends everything at once: what is held is dropped, the producer's `append` throws, the consumer gets `.end`. Any
  /// thread.
  public func close() { update { $0.close() } }

  /// How much is held now. Any thread; takes no lock, so a view never holds up the sound.
  public var fill: Fill {
    Fill(
      seconds: Double(heldNanoseconds.load(ordering: .relaxed)) / 1e9, bytes: heldBytes.load(ordering: .relaxed),
      packets: heldPackets.load(ordering: .relaxed))
  }

  /// True while sound gathers before it is given out: at the beginning, and after the consumer found nothing. Any
  /// thread.
  public var isGathering: Bool { state.withLock { $0.isGathering } }

  /// Changes the state under its lock, then tells the others what came of it.
  @discardableResult
  private func update<Result: Sendable>(_ change: (inout PacketBufferState) -> sending Result) -> sending Result {
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
