public import AudioCore
public import Muxing
public import RadioModel
public import Stations
import SystemSupport

/// The radio: it carries out commands, and publishes one immutable snapshot and a stream of events.
///
/// The radio works while ``run()`` runs. Everything else may be called from any thread at any time, and never waits for
/// a station or a device.
public final class Tuner: RadioPlayer {
  private let options: TunerOptions
  private let opener: StreamOpener
  private let state: TunerState
  private let commands = CommandQueue()

  /// Passes on the packets of the current source.
  public let relay = PacketRelay()

  /// Makes a radio that is not tuned in. `opener` finds its streams.
  public init(options: TunerOptions, opener: StreamOpener) {
    self.options = options
    self.opener = opener
    state = TunerState(options: options, relay: relay)
  }

  // MARK: - State

  /// The current state. Its cost does not depend on the length of the queue.
  public var snapshot: TunerSnapshot { state.snapshot }

  /// The current state in words and numbers for clients, with the number of the last event that it includes.
  public var status: RadioStatus {
    let number = state.journal.number  // first: an event after this may be reported twice, but is never missed
    return RadioStatus(state.snapshot, event: number)
  }

  /// The sound that is kept, with its titles; nil where none is kept.
  public var timeShift: TimeShift? { state.timeShift }

  /// The current playback session; nil after a stop.
  package var playback: PlaybackSession? { state.playback }

  /// The number of rounds of the sound thread, which grows some times a second; nil when nothing is tuned in.
  public var soundBeats: Int? { playback?.status.beats }

  /// Fills `window` with the last `frames` frames up to the one that is audible now.
  public func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    guard let tap = playback?.tap else {
      window.clear()
      return .silence
    }
    return tap.read(frames: frames, into: &window)
  }

  /// Copies the sound after `cursor`, audible or not yet, into `samples`; see ``PCMTap``. A cursor follows the radio
  /// from source to source.
  public func followTap(
    _ cursor: inout TapCursor, maximumSamples: Int, into samples: inout [Float]
  ) -> TapPiece {
    playback?.tap.follow(&cursor, maximumSamples: maximumSamples, into: &samples) ?? .silence
  }

  /// The processor time that decoding takes, in seconds per second of sound, since the present source began; nil before
  /// anything was decoded.
  public var decodingShare: Double? { playback?.status.decodingShare }

  // MARK: - Events

  /// A sequence of events, in order.
  public typealias Events = AsyncMapSequence<AsyncStream<NumberedEvent>, TunerEvent>

  /// Returns the events from now on, the snapshot first. A subscriber that does not keep up loses the oldest events.
  public func events() -> Events { numberedEvents().map(\.event) }

  /// Returns the events with their numbers: first the events after `number` if they are still kept, else the snapshot.
  /// Where events were lost, their numbers are missing.
  public func numberedEvents(after number: UInt64?) -> AsyncStream<NumberedEvent> {
    state.journal.add(after: number) { .snapshot(snapshot) }
  }

  /// The number of the last event.
  public var eventNumber: UInt64 { state.journal.number }

  /// The last notice; nil before the first one.
  public var lastNotice: RadioNotice? { state.journal.lastNotice }

  /// The status as the answer to a command that was sent after the event `number`.
  package func answer(after number: UInt64) -> RadioStatus {
    var answer = status
    if let notice = lastNotice, notice.number > number, !notice.text.isEmpty { answer.message = notice.text }
    return answer
  }

  // MARK: - Commands

  /// Sends a command; `run()` carries out commands in order.
  public func send(_ command: Command) { commands.put(command) }

  /// Sends a command, and calls `done` on any thread when it was carried out: the snapshot then shows it. When the
  /// radio has ended, calls `done` at once.
  public func send(_ command: Command, done: @escaping @Sendable () -> Void) { commands.put(command, done: done) }

  /// Sends a command, and returns when it was carried out: the snapshot then shows it. Returns at once when the radio
  /// has ended.
  public func perform(_ command: Command) async {
    await withCheckedContinuation { continuation in send(command) { continuation.resume() } }
  }

  /// Returns when `run()` has processed this check: the radio carries out commands. Returns at once when it has ended.
  public func answer() async {
    await withCheckedContinuation { continuation in commands.check { continuation.resume() } }
  }

  /// Sends a command, and returns true when it was carried out within `limit`. The command stays in the queue
  /// otherwise.
  @discardableResult public func perform(_ command: Command, within limit: Duration) async -> Bool {
    let isDone = OneShotEvent()
    send(command) { isDone.set() }
    return await isDone.wait(limit: limit)
  }

  /// Returns true when `run()` processes a check within `limit`, or has ended.
  @discardableResult public func answers(within limit: Duration) async -> Bool {
    let isAnswered = OneShotEvent()
    commands.check { isAnswered.set() }
    return await isAnswered.wait(limit: limit)
  }

  /// Changes the queue at once. Returns the ids of added entries. When the current entry is removed, the entry that
  /// took its place is tuned in; when there is none, the radio stops.
  ///
  /// Throws ``QueueError`` and changes nothing when the change is not possible.
  @discardableResult
  public func edit(_ edit: QueueEdit) throws(QueueError) -> [Int] {
    let outcome = try state.edit(edit)
    if outcome.isCurrentGone { commands.putFollow() }
    return outcome.ids
  }

  /// Resets the queue to the station list. The current source is not interrupted.
  public func resetQueue() { state.resetQueue() }

  /// Takes over a station list that was read again; the queue follows it. The current source is not interrupted and
  /// stays in the queue.
  public func reload(stations: [Station]) { state.reload(stations) }

  /// A feed of another source, with the connections and the retries of this radio.
  package func makeFeed() -> StationFeed { StationFeed(opener: opener, retry: options.retry) }

  /// Shows that `count` recordings are being written.
  package func show(recordings count: Int) { state.show(recordings: count) }

  /// Carries out commands until `quit`, until the first source ends or fails if the options say so, or until the reader
  /// of the output closes it. Then releases everything.
  public func run() async -> TunerOutcome {
    var op = TunerLoop(options: options, opener: opener, state: state, relay: relay, commands: commands)
    return await op.run()
  }
}
