import AudioCore

/// Sound that was decoded and not written yet: appended at its end, taken from its front.
///
/// A block that was taken may be given back after it was played, and its memory is used again: as long as the format stays, nothing is
/// allocated.
struct PCMQueue {
  /// The samples from `start` on are held; those before were taken.
  private var samples: [Float] = []
  private var start = 0
  private var spare: [Float] = []
  /// How much larger than its content memory may be that is used again: arrays double when they grow.
  private static let mostSpare = 4
  /// What the samples are in.
  private(set) var format = AudioFormat(sampleRate: 0, channels: 0)

  /// True when there is nothing.
  var isEmpty: Bool { start == samples.count }

  /// Frames held.
  var frameCount: Int { format.channels > 0 ? (samples.count - start) / format.channels : 0 }

  /// How long they sound.
  var duration: Duration { format.duration(ofFrames: frameCount) }

  /// Puts `block` at the end; when it is of another format than what is held, that must have been taken.
  mutating func append(_ block: PCMBlock) {
    format = block.format
    // After a batch was taken, a fade's length at most is left to be moved.
    if start > 0 {
      samples.removeFirst(start)
      start = 0
    }
    samples.append(contentsOf: block.samples)
  }

  /// The first `frames` frames, or all when there are fewer.
  mutating func take(_ frames: Int) -> PCMBlock {
    let end = min(samples.count, start + max(0, frames) * format.channels)
    spare.removeAll(keepingCapacity: true)
    spare.append(contentsOf: samples[start..<end])
    start = end
    defer { spare = [] }
    return PCMBlock(format: format, samples: spare)
  }

  /// Drops what is beyond the first `frames` frames.
  mutating func cut(to frames: Int) {
    samples.removeLast(max(0, samples.count - start - max(0, frames) * format.channels))
  }

  /// Takes the memory of `block` back, which nothing else holds any more; unless it is far more than what is needed now.
  mutating func giveBack(_ block: consuming PCMBlock) {
    spare = []
    guard block.samples.capacity <= Self.mostSpare * block.samples.count else { return }
    swap(&spare, &block.samples)
    spare.removeAll(keepingCapacity: true)
  }
}
