/// Walks through the samples of a track in order, by its ``SampleTables``. It needs no memory besides the tables.
/// Entries of the tables that give no sound are passed over, at most ``maximumPassedOver`` of them.
struct SampleCursor: Sendable {
  /// The place and the time of a sample.
  struct Sample: Sendable {
    /// Offset in bytes from the file's start.
    let offset: Int
    /// Size in bytes.
    let size: Int
    /// Time in units of the track's time scale.
    let time: Int
    /// Duration in units of the track's time scale.
    let duration: Int
  }

  /// Farthest offset that is used, in bytes: sums must not overflow.
  private static let farthest = 1 << 60
  /// Latest time that is used, for the same reason.
  private static let latest = 1 << 56
  /// Maximum number of samples, chunks and rows of the tables that are passed over without sound, in total; a real file
  /// has a few.
  static let maximumPassedOver = 1 << 16

  private let sizes: SampleTables.Sizes
  private let chunkOffsets: SampleTables.Rows
  private let chunkRuns: SampleTables.Rows
  private let durations: SampleTables.Rows
  private let descriptions: Set<Int>
  /// When the last sample ends, in units of the track's time scale; nil when the tables do not give each a length.
  let endTime: Int?
  /// Bytes of memory that the tables take.
  let memory: Int

  private var passedOver = 0
  private var index = 0
  private var chunk = -1
  private var run = 0
  private var leftInChunk = 0
  private var offset = 0
  private var time = 0
  private var durationRow = -1
  private var leftInDurationRow = 0
  private var duration = 0

  /// A cursor at the first sample; nil when there is none.
  init?(_ tables: SampleTables) {
    guard let sizes = tables.sizes, let chunkOffsets = tables.chunkOffsets, let chunkRuns = tables.chunkRuns,
      let durations = tables.durations, sizes.count > 0, chunkOffsets.count > 0, chunkRuns.count > 0
    else { return nil }
    self.sizes = sizes
    self.chunkOffsets = chunkOffsets
    self.chunkRuns = chunkRuns
    self.durations = durations
    descriptions = tables.descriptions
    memory = tables.memory
    // A table of more rows is not added up: the total is only needed where few samples have an individual duration.
    let rows = 0..<min(durations.count, Self.maximumPassedOver)
    let end = rows.reduce(0) { min($0 + durations[$1, 0] * min(durations[$1, 1], Self.latest >> 32), Self.latest) }
    endTime = rows.reduce(0) { $0 + durations[$1, 0] } == sizes.count ? end : nil
    enterChunk()
    enterDurations()
  }

  /// The next sample; nil when there is none left.
  var sample: Sample? {
    guard leftInChunk > 0, index < sizes.count else { return nil }
    return Sample(offset: offset, size: sizes[index], time: time, duration: duration)
  }

  /// Moves past the next sample; there must be one.
  mutating func advance() {
    offset = min(offset + sizes[index], Self.farthest)
    passSamples(1)
  }

  /// Moves past the next sample without giving it out; there must be one.
  mutating func leaveOut() {
    passedOver += 1
    advance()
  }

  /// Moves past the rest of the chunk in which the next sample is.
  mutating func leaveOutChunk() {
    passedOver += 1
    passSamples(leftInChunk)
  }

  /// True when more was passed over than in any real file; ``sample`` is then not usable.
  var isWrong: Bool { passedOver > Self.maximumPassedOver }

  private mutating func passSamples(_ number: Int) {
    index += number
    leftInChunk -= number
    var number = number
    while number > 0 {
      let passed = min(number, leftInDurationRow)
      time = min(time + passed * duration, Self.latest)
      leftInDurationRow -= passed
      number -= passed
      if leftInDurationRow == 0, !enterDurations() {
        time = min(time + number * duration, Self.latest)
        break
      }
      if number > 0 { passedOver += 1 }
    }
    if leftInChunk == 0 { enterChunk() }
  }

  /// Moves to the next chunk that has samples of the track's coding, as all samples of a track are in practice. Chunks
  /// of one run that have none are passed over in one step.
  private mutating func enterChunk() {
    while leftInChunk == 0, chunk + 1 < chunkOffsets.count, index < sizes.count, !isWrong {
      chunk += 1
      // Chunks are counted from 1.
      let lastRun = run
      while run + 1 < chunkRuns.count, chunkRuns[run + 1, 0] <= chunk + 1 {
        run += 1
        if run > lastRun + 1 { passedOver += 1 }  // the run before has no chunk
        guard !isWrong else { return }
      }
      offset = min(chunkOffsets[chunk, 0], Self.farthest)
      let count = chunkRuns[run, 1]
      if count > 0, descriptions.contains(chunkRuns[run, 2]) {
        leftInChunk = min(count, sizes.count - index)
      } else {
        passedOver += 1
        let end = run + 1 < chunkRuns.count ? min(chunkRuns[run + 1, 0] - 1, chunkOffsets.count) : chunkOffsets.count
        // The numbers have 32 bits, and the table at most 32 MiB: the product is far from overflowing.
        index = min(index + count * (end - chunk), sizes.count)
        chunk = end - 1
      }
    }
  }

  /// Moves to the next row of durations; false when there is none. The last duration then holds for all samples that
  /// follow.
  @discardableResult private mutating func enterDurations() -> Bool {
    while leftInDurationRow == 0, durationRow + 1 < durations.count, !isWrong {
      durationRow += 1
      if durations[durationRow, 0] == 0 { passedOver += 1 }
      leftInDurationRow = durations[durationRow, 0]
      duration = min(durations[durationRow, 1], Self.latest >> 32)
    }
    return leftInDurationRow > 0
  }
}
