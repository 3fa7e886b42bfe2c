/// Checks whether the samples of a fragment lie where its table says. MP4 has no checksums: where bytes are lost or
/// inserted, all samples behind them are cut at wrong places, and Opus decodes any bytes, to noise at full level.
///
/// Samples of one coding begin alike (``MP4Coding/mark(of:)``), so the beginnings of those that follow are examined
/// before a sample is returned. About a fifth of random bytes begin as an Opus packet of the usual length does; the
/// probability that five of six do is 0.3 %.
struct MP4Alignment: Sendable {
  /// The result of a check.
  enum Judgement {
    case aligned
    /// The number of bytes that the queue must hold for a verdict.
    case needMore(Int)
    /// The samples are elsewhere.
    case lost
  }

  /// Number of samples behind one that are examined: 120 ms of what most encoders make.
  private static let lookahead = 6
  /// How far ahead in the stream they may be, in bytes: they must be in memory.
  private static let farthest = 64 << 10
  /// Bytes of a sample's beginning that are examined.
  private static let markSize = 2
  /// Number of false alarms after which the samples of the stream count as not alike.
  private static let maximumFalseAlarms = 2

  /// The mark of the samples so far.
  private var usual: Int?
  /// Where the media data in which the samples were lost should have ended.
  private var expectedEnd: Int?
  private var falseAlarms = 0

  /// Judges the sample at the front of `queue`, the next one of `run`, by those that follow in the same media data. At
  /// the end of the stream the samples that are there must suffice.
  mutating func judge(
    _ queue: ByteQueue, _ run: FragmentRun, _ track: MP4Track, mediaEnd: Int, isEnd: Bool
  ) -> Judgement {
    guard falseAlarms < Self.maximumFalseAlarms, run.size > 0 else { return .aligned }
    let mark = mark(of: run, at: 0, in: queue, track)
    var ahead = run
    var (followers, others, unlike) = (0, 0, 0)
    for _ in 0..<Self.lookahead {
      ahead.advance()
      guard ahead.count > 0 else { break }
      let offset = ahead.offset - run.offset
      let needed = offset + min(ahead.size, Self.markSize)
      guard ahead.size > 0, needed <= Self.farthest, ahead.size <= mediaEnd - ahead.offset else { break }
      guard queue.count >= needed else {
        if isEnd { break }
        return .needMore(needed)
      }
      let other = self.mark(of: ahead, at: offset, in: queue, track)
      followers += 1
      if other == nil || other != usual ?? mark { others += 1 }
      if other == nil || other != mark { unlike += 1 }
    }
    // A mark that differs from all before means a change of coding when the samples that follow have it, too.
    let isChange = mark != nil && mark != usual && followers > 1 && unlike == 0
    if !isChange, isTooMany(others, of: followers) { return .lost }
    if isChange || usual == nil { usual = mark }
    return .aligned
  }

  /// True when more samples differ than one damaged sample explains.
  private func isTooMany(_ others: Int, of followers: Int) -> Bool {
    others > 1 || others == 1 && followers == 1
  }

  /// Records that the samples were lost in media data that should end at `position`.
  mutating func lostStep(before position: Int) { expectedEnd = position }

  /// Records that the next box was found at `position`. When that is the expected place, no byte was lost and the alarm
  /// was false.
  mutating func foundStep(at position: Int) {
    if position == expectedEnd { falseAlarms += 1 }
    expectedEnd = nil
  }

  /// Returns the mark of the next sample of `run`, `offset` bytes into the queue. Where the duration in the table
  /// equals the length in the sample's bytes, an unusual length counts as the usual one.
  private func mark(of run: FragmentRun, at offset: Int, in queue: ByteQueue, _ track: MP4Track) -> Int? {
    let beginning = (0..<min(run.size, Self.markSize)).map { queue[offset + $0] }
    guard let mark = track.coding.mark(of: beginning) else { return nil }
    if case .opus = track.coding, let usual, mark != usual, run.duration * MP4Coding.opusRate == mark * track.timescale
    {
      return usual
    }
    return mark
  }
}
