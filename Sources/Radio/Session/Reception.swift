import AudioCore
import Downloader
import Muxing
import Parser
import RadioModel
import Synchronization
import SystemSupport

/// The network side of a session: it brings the packets of a source into the buffer and to the relay. It ends with its
/// source, when it is cancelled, and when the past of a held place is full; then it can begin again.
package final class Reception: Sendable {
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

  private struct State {
    var task: Task<Void, Never>?
    var ended = OneShotEvent()
    /// When the past was full; nil while the source is received.
    var fullSince: ContinuousClock.Instant?
    var isCancelled = false
  }

  private let source: Source
  private let isAnnouncement: Bool
  private let feed: StationFeed
  private let buffer: TimeShiftBuffer
  private let status: SoundStatus
  private let relay: PacketRelay
  private let isPaced: Bool
  private let report: @Sendable (PlaybackSession.Report) -> Void
  private let state = Mutex(State())

  /// A reception of `source` that has not begun. A source that `isAnnouncement` is not connected again when it ends soon.
  init(
    of source: Source, isAnnouncement: Bool, feed: StationFeed, buffer: TimeShiftBuffer, status: SoundStatus,
    relay: PacketRelay, isPaced: Bool, report: @escaping @Sendable (PlaybackSession.Report) -> Void
  ) {
    self.source = source
    self.isAnnouncement = isAnnouncement
    self.feed = feed
    self.buffer = buffer
    self.status = status
    self.relay = relay
    self.isPaced = isPaced
    self.report = report
  }

  /// Begins. A source that `hasPlayed` before is not given up for a failure that may be temporary.
  func begin(hasPlayed: Bool) {
    state.withLock { state in
      guard !state.isCancelled else { return }
      let ended = OneShotEvent()
      state.ended = ended
      state.fullSince = nil
      state.task = Task(executorPreference: feed.executor(for: source)) {
        await self.run(hasPlayed: hasPlayed)
        ended.set()
      }
    }
  }

  /// Begins again when the past was full. Returns how long the source was not received; nil when it was all the time.
  func resume() -> Duration? {
    guard let since = state.withLock({ $0.fullSince }) else { return nil }
    buffer.reopen()
    begin(hasPlayed: true)
    return since.duration(to: .now)
  }

  /// Ends the reception for good.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.task?.cancel()
    }
  }

  /// Waits for the end, at most `limit`.
  func waitUntilEnded(limit: Duration) async { _ = await state.withLock { $0.ended }.wait(limit: limit) }

  private var soundInHand: Duration { .seconds(buffer.fill.seconds) + status.decodedAhead }

  private func run(hasPlayed: Bool) async {
    do {
      let soundInHand: @Sendable () -> Duration = { [self] in self.soundInHand }
      try await feed.run(
        source, hasPlayed: hasPlayed, isAnnouncement: isAnnouncement, onSocketThread: true,
        soundInHand: isPaced ? soundInHand : nil, notice: { [report] in report(.feed($0)) }
      ) { event in
        switch event {
        case .elements(let elements):
          relay.put(elements)
          try await buffer.append(elements)
        case .endOfRead(let pacing):
          try buffer.throwRefusal()
          if isPaced {
            // After an underrun, the gathering sound is needed as urgently as at the beginning.
            let isSettled = status.played >= Self.settling && !buffer.isGathering
            pacing?.pause = Self.pause(on: self.soundInHand / .seconds(1), isSettled: isSettled)
          }
        case .connected(let head):
          status.isLive = head.isLive
          buffer.connectionBegan(isLive: head.isLive)
          report(.feed(event))
        case .connecting, .retrying, .slowLookup, .metadataBroken, .pastFull, .detail, .length, .estimatedLength,
          .cutOff:
          report(.feed(event))
        }
      }
      buffer.finish()
    } catch let error as TuneError {
      report(.feedFailed(error))
      buffer.finish()  // the sound that was received is still played
    } catch is TimeShiftBuffer.PastFullError {
      state.withLock { $0.fullSince = .now }
      relay.end()
      report(.feed(.pastFull(name: source.displayName)))
    } catch {
      if !state.withLock({ $0.isCancelled }) { buffer.close() }
    }
  }

  /// Returns how long bytes may gather in the socket while the buffer holds `seconds` of sound: waking up for each
  /// packet of the network would cost more than decoding it. Once playback `isSettled`, the buffer is certain to last
  /// that long, in addition to the sound in the device.
  package static func pause(on seconds: Double, isSettled: Bool) -> Duration {
    let pause = isSettled ? seconds - minimumWhenSettled : (seconds - minimumBeforePause) * pauseShare
    return min(maximumPause, .seconds(max(0, pause)))
  }
}
