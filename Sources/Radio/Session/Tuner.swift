import AudioCore
import Player
import Stations

/// The radio: obeys commands, and publishes one immutable snapshot and a stream of events.
///
/// `run()` is its life; everything else may be called from any thread at any time and never waits for a station or a device.
public final class Tuner: Sendable {
  private let options: TunerOptions
  private let opener: StreamOpener
  private let state: TunerState
  private let commands = CommandQueue()

  /// Hands on the packets of what is tuned in.
  public let relay = PacketRelay()

  /// A radio that is switched on and not tuned in. `opener` finds its streams.
  public init(options: TunerOptions, opener: StreamOpener) {
    self.options = options
    self.opener = opener
    state = TunerState(options: options, relay: relay)
  }

  // MARK: - What it does

  /// The state of things now. Costs the same however long the queue is.
  public var snapshot: TunerSnapshot { state.snapshot }

  /// The same in the words and numbers that programs are told, with the number of the last event that it takes into account.
  public var status: RadioStatus {
    let number = state.journal.number  // first: what happens meanwhile is told twice then, and never missed
    return RadioStatus(state.snapshot, event: number)
  }

  /// What is tuned in now; nil after a stop.
  package var playback: PlaybackSession? { state.playback }

  /// Counts the rounds of the sound thread; nil when nothing is tuned in. It grows some times a second.
  public var soundBeats: Int? { playback?.status.beats }

  /// Makes `window` hold the `frames` frames that end with what is audible now.
  public func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    guard let tap = playback?.tap else {
      window.clear()
      return .silence
    }
    return tap.read(frames: frames, into: &window)
  }

  // MARK: - What happens

  /// What happens, one after the other.
  public typealias Events = AsyncMapSequence<AsyncStream<NumberedEvent>, TunerEvent>

  /// What happens from now on, the snapshot first. A subscriber that does not keep up loses the oldest events.
  public func events() -> Events { numberedEvents().map(\.event) }

  /// The same with their numbers; what came after the event `number` comes first, when that is still known, and else the snapshot.
  /// Where events were lost, their numbers are missing.
  public func numberedEvents(after number: UInt64? = nil) -> AsyncStream<NumberedEvent> {
    state.journal.add(after: number) { .snapshot(snapshot) }
  }

  /// The number of the last event.
  public var eventNumber: UInt64 { state.journal.number }

  // MARK: - What is asked of it

  /// Asks for something; it is done in order by `run()`.
  public func send(_ command: Command) { commands.put(command) }

  /// Asks for something, and calls `done` on any thread when it was obeyed: the snapshot shows it. At once when the
  /// radio has ended.
  public func send(_ command: Command, done: @escaping @Sendable () -> Void) { commands.put(command, done: done) }

  /// Asks for something, and returns when it was obeyed: the snapshot shows it. At once when the radio has ended.
  public func perform(_ command: Command) async {
    await withCheckedContinuation { continuation in send(command) { continuation.resume() } }
  }

  /// Returns when `run()` has come round to it: the radio obeys. At once when it has ended.
  public func answer() async {
    await withCheckedContinuation { continuation in commands.check { continuation.resume() } }
  }

  /// Changes the queue at once; returns the ids of entries that came. When the entry that is tuned in goes away, the one that took
  /// its place is tuned in, and when there is none the radio stops.
  ///
  /// Throws ``QueueFault`` and changes nothing when that cannot be.
  @discardableResult
  public func edit(_ edit: QueueEdit) throws(QueueFault) -> [Int] {
    let outcome = try state.edit(edit)
    if outcome.isCurrentGone { commands.putFollow() }
    return outcome.ids
  }

  /// Makes the queue the station list again. What is tuned in is not interrupted.
  public func resetQueue() { state.resetQueue() }

  /// Takes over a station list that was read anew; the queue follows it. What is tuned in is not interrupted, and stays in the
  /// queue.
  public func reload(stations: [Station]) { state.reload(stations) }

  /// Obeys commands until `quit`, or until the source that was tuned in first ends or fails. Then everything is released.
  public func run() async -> TunerOutcome {
    var op = TunerLoop(options: options, opener: opener, state: state, relay: relay, commands: commands)
    return await op.run()
  }
}
