/// Finds the way through an MP4 file from sample to sample: which bytes are skipped, and where reading must continue
/// elsewhere. It is a value that takes the place of the next byte in the queue and returns the next step.
///
/// Samples of one track do not overlap. So no more bytes of sound are returned than the file was seen to have,
/// whatever its tables say, and reading goes back at most ``maximumReturns`` times.
struct TabledSamples: Sendable {
  /// The next step.
  enum Step {
    /// The sample begins with the next byte.
    case sample(SampleCursor.Sample)
    /// This number of bytes does not belong to the track.
    case skip(Int)
    /// The next sample is at this place.
    case seek(Int)
    /// No sample is left, or none before the given end.
    case end
    /// The tables cannot be right.
    case wrong
  }

  /// Number of times that reading may go back in the file. A file that was written in one go needs it once, when its
  /// index is at the end.
  private static let maximumReturns = 256
  /// Shortest gap, in bytes, that is skipped by seeking in a file of this machine instead of being read.
  private static let longGap = 256 << 10

  private var cursor: SampleCursor
  private let access: StreamOrigin.FileAccess?
  private var returns = 0
  /// Bytes of the samples returned.
  private var given = 0
  /// The farthest place that reading has reached.
  private var seen = 0
  /// True when samples were left out since the last one returned.
  private(set) var hasSkipped = false

  /// Finds the way to the samples of `cursor`, in a stream whose bytes elsewhere can be read by `access`. That is nil
  /// when they cannot.
  init(_ cursor: SampleCursor, access: StreamOrigin.FileAccess?) {
    self.cursor = cursor
    self.access = access
  }

  /// Bytes of memory that the tables take.
  var memory: Int { cursor.memory }
  /// True when no sample is left.
  var isEmpty: Bool { cursor.sample == nil }

  /// Returns the next step when the next byte in the queue is at `position`; samples from `end` on belong to other
  /// media data.
  mutating func next(at position: Int, before end: Int) -> Step {
    seen = max(seen, position)
    while let sample = cursor.sample, !cursor.isWrong {
      if sample.size == 0 || sample.size > FragmentRun.maximumSampleLength {
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
      return returns <= Self.maximumReturns ? .seek(sample.offset) : .wrong
    }
    return cursor.isWrong ? .wrong : .end
  }

  /// Moves past the next sample, which was returned.
  mutating func advance() {
    given += cursor.sample?.size ?? 0
    hasSkipped = false
    cursor.advance()
  }
}
