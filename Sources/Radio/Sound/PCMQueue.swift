import AudioCore

/// A queue of sound that was decoded and not yet written: appended at its end, taken from its front.
///
/// The caller may give back a block that it took, after the block was played. The queue uses its memory again: nothing
/// is allocated as long as the format stays the same.
struct PCMQueue {
  /// The samples from `start` on are in the queue; those before were taken.
  private var samples: [Float] = []
  private var start = 0
  private var spare: [Float] = []
  /// The memory of a block is used again when its capacity is at most this many times its content: arrays double when
  /// they grow.
  private static let maximumSpare = 4
  /// The format of the samples.
  private(set) var format = AudioFormat(sampleRate: 0, channels: 0)

  /// True when the queue holds no samples.
  var isEmpty: Bool { start == samples.count }

  /// The number of frames in the queue.
  var frameCount: Int { format.channels > 0 ? (samples.count - start) / format.channels : 0 }

  /// The duration of the frames in the queue.
  var duration: Duration { format.duration(ofFrames: frameCount) }

  /// Appends `block`. When its format differs from the queue's, the queue must be empty.
  mutating func append(_ block: PCMBlock) {
    format = block.format
    // After a batch was taken, this moves at most the samples of one fade.
    if start > 0 {
      samples.removeFirst(start)
      start = 0
    }
    samples.append(contentsOf: block.samples)
  }

  /// Takes the first `frames` frames, or all when there are fewer.
  mutating func removeFirst(_ frames: Int) -> PCMBlock {
    let end = min(samples.count, start + max(0, frames) * format.channels)
    spare.removeAll(keepingCapacity: true)
    spare.append(contentsOf: samples[start..<end])
    start = end
    defer { spare = [] }
    return PCMBlock(format: format, samples: spare)
  }

  /// Drops everything after the first `frames` frames.
  mutating func cut(to frames: Int) {
    samples.removeLast(max(0, samples.count - start - max(0, frames) * format.channels))
  }

  /// Takes back the memory of `block`, which has no other owner any more, unless its capacity is far more than its
  /// content needs.
  mutating func giveBack(_ block: consuming PCMBlock) {
    spare = []
    guard block.samples.capacity <= Self.maximumSpare * block.samples.count else { return }
    swap(&spare, &block.samples)
    spare.removeAll(keepingCapacity: true)
  }
}
