import AudioCore
import Synchronization

/// What the sound thread tells the rest of the program, number by number, without a lock.
package final class SoundStatus: Sendable {
  private let elapsedNanosecondsCell = Atomic<Int64>(0)
  private let aheadNanosecondsCell = Atomic<Int64>(0)
  private let bitRateCell = Atomic<Int>(0)
  private let beatsCell = Atomic<Int>(0)
  private let stopRequestedCell = Atomic<Bool>(false)
  private let liveCell = Atomic<Bool>(false)

  /// Nothing heard, nothing known, nothing asked for.
  package init() {}

  /// How much sound has been heard.
  package var elapsed: Duration {
    get { .nanoseconds(elapsedNanosecondsCell.load(ordering: .relaxed)) }
    set {
      let parts = newValue.components
      elapsedNanosecondsCell.store(
        parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000, ordering: .relaxed)
    }
  }

  /// Sound that was taken out of the packet buffer and decoded, and that the next write to the output does not take.
  package var decodedAhead: Duration { .nanoseconds(aheadNanosecondsCell.load(ordering: .relaxed)) }

  /// Written by the sound thread: `frames` of `rate` a second; 0 frames of any rate are nothing.
  package func setDecodedAhead(frames: Int, rate: Int) {
    aheadNanosecondsCell.store(rate > 0 ? Int64(frames) * 1_000_000_000 / Int64(rate) : 0, ordering: .relaxed)
  }

  /// Average of the recent packets in bit/s, or nil before the first.
  package var bitRate: Int? {
    let value = bitRateCell.load(ordering: .relaxed)
    return value > 0 ? value : nil
  }

  /// Written by the sound thread.
  package func setBitRate(_ bitsPerSecond: Int) { bitRateCell.store(bitsPerSecond, ordering: .relaxed) }

  /// Counts the sound thread's rounds: some a second as long as it lives, whether there is sound or not.
  package var beats: Int { beatsCell.load(ordering: .relaxed) }

  /// Written by the sound thread, once a round.
  package func beat() { beatsCell.add(1, ordering: .relaxed) }

  /// True while the source is a live stream: what was missed of it cannot be made up for. Written by the network side.
  package var isLive: Bool {
    get { liveCell.load(ordering: .relaxed) }
    set { liveCell.store(newValue, ordering: .relaxed) }
  }

  /// True once the sound thread shall come to its end.
  package var isStopRequested: Bool { stopRequestedCell.load(ordering: .acquiring) }

  /// Asks the sound thread to come to its end.
  package func requestStop() { stopRequestedCell.store(true, ordering: .releasing) }
}
