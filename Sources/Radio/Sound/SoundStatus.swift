import AudioCore
import Synchronization

/// The values that the sound thread publishes to the rest of the program, and the flags it reads, each without a lock.
package final class SoundStatus: Sendable {
  private let elapsedNanosecondsCell = Atomic<Int64>(0)
  private let aheadNanosecondsCell = Atomic<Int64>(0)
  private let bitRateCell = Atomic<Int>(0)
  private let beatsCell = Atomic<Int>(0)
  private let decodingNanosecondsCell = Atomic<Int64>(0)
  private let decodedNanosecondsCell = Atomic<Int64>(0)
  private let stopRequestedCell = Atomic<Bool>(false)
  private let liveCell = Atomic<Bool>(false)

  /// A status with no sound heard, no bit rate and no stop request.
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
    let parts = sound.components
    decodingNanosecondsCell.add(nanoseconds, ordering: .relaxed)
    decodedNanosecondsCell.add(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000, ordering: .relaxed)
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

/// An event that the sound thread reports.
package enum SoundEvent: Sendable, Equatable {
  /// Sound of this codec and format begins, or resumes after rebuffering.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer is empty: an underrun.
  case rebuffering
  /// The title is audible from now on.
  case title(StreamMetadata)
  /// The sound device is lost, or was not available: playback continues silently and the device is retried. The text is
  /// a notice for the user, shown until ``outputBack``.
  case outputLost(String)
  /// The sound device plays again after a loss. The text is a notice for the user.
  case outputBack(String)
  /// The number of further faults that the sound device recovered from. Sent at most once a second.
  case deviceFaults(Int)
  /// The program, or the whole machine, was suspended for this long: the buffered sound is out of date. The sound
  /// thread has ended.
  case suspended(Duration)
  /// All sound of the source was heard.
  case ended
  /// The output or the decoder cannot continue.
  case failed(TuneError)
  /// The reader of the output closed it, as `head` does in a pipe.
  case outputClosed
}

/// The bit rate of the stream as a listener would state it: the mean over the last seconds, so that a VBR stream does
/// not flicker.
package struct BitRateAverage {
  /// Length of the window, in seconds of sound.
  private static let window = 5.0

  private var mean = 0.0
  /// Seconds of sound that the mean covers, at most ``window``.
  private var seconds = 0.0
  private var codec: Codec?

  /// An average that covers no packet yet.
  package init() {}

  /// Adds `packet`, weighted by its duration: Vorbis and FLAC have short packets with high bit rates between long ones.
  /// Returns the mean in bit/s, or 0 while no packet had a duration.
  package mutating func average(adding packet: Packet) -> Int {
    // A link of an Ogg stream also begins with a discontinuity, but it continues the programme and the mean. Its
    // packets have a setup.
    if packet.codec != codec || packet.isDiscontinuity && packet.setup == nil {
      codec = packet.codec
      seconds = 0
      mean = 0
    }
    guard packet.frameCount > 0, packet.headerFormat.sampleRate > 0 else { return Int(mean.rounded()) }
    let length = Double(packet.frameCount) / Double(packet.headerFormat.sampleRate)
    seconds = min(seconds + length, Self.window)
    mean += (Double(packet.bitRate) - mean) * min(1, length / seconds)
    return Int(mean.rounded())
  }
}
