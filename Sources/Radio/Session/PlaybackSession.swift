import AudioCore
import Parser
import Player
import Stations
import Synchronization

/// One tuned-in source: its network task, its packet buffer and its sound thread. Made by ``Tuner`` for each `play`, and
/// wholly released by `stop()`.
package final class PlaybackSession: Sendable {
  /// What a tuning reports, in order.
  package enum Report: Sendable {
    /// The network side says so.
    case feed(FeedEvent)
    /// The network side has given up.
    case feedFailed(TuneError)
    /// The sound side says so.
    case sound(SoundEvent)
  }

  /// How long a stop waits for the sound that is queued in the device to fade out.
  static let fadeLimit: Duration = .milliseconds(1200)
  /// How much longer it waits for a hanging sound device before it leaves the thread behind: 2 s in all.
  static let hangLimit: Duration = .milliseconds(800)

  /// With less than this in the buffer, in seconds, the network is read as soon as it has something: a device that begins takes most of
  /// it at once.
  private static let leastBeforePause = 1.0
  /// How much of what is beyond that may be waited for.
  private static let pauseShare = 2.0 / 3
  /// When sound has been heard for so long, the device has taken what it takes.
  private static let settling: Duration = .seconds(3)
  /// With less than this in the buffer, in seconds, nothing is waited for from then on; all that is beyond is.
  private static let leastWhenSettled = 0.5
  /// The longest pause between two reads.
  private static let longestPause: Duration = .seconds(1)

  package let buffer: PacketBuffer
  let tap: PCMTap
  let status = SoundStatus()
  private let task: Task<Void, Never>
  private let thread: SoundThread
  private let interruption = OutputInterruption()
  private let attention = OutputInterruption()

  /// Begins to play `source`, for `durationLimit` at most; one that `hasPlayed` before is not given up for what may be passing.
  init(
    _ source: Source, hasPlayed: Bool, durationLimit: Duration?, feed: StationFeed, options: TunerOptions,
    volume: VolumeControl, relay: PacketRelay,
    report: @escaping @Sendable (Report) -> Void
  ) {
    let isPaced = options.output.isPaced
    var limits = options.bufferLimits
    if !isPaced {  // a file has nothing to wait for
      limits.startDuration = .zero
      limits.resumeDuration = .zero
    }
    let buffer = PacketBuffer(limits: limits)
    let tap = PCMTap()
    let status = status
    let interruption = interruption
    let attention = attention
    self.buffer = buffer
    self.tap = tap
    thread = SoundThread {
      let outputs = OutputChain(
        spec: options.output, fallsBackToSilence: options.fallsBackToSilence, interruption: interruption,
        attention: attention)
      SoundLoop(
        buffer: buffer, outputs: outputs, tap: tap, volume: volume, status: status,
        durationLimit: durationLimit, report: { report(.sound($0)) }
      ).run()
    } otherwise: {
      report(.sound(.failed(.output(device: options.output.name, reason: "the system has no thread left"))))
    }
    task = Task {
      do {
        let notice: @Sendable (FeedEvent) -> Void = { report(.feed($0)) }
        try await feed.run(source, hasPlayed: hasPlayed, onSocketThread: true, notice: notice) { event in
          switch event {
          case .elements(let elements):
            relay.put(elements)
            try await buffer.append(elements)
          case .endOfRead(let pacing):
            try buffer.throwRefusal()
            if isPaced {
              // What gathers after a dry spell is wanted as soon as at the beginning.
              let isSettled = status.elapsed >= Self.settling && !buffer.isGathering
              let inHand = buffer.fill.seconds + status.decodedAhead / .seconds(1)
              pacing?.pause = Self.pause(on: inHand, isSettled: isSettled)
            }
          case .connected(let head):
            status.isLive = head.isLive
            buffer.connectionBegan()
            report(.feed(event))
          case .connecting, .retrying, .slowLookup, .metadataBroken, .detail, .length: report(.feed(event))
          }
        }
        buffer.finish()
      } catch let error as TuneError {
        report(.feedFailed(error))
        buffer.finish()  // what has come is still heard
      } catch {
        buffer.close()
      }
    }
  }

  /// How long sound may gather in the socket when `seconds` of it are in the buffer: waking up for each packet of the network would cost
  /// more than decoding it. Once playing `isSettled` the buffer is sure to last that long, beside what is in the device.
  package static func pause(on seconds: Double, isSettled: Bool) -> Duration {
    let pause = isSettled ? seconds - leastWhenSettled : (seconds - leastBeforePause) * pauseShare
    return min(longestPause, .seconds(max(0, pause)))
  }

  /// The volume was changed: the sound follows at once.
  func noteControl() {
    attention.request()
    buffer.nudge()
  }

  /// Has the sound fade out and both sides end. ``stop()`` waits for that.
  func requestStop() {
    status.requestStop()
    attention.request()
    task.cancel()
    buffer.close()
  }

  /// Fades out, ends both sides and waits for them. False when the sound device hangs and its thread was left behind.
  @discardableResult
  func stop() async -> Bool {
    requestStop()
    var ended = await thread.waitUntilFinished(limit: Self.fadeLimit)
    if !ended {
      interruption.request()
      ended = await thread.waitUntilFinished(limit: Self.hangLimit)
    }
    await task.value
    return ended
  }
}
