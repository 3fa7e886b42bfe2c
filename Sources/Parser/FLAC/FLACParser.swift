import AudioCore

/// Cuts native FLAC (RFC 9639) into frames. A frame is given out when its check sum is right and the next one, or the
/// end, is in sight; so what is damaged is left out and never heard. A new `fLaC` mark behind a frame is another stream
/// with its own title. Of a stream that was joined behind its head, the frames' own headers say what the head says.
struct FLACParser: StreamDemultiplexer {
  private enum Stage {
    case start
    case head(FLACHead)
    case frames
  }

  /// How far is searched for frames.
  let limits: StreamParser.Limits
  /// What was met so far.
  private(set) var counters = StreamParser.Counters()
  /// True when frames were found at least once.
  private(set) var hasFoundFrames = false
  /// False: the mark or a frame was there.
  let sawOnlyZeros = false
  var length: Duration? { hasHead ? info?.length : nil }

  private var stage = Stage.start
  /// True when ``info`` is that of a head.
  private var hasHead = false
  private var info: FLACStreamInfo?
  /// The same for all packets of a stream, so that they share it.
  private var setup: CodecSetup?
  private var search: FLACFrameSearch?
  private var isDiscontinuity = true
  /// True when frames were lost from sight since the last packet.
  private var hasLostFrames = false
  /// The last frame's: frames may each have another.
  private var lastFormat: AudioFormat?
  /// Frames were in sight just now.
  private var isInStep = true
  /// True when there is a title to be cleared.
  private var hasTitle: Bool
  /// Bytes passed over since frames were last in sight.
  private var junk = 0
  /// Bytes of tags since then.
  private var tagRun = 0
  /// Bytes that may yet be looked at: each byte some times, so that made-up headers cannot cost more than that.
  private var searchBudget = Self.firstBudget

  /// Bytes of tags in a row that are skipped, at most.
  private static let mostTagBytes = 16 << 20
  /// Bytes that may be looked at before any was dropped, and for each that was.
  private static let firstBudget = 16 << 20
  private static let budgetPerByte = 64

  init(limits: StreamParser.Limits, followsTitle: Bool = false) {
    self.limits = limits
    hasTitle = followsTitle
  }

  /// The next packet or title; see ``StreamDemultiplexer/next(from:isEnd:)``.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let step = advance(&queue, isEnd: isEnd) { return step }
    }
  }

  /// The stream has ended: what is left in the queue is the beginning of a frame.
  mutating func end(_ queue: inout ByteQueue) { pass(queue.count, &queue) }

  /// Nil when something was done that gives nothing.
  private mutating func advance(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    if case .start = stage {
      stage = queue.compare(FLACHead.mark, at: 0) == .equal ? .head(FLACHead()) : .frames
    }
    guard case .head(var head) = stage else { return follow(&queue, isEnd: isEnd) }
    let step = head.next(from: &queue, isEnd: isEnd)
    stage = .head(head)
    switch step {
    case .needMore(let count): return .needMore(count)
    case .broken: return hasFoundFrames ? .lost : .unsupported(kind: "FLAC with a broken head")
    case .end(let info, let tags):
      stage = .frames
      self.info = info
      hasHead = true
      setup = .headers([info.bytes])
      isDiscontinuity = true
      isInStep = true
      return title(of: tags)
    }
  }

  /// The title of a stream's tags; one without clears that of the stream before.
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
    case .broken:
      self.search = nil
      loseStep()
      pass(1, &queue)
      return left < 0 ? .lost : nil
    case .end(let length):
      self.search = nil
      if !hasHead { adopt(search.header) }
      let packet = info.map { take(search.header, queue, length: length, $0) }
      drop(length, &queue)
      return packet.map { .element(.packet($0)) }
    }
  }

  /// Takes from a frame's header what no head says; all frames up to one that differs share it.
  private mutating func adopt(_ header: FLACFrameHeader) {
    guard let found = FLACStreamInfo(header) else { return }
    if let info, info.format == found.format, info.bitsPerSample == found.bitsPerSample,
      info.largestBlock >= found.largestBlock
    {
      return
    }
    info = found
    setup = .headers([found.bytes])
    isDiscontinuity = true
  }

  private mutating func take(
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
    return Packet(
      codec: .flac, bytes: queue.prefix(length),
      headerFormat: format, frameCount: header.blockSize,
      bitRate: length * 8 * format.sampleRate / header.blockSize, isDiscontinuity: isDiscontinuity,
      followsDamage: followsDamage, setup: setup, isVerified: true)
  }

  /// Looks what stands at the front of the queue: a frame, another stream, a tag; else goes on to where one of them may.
  private mutating func begin(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard queue.count > 0 else { return .needMore(1) }
    switch FLACFrameHeader.read(queue, at: 0) {
    case .header(let header) where info != nil || FLACStreamInfo(header) != nil:
      search = FLACFrameSearch(header, bitsPerSample: info?.bitsPerSample ?? 32)
      return nil
    case .needMore(let count) where !isEnd: return .needMore(count)
    case .needMore, .none, .header: break
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
    case .tag(let length):
      tagRun += length
      counters.tagBytes += length
      guard tagRun <= Self.mostTagBytes else { return .lost }
      queue.swallow(length)
      searchBudget += length
      return nil
    case .lyrics, .oversized, .none: break
    }
    loseStep()
    pass(min(queue.firstIndex(from: 1, where: Self.isLandmark) ?? queue.count, left + 1), &queue)
    return left < 0 ? .lost : nil
  }

  /// True for what a frame, the mark, or a tag may begin with.
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

  /// Bytes that may yet be passed over; below 0 the search is given up. A broken frame is longer than one of MP3.
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
}
