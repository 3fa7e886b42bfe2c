import Synchronization

/// The values that the sound thread publishes to the rest of the program, and the flags it reads, each without a lock.
package final class SoundStatus: Sendable {
  private let elapsedNanosecondsCell = Atomic<Int64>(0)
  private let playedNanosecondsCell = Atomic<Int64>(0)
  private let aheadNanosecondsCell = Atomic<Int64>(0)
  private let bitRateCell = Atomic<Int>(0)
  private let beatsCell = Atomic<Int>(0)
  private let decodingNanosecondsCell = Atomic<Int64>(0)
  private let decodedNanosecondsCell = Atomic<Int64>(0)
  private let stopRequestedCell = Atomic<Bool>(false)
  private let liveCell = Atomic<Bool>(false)

  /// A status with no sound heard, no bit rate and no stop request.
  package init() {}

  /// The place of the sound that is heard, as time since tuning in.
  package var elapsed: Duration {
    get { .nanoseconds(elapsedNanosecondsCell.load(ordering: .relaxed)) }
    set { elapsedNanosecondsCell.store(newValue.inNanoseconds, ordering: .relaxed) }
  }

  /// How much sound was heard. It differs from ``elapsed`` once the listener has moved.
  package var played: Duration {
    get { .nanoseconds(playedNanosecondsCell.load(ordering: .relaxed)) }
    set { playedNanosecondsCell.store(newValue.inNanoseconds, ordering: .relaxed) }
  }

  /// Duration of the sound that was taken out of the packet buffer and decoded, and that the next write to the output
  /// does not take.
  package var decodedAhead: Duration { .nanoseconds(aheadNanosecondsCell.load(ordering: .relaxed)) }

  /// Sets ``decodedAhead`` to `frames` frames at `rate` frames a second; 0 frames count as zero at any rate. Called by
  /// the sound thread.
  package func setDecodedAhead(frames: Int, rate: Int) {
    aheadNanosecondsCell.store(rate > 0 ? Int64(frames) * 1_000_000_000 / Int64(rate) : 0, ordering: .relaxed)
  }

  /// The average bit rate of the recent packets in bit/s; nil before the first packet.
  package var bitRate: Int? {
    let value = bitRateCell.load(ordering: .relaxed)
    return value > 0 ? value : nil
  }

  /// Sets ``bitRate``. Called by the sound thread.
  package func setBitRate(_ bitsPerSecond: Int) { bitRateCell.store(bitsPerSecond, ordering: .relaxed) }

  /// The processor time of decoding in seconds per second of decoded sound; nil before anything was decoded.
  package var decodingShare: Double? {
    let sound = decodedNanosecondsCell.load(ordering: .relaxed)
    return sound > 0 ? Double(decodingNanosecondsCell.load(ordering: .relaxed)) / Double(sound) : nil
  }

  /// Notes that `nanoseconds` of processor time gave `sound`. Called by the sound thread.
  package func noteDecoding(nanoseconds: Int64, of sound: Duration) {
    decodingNanosecondsCell.add(nanoseconds, ordering: .relaxed)
    decodedNanosecondsCell.add(sound.inNanoseconds, ordering: .relaxed)
  }

  /// The number of rounds of the sound thread. It grows some times a second as long as the thread runs, with or without
  /// sound.
  package var beats: Int { beatsCell.load(ordering: .relaxed) }

  /// Counts one round. Called by the sound thread.
  package func beat() { beatsCell.add(1, ordering: .relaxed) }

  /// True while the source is a live stream: sound that was missed cannot be fetched later. Set by the network side.
  package var isLive: Bool {
    get { liveCell.load(ordering: .relaxed) }
    set { liveCell.store(newValue, ordering: .relaxed) }
  }

  /// True once the sound thread should end.
  package var isStopRequested: Bool { stopRequestedCell.load(ordering: .acquiring) }

  /// Requests that the sound thread ends.
  package func requestStop() { stopRequestedCell.store(true, ordering: .releasing) }
}

extension Duration {
  fileprivate var inNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
