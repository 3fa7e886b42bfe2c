import AudioCore

/// Cuts native FLAC (RFC 9639) into frames. It gives a frame out when its checksum is right and the next frame, or the
/// end, is in sight; so damaged frames are left out and never heard. A new `fLaC` mark behind a frame begins another
/// stream with its own title. In a stream that was joined behind its head, the frames' own headers replace the head.
struct FLACParser: StreamDemultiplexer {
  private enum Stage {
    case start
    case head(FLACHead)
    case frames
  }

  /// The search limits for frames.
  let limits: StreamParser.Limits
  /// The counts so far.
  private(set) var counters = StreamParser.Counters()
  /// True when frames were found at least once.
  private(set) var hasFoundFrames = false
  /// False: the stream began with the mark or a frame.
  var length: Duration? { hasHead ? info?.length : nil }
  var cut: StreamCut? {
    guard hasHead, let info, let samples = info.sampleCount, progress.frames < samples else { return nil }
    return .early(stated: info.length)
  }

  private var stage = Stage.start
  /// True when ``info`` comes from a head.
  private var hasHead = false
  private var info: FLACStreamInfo?
  /// The decoder's set-up; all packets of a stream share it.
  private var setup: CodecSetup?
  private var search: FLACFrameSearch?
  /// How far the frames behind the head came.
  private var progress = Progress()
  private var isDiscontinuity = true
  /// True when frames were lost since the last packet.
  private var hasLostFrames = false
  /// The format of the last frame: each frame may have another.
  private var lastFormat: AudioFormat?
  /// True while frames follow each other.
  private var isInStep = true
  /// True when a title was returned that a stream without one must clear.
  private var hasTitle: Bool
  /// Bytes skipped since the last frame.
  private var junk = 0
  /// Bytes of tags since the last frame.
  private var tagRun = 0
  /// Bytes that may still be examined. Each byte may be examined ``budgetPerByte`` times, which bounds the cost of
  /// false headers.
  private var searchBudget = Self.firstBudget

  /// Maximum number of bytes of consecutive tags that are skipped.
  private static let maximumTagBytes = 16 << 20
  /// Bytes that may be examined before any was dropped, and in addition for each one that was.
  private static let firstBudget = 16 << 20
  private static let budgetPerByte = 64

  init(limits: StreamParser.Limits, followsTitle: Bool = false) {
    self.limits = limits
    hasTitle = followsTitle
  }

  /// Returns the next packet or title; see ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let step = advance(&queue, isEnd: isEnd) { return step }
    }
  }

  /// Ends the stream: the bytes left in the queue are the beginning of a frame.
  mutating func end(_ queue: inout ByteQueue) { pass(queue.count, &queue) }

  /// Does one step. Nil when it made progress without a result.
  private mutating func advance(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    if case .start = stage {
      stage = queue.compare(FLACHead.mark, at: 0) == .equal ? .head(FLACHead()) : .frames
    }
    guard case .head(var head) = stage else { return follow(&queue, isEnd: isEnd) }
    let step = head.next(from: &queue, isEnd: isEnd)
    stage = .head(head)
    switch step {
    case .needMore(let count): return .needMore(count)
    case .none: return hasFoundFrames ? .lost : .unsupported(kind: "FLAC with a broken head")
    case .found(let head):
      stage = .frames
      info = head.info
      hasHead = true
      progress = Progress()
      setup = .headers([head.info.bytes])
      isDiscontinuity = true
      isInStep = true
      return title(of: head.tags)
    }
  }

  /// Returns the title in a stream's tags; a stream without one clears the title of the stream before.
  private mutating func title(of tags: TrackTags) -> DemultiplexerStep? {
    let metadata = tags.metadata
    defer { hasTitle = metadata != nil }
    guard metadata != nil || hasTitle else { return nil }
    return .element(.metadata(metadata ?? StreamMetadata(title: "")))
  }

  // MARK: Frames

  private mutating func follow(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard var search else { return begin(&queue, isEnd: isEnd) }
    let before = search.work
    let step = search.next(in: queue, isEnd: isEnd)
    searchBudget -= search.work - before
    self.search = search
    guard searchBudget > 0 else { return .lost }
    switch step {
    case .needMore(let count): return .needMore(count)
    case .none:
      self.search = nil
      loseStep()
      pass(1, &queue)
      return left < 0 ? .lost : nil
    case .found(let length):
      self.search = nil
      if !hasHead { adopt(search.header) }
      let packet = info.map { makePacket(search.header, queue, length: length, $0) }
      drop(length, &queue)
      return packet.map { .element(.packet($0)) }
    }
  }

  /// Takes from a frame's header what no head stated; all frames up to one that differs share it.
  private mutating func adopt(_ header: FLACFrameHeader) {
    guard let found = FLACStreamInfo(header) else { return }
    if let info, info.format == found.format, info.bitsPerSample == found.bitsPerSample,
      info.maximumBlock >= found.maximumBlock
    {
      return
    }
    info = found
    setup = .headers([found.bytes])
    isDiscontinuity = true
  }

  private mutating func makePacket(
    _ header: FLACFrameHeader, _ queue: ByteQueue, length: Int, _ info: FLACStreamInfo
  ) -> Packet {
    let format = AudioFormat(sampleRate: header.sampleRate ?? info.format.sampleRate, channels: header.channels)
    if let lastFormat, lastFormat != format, !isDiscontinuity {
      counters.formatChanges += 1
      isDiscontinuity = true
    }
    lastFormat = format
    defer {
      isDiscontinuity = false
      hasLostFrames = false
    }
    let followsDamage = hasFoundFrames && hasLostFrames
    hasFoundFrames = true
    isInStep = true
    junk = 0
    tagRun = 0
    progress.add(header, maximumBlock: info.maximumBlock)
    return Packet(
      codec: .flac, bytes: queue.prefix(length),
      headerFormat: format, frameCount: header.blockSize,
      bitRate: length * 8 * format.sampleRate / header.blockSize, isDiscontinuity: isDiscontinuity,
      followsDamage: followsDamage, setup: setup, isVerified: true)
  }

  /// Examines the front of the queue: a frame, another stream or a tag. Otherwise skips to where one of them may begin.
  private mutating func begin(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard queue.count > 0 else { return .needMore(1) }
    switch FLACFrameHeader.read(queue, at: 0) {
    case .found(let header) where info != nil || FLACStreamInfo(header) != nil:
      search = FLACFrameSearch(header, bitsPerSample: info?.bitsPerSample ?? 32)
      return nil
    case .needMore(let count) where !isEnd: return .needMore(count)
    case .needMore, .none, .found: break
    }
    switch queue.compare(FLACHead.mark, at: 0) {
    case .equal:
      stage = .head(FLACHead())
      return nil
    case .tooShort where !isEnd: return .needMore(FLACHead.mark.utf8CodeUnitCount)
    case .tooShort, .differs: break
    }
    switch StreamTag.read(queue, at: 0, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .found(.tag(let length)):
      tagRun += length
      counters.tagBytes += length
      guard tagRun <= Self.maximumTagBytes else { return .lost }
      queue.swallow(length)
      searchBudget += length
      return nil
    case .found(.lyrics), .found(.oversized), .none: break
    }
    loseStep()
    pass(min(queue.firstIndex(from: 1, where: Self.isLandmark) ?? queue.count, left + 1), &queue)
    return left < 0 ? .lost : nil
  }

  /// True for the first byte of a frame, the mark or a tag.
  private static func isLandmark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xFF, UInt8(ascii: "f"), UInt8(ascii: "I"), UInt8(ascii: "T"), UInt8(ascii: "A"): true
    default: false
    }
  }

  private mutating func loseStep() {
    if isInStep { counters.resyncs += 1 }
    isInStep = false
    isDiscontinuity = true
    hasLostFrames = true
  }

  /// Bytes that may still be skipped; below 0 the search is given up. The limit is 1 MiB higher than for MP3, since a
  /// broken frame is longer.
  private var left: Int {
    limits.bytes(hasFoundFrames: hasFoundFrames) + (1 << 20) - junk
  }

  private mutating func pass(_ number: Int, _ queue: inout ByteQueue) {
    drop(number, &queue)
    junk += number
    counters.bytesSkipped += number
  }

  private mutating func drop(_ number: Int, _ queue: inout ByteQueue) {
    queue.drop(number)
    searchBudget += number * Self.budgetPerByte
  }

  /// How far frames came: to their numbers, which also count those that are damaged, or to their sum, whatever the
  /// numbers are.
  private struct Progress {
    private var first: Int?
    private var last = 0
    private var sum = 0

    /// PCM frames.
    var frames: Int { max(sum, last - (first ?? 0)) }

    mutating func add(_ header: FLACFrameHeader, maximumBlock: Int) {
      let place = Int(header.number) * (header.isVariable ? 1 : maximumBlock)
      first = first ?? place
      last = place + header.blockSize
      sum += header.blockSize
    }
  }
}
