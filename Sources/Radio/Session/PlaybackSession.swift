package import AudioCore
import Downloader
import Muxing
package import Parser
import Player
import RadioModel
import SystemSupport

/// The playback of one source: its network task, its packet buffer and its sound thread. ``Tuner`` makes one for each
/// source that it tunes in to. `stop()` releases all of it.
package final class PlaybackSession: Sendable {
  /// A report from the session. Reports come in order.
  package enum Report: Sendable {
    /// An event from the network side.
    case feed(FeedEvent)
    /// The network side has given up.
    case feedFailed(TuneError)
    /// An event from the sound side.
    case sound(SoundEvent)
  }

  /// The time limit of a stop for the queued sound in the device to fade out.
  static let fadeLimit: Duration = .milliseconds(1200)
  /// The additional time limit for a sound device that hangs; after that its thread is left behind: 2 s in total.
  static let hangLimit: Duration = .milliseconds(800)
  /// The time limit of a stop for the network side, which is left behind after it.
  private static let feedLimit: Duration = .seconds(2)

  package let buffer: TimeShiftBuffer
  let tap = PCMTap()
  let status = SoundStatus()
  private let moves = ListenerMoves()
  private let reception: Reception
  private let thread: SoundThread
  private let interruption = OutputInterruption()
  private let wakeUp = OutputInterruption()

  /// Begins to play `source`, for at most `durationLimit`. A source that `hasPlayed` before is not given up for a
  /// failure that may be temporary; one that `isAnnouncement` is not connected again when it ends soon. `buffer` has the
  /// sound of a session of the same source that was left; nil for none.
  init(
    _ source: Source, hasPlayed: Bool, isAnnouncement: Bool, durationLimit: Duration?, feed: StationFeed,
    options: TunerOptions, buffer: TimeShiftBuffer? = nil, volume: VolumeControl, relay: PacketRelay,
    report: @escaping @Sendable (Report) -> Void
  ) {
    let isPaced = options.output.isPaced
    let buffer = buffer ?? TimeShiftBuffer(limits: options.limits)
    let (tap, status, moves) = (tap, status, moves)
    let (interruption, wakeUp) = (interruption, wakeUp)
    self.buffer = buffer
    // The network first: no thread can start while the dynamic loader loads a sound server's libraries, which takes 3 ms.
    reception = Reception(
      of: source, isAnnouncement: isAnnouncement, feed: feed, buffer: buffer, status: status, relay: relay,
      isPaced: isPaced,
      report: report)
    reception.begin(hasPlayed: hasPlayed)
    thread = SoundThread {
      let outputs = OutputChain(
        spec: options.output, fallsBackToSilence: options.fallsBackToSilence, interruption: interruption,
        wakeUp: wakeUp)
      SoundLoop(
        buffer: buffer, outputs: outputs, tap: tap, volume: volume, status: status, moves: moves,
        durationLimit: durationLimit, report: { report(.sound($0)) }
      ).run()
    } otherwise: {
      report(.sound(.failed(.output(device: options.output.name, reason: "the system has no thread left"))))
    }
  }

  // MARK: - Moving

  /// The place of the sound that is heard, or that a move leads to, as time since tuning in.
  package var position: Duration { moves.wanted.target ?? status.elapsed }

  /// The ``position``, and the sound that is kept, seen from there; the latter is nil where none is kept.
  var places: (position: Duration, span: TimeShiftBuffer.Span?) {
    let heard = status.elapsed
    let position = moves.wanted.target ?? heard
    return (position, buffer.span(from: position, heard: heard))
  }

  /// True when the place can be held, and one can move.
  var canMove: Bool { buffer.keepsPast }

  /// Holds the place: the sound fades out, and the source is received meanwhile.
  func hold() {
    moves.setHeld(true)
    noteControl()
  }

  /// Goes on at the place that is held. Returns how long the station was not received because the past was full; nil
  /// when it was received all the time.
  func release() -> Duration? {
    buffer.release()
    let missing = reception.resume()
    moves.setHeld(false)
    noteControl()
    return missing
  }

  /// Moves to `target`, a time since tuning in, or as near as the sound that is kept allows; to the newest place when
  /// `isToNewest`.
  func move(to target: Duration, isToNewest: Bool) {
    moves.move(to: target, isToNewest: isToNewest)
    noteControl()
  }

  // MARK: - Control and end

  /// Applies a changed volume or a move to the sound at once.
  func noteControl() {
    wakeUp.request()
    buffer.nudge()
  }

  /// Requests that the sound fades out and both sides end. ``stop()`` waits for that. The buffer keeps its sound, for
  /// another session of the same source, when `keepsSound`.
  func requestStop(keepsSound: Bool = false) {
    status.requestStop()
    wakeUp.request()
    reception.cancel()
    if keepsSound { buffer.suspend() } else { buffer.close() }
  }

  /// Fades out, ends both sides and waits for them. Returns false when the sound device hangs and its thread was left
  /// behind. A network side that hangs in the file system is left behind, too; its reports are ignored.
  @discardableResult
  func stop() async -> Bool {
    var ended = await thread.waitUntilFinished(limit: Self.fadeLimit)
    if !ended {
      interruption.request()
      ended = await thread.waitUntilFinished(limit: Self.hangLimit)
    }
    await reception.waitUntilEnded(limit: Self.feedLimit)
    return ended
  }
}
