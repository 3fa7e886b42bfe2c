/// Finds the way through an MP4 file from sample to sample: which bytes are passed over, and where reading has to
/// continue elsewhere. A value that is given the place of the next byte in hand and says what to do.
///
/// Samples of one track do not overlap. So no more bytes of sound are given out than the file was seen to have,
/// whatever its tables say, and reading goes back ``mostReturns`` times at most.
struct TabledSamples: Sendable {
  /// What to do next.
  enum Step {
    /// The sample begins with the next byte.
    case sample(SampleCursor.Sample)
    /// This number of bytes does not belong to the track.
    case skip(Int)
    /// The next sample is at this place.
    case seek(Int)
    /// There is no sample left, or none before the place that was given.
    case end
    /// The tables cannot be true.
    case wrong
  }

  /// Times that reading goes back in the file; a file that was written in one go needs it once, when its index is at
  /// the end.
  private static let mostReturns = 256
  /// A gap of this number of bytes is sought over in a file of this machine instead of being read.
  private static let longGap = 256 << 10

  private var cursor: SampleCursor
  private let access: StreamOrigin.FileAccess?
  private var returns = 0
  /// Bytes of the samples given out.
  private var given = 0
  /// The farthest byte that was in hand.
  private var seen = 0
  /// True when samples were left out since the last one.
  private(set) var hasSkipped = false

  /// The samples that `cursor` finds, in a stream whose bytes can be had by `access` where they do not follow.
  init(_ cursor: SampleCursor, access: StreamOrigin.FileAccess?) {
    self.cursor = cursor
    self.access = access
  }

  /// Bytes of memory that the tables take.
  var memory: Int { cursor.memory }
  /// True when every sample was passed.
  var isEmpty: Bool { cursor.sample == nil }

  /// What to do when the next byte in hand is at `position`; samples from `end` on are of other media data.
  mutating func next(at position: Int, before end: Int) -> Step {
    seen = max(seen, position)
    while let sample = cursor.sample, !cursor.isWrong {
      if sample.size == 0 || sample.size > FragmentRun.longestSample {
        hasSkipped = hasSkipped || sample.size > 0
        cursor.leaveOut()
        continue
      }
      if sample.offset >= end { return .end }
      if sample.offset == position { return given <= seen ? .sample(sample) : .wrong }
      if sample.offset > position {
        let gap = sample.offset - position
        return access == .bySeeking && gap >= Self.longGap ? .seek(sample.offset) : .skip(gap)
      }
      guard access != nil, access != .inOrder else {
        hasSkipped = true
        cursor.leaveOutChunk()
        continue
      }
      returns += 1
      return returns <= Self.mostReturns ? .seek(sample.offset) : .wrong
    }
    return cursor.isWrong ? .wrong : .end
  }

  /// Passes over the next sample, which was given out.
  mutating func advance() {
    given += cursor.sample?.size ?? 0
    hasSkipped = false
    cursor.advance()
  }
}
