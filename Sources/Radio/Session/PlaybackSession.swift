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

  /// While the buffer holds less than this, in seconds, the network is read as soon as data arrives: a device that
  /// starts takes most of the sound at once.
  private static let minimumBeforePause = 1.0
  /// The share of the sound beyond ``minimumBeforePause`` for which reading may pause.
  private static let pauseShare = 2.0 / 3
  /// After this much sound was heard, the device has filled its own buffer.
  private static let settling: Duration = .seconds(3)
  /// The amount of sound in seconds that a pause must leave in the buffer from then on; all sound beyond it may be
  /// spent on a pause.
  private static let minimumWhenSettled = 0.5
  /// The longest pause between two reads.
  private static let maximumPause: Duration = .seconds(1)

  package let buffer: TimeShiftBuffer
  let tap: PCMTap
  let status = SoundStatus()
  private let task: Task<Void, Never>
  private let feedEnded = OneShotEvent()
  private let thread: SoundThread
  private let interruption = OutputInterruption()
  private let wakeUp = OutputInterruption()

  /// Begins to play `source`, for at most `durationLimit`. A source that `hasPlayed` before is not given up for a
  /// failure that may be temporary; one that `isAnnouncement` is not connected again when it ends soon.
  init(
    _ source: Source, hasPlayed: Bool, isAnnouncement: Bool, durationLimit: Duration?, feed: StationFeed,
    options: TunerOptions,
    volume: VolumeControl, relay: PacketRelay,
    report: @escaping @Sendable (Report) -> Void
  ) {
    let isPaced = options.output.isPaced
    var limits = options.bufferLimits
    if !isPaced {  // a file output needs no sound in reserve
      limits.startDuration = .zero
      limits.resumeDuration = .zero
    }
    let buffer = TimeShiftBuffer(limits: limits)
    let tap = PCMTap()
    let status = status
    let interruption = interruption
    let wakeUp = wakeUp
    self.buffer = buffer
    self.tap = tap
    // The network first: no thread can start while the dynamic loader loads a sound server's libraries, which takes 3 ms.
    task = Task(executorPreference: feed.executor(for: source)) { [feedEnded] in
      defer { feedEnded.set() }
      do {
        let notice: @Sendable (FeedEvent) -> Void = { report(.feed($0)) }
        let soundInHand: @Sendable () -> Duration = { .seconds(buffer.fill.seconds) + status.decodedAhead }
        try await feed.run(
          source, hasPlayed: hasPlayed, isAnnouncement: isAnnouncement, onSocketThread: true,
          soundInHand: isPaced ? soundInHand : nil, notice: notice
        ) { event in
          switch event {
          case .elements(let elements):
            relay.put(elements)
            try await buffer.append(elements)
          case .endOfRead(let pacing):
            try buffer.throwRefusal()
            if isPaced {
              // After an underrun, the gathering sound is needed as urgently as at the beginning.
              let isSettled = status.elapsed >= Self.settling && !buffer.isGathering
              pacing?.pause = Self.pause(on: soundInHand() / .seconds(1), isSettled: isSettled)
            }
          case .connected(let head):
            status.isLive = head.isLive
            buffer.connectionBegan()
            report(.feed(event))
          case .connecting, .retrying, .slowLookup, .metadataBroken, .detail, .length, .estimatedLength, .cutOff:
            report(.feed(event))
          }
        }
        buffer.finish()
      } catch let error as TuneError {
        report(.feedFailed(error))
        buffer.finish()  // the sound that was received is still played
      } catch {
        buffer.close()
      }
    }
    thread = SoundThread {
      let outputs = OutputChain(
        spec: options.output, fallsBackToSilence: options.fallsBackToSilence, interruption: interruption,
        wakeUp: wakeUp)
      SoundLoop(
        buffer: buffer, outputs: outputs, tap: tap, volume: volume, status: status,
        durationLimit: durationLimit, report: { report(.sound($0)) }
      ).run()
    } otherwise: {
      report(.sound(.failed(.output(device: options.output.name, reason: "the system has no thread left"))))
    }
  }

  /// Returns how long bytes may gather in the socket while the buffer holds `seconds` of sound: waking up for each
  /// packet of the network would cost more than decoding it. Once playback `isSettled`, the buffer is certain to last
  /// that long, in addition to the sound in the device.
  package static func pause(on seconds: Double, isSettled: Bool) -> Duration {
    let pause = isSettled ? seconds - minimumWhenSettled : (seconds - minimumBeforePause) * pauseShare
    return min(maximumPause, .seconds(max(0, pause)))
  }

  /// Applies a changed volume to the sound at once.
  func noteControl() {
    wakeUp.request()
    buffer.nudge()
  }

  /// Requests that the sound fades out and both sides end. ``stop()`` waits for that.
  func requestStop() {
    status.requestStop()
    wakeUp.request()
    task.cancel()
    buffer.close()
  }

  /// Fades out, ends both sides and waits for them. Returns false when the sound device hangs and its thread was left
  /// behind. A network side that hangs in the file system is left behind, too; its reports are ignored.
  @discardableResult
  func stop() async -> Bool {
    requestStop()
    var ended = await thread.waitUntilFinished(limit: Self.fadeLimit)
    if !ended {
      interruption.request()
      ended = await thread.waitUntilFinished(limit: Self.hangLimit)
    }
    _ = await feedEnded.wait(limit: Self.feedLimit)
    return ended
  }
}
