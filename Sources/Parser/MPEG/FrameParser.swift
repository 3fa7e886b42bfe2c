import AudioCore

/// Cuts a stream into frames: finds where they begin, follows from frame to frame, skips tags between them, notices a
/// change of format or coding, and resynchronises after damage. It is a value that takes the bytes in the queue and
/// returns the next step.
///
/// The last frame returned stays at the front of the queue until its successor is in sight. When the successor is not
/// where it should be, bytes were lost, and the search begins inside that frame.
struct FrameParser: StreamDemultiplexer {
  /// The search limits for frames.
  let limits: StreamParser.Limits
  /// The counts so far.
  private(set) var counters = StreamParser.Counters()
  /// True when a frame of sound was returned; an encoder's info frame does not count.
  private(set) var hasFoundFrames = false
  /// True as long as everything that was passed over was zero.
  private(set) var sawOnlyZeros = true

  private var lock: FrameLock?
  /// Bytes at the front of the queue that were returned already.
  private var givenOut = 0
  private var isDiscontinuity = true
  /// True when frames were lost since the last packet.
  private var hasLostFrames = false
  /// Bytes skipped since the last frame.
  private var junk = 0
  /// Bytes by which ``junk`` may exceed the limit, because a tag announced that many.
  private var allowance = 0
  /// Bytes of tags since the last frame.
  private var tagRun = 0
  /// Bytes of a Lyrics3 tag that may still be searched for its end mark; 0 outside such a tag.
  private var lyricsLeft = 0

  /// Maximum number of bytes of consecutive tags that are skipped, and of tags too long for that which the search
  /// passes over.
  private static let maximumTagBytes = 16 << 20
  /// Longest Lyrics3 tag whose end mark is searched for, in bytes; longer ones are junk.
  private static let maximumLyricsLength = 128 << 10
  /// Bytes of `LYRICSEND` and of `LYRICS200`.
  private static let lyricsEndSize = 9

  /// True when the search also looks for the beginning of an Ogg stream and of FLAC.
  private let noticesContainers: Bool
  /// Number of FLAC frame headers in this search whose frame was examined in vain.
  private var vainLooks = 0
  /// Maximum number of such examinations, each of 32 KiB, which bounds the cost of false headers.
  private static let maximumVainSearches = 64

  /// True when the parser cuts off what an encoder states that it put around the sound.
  private let cutsEncoderGap: Bool
  /// The gap that must be cut off; nil when none is stated, or packets cannot be counted.
  private var gap: EncoderGap?
  private var hasGivenPackets = false
  /// Duration of the sound, as the info frame of an encoder at its beginning states it.
  private(set) var length: Duration?
  /// Duration of the frames so far.
  private var parsed = Duration.zero
  /// The end of the last frames that an encoder counted may be missing: some count the info frame, too.
  var cut: StreamCut? {
    guard let length, counters.resyncs == 0, parsed + .milliseconds(100) < length else { return nil }
    return .early(stated: length)
  }

  init(limits: StreamParser.Limits, noticesContainers: Bool = false, cutsEncoderGap: Bool = false) {
    self.limits = limits
    self.noticesContainers = noticesContainers
    self.cutsEncoderGap = cutsEncoderGap
  }

  /// Returns the next packet, if the bytes in the queue complete one.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      let step =
        if lyricsLeft > 0 {
          skipLyrics(&queue)
        } else if let lock {
          follow(lock, &queue, isEnd: isEnd)
        } else {
          search(&queue, isEnd: isEnd)
        }
      if let step { return step }
    }
  }

  /// Ends the stream: the bytes left in the queue are the beginning of a frame.
  mutating func end(_ queue: inout ByteQueue) {
    lock = nil
    pass(queue.count, &queue)
  }

  /// True when a frame or a tag has begun that is not whole yet, or bytes wait that belong to neither.
  func holdsPart(of queue: ByteQueue) -> Bool { queue.count > givenOut || queue.isSwallowing }

  /// Records that the bytes to come do not continue those in the queue. A frame that has begun there is dropped, and
  /// the next one is the first after a break; `isDamage` is true when bytes are missing in between.
  mutating func breakOff(_ queue: inout ByteQueue, isDamage: Bool) {
    if isDamage, hasFoundFrames { hasLostFrames = true }
    pass(queue.count, &queue)
    queue.stopSwallowing()
    lyricsLeft = 0
    isDiscontinuity = true
  }

  // MARK: Following

  /// In step with the frames: takes the one that must begin behind the last. Nil when it made progress without a
  /// result.
  private mutating func follow(_ lock: FrameLock, _ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    let place = givenOut
    if queue.count < place + MPEGAudioHeader.size { return .needMore(place + MPEGAudioHeader.size) }
    switch FrameHeader.read(queue, at: place) {
    case .needMore(let count): return .needMore(count)
    case .found(let header) where header.signature == lock.signature:
      guard let length = header.length(freeFormatSize: lock.freeFormatSize) else { break }
      guard queue.count >= place + length else { return .needMore(place + length) }
      queue.drop(place)
      givenOut = length
      junk = 0
      allowance = 0
      tagRun = 0
      return process(header, queue.prefix(length))
    case .found(let header):
      let verdict = FrameLock.examine(
        queue, at: place, first: header, isEnd: isEnd, minimumAtEnd: FrameLock.agreeingHeaders)
      switch verdict {
      case .needMore(let count): return .needMore(count)
      case .none: break
      case .found(let lock):
        queue.drop(place)
        counters.formatChanges += 1
        settle(lock)
        return nil
      }
    case .none:
      switch StreamTag.read(queue, at: place, isEnd: isEnd) {
      case .needMore(let count): return .needMore(count)
      case .found(.tag(let length)):
        return skipTag(length, at: place, &queue, isEnd: isEnd)
      case .found(.lyrics):
        queue.drop(place)
        givenOut = 0
        lyricsLeft = Self.maximumLyricsLength
        return nil
      case .found(.oversized), .none: break
      }
    }
    self.lock = nil
    hasLostFrames = true
    counters.resyncs += 1
    pass(1, &queue)
    return nil
  }

  private mutating func process(_ header: FrameHeader, _ bytes: [UInt8]) -> DemultiplexerStep? {
    if case .mpeg(let mpeg) = header {
      if InfoFrame.isOne(bytes, header: mpeg) {
        counters.infoFrames += 1
        // An info frame in mid-stream belongs to another recording, whose sound follows that of this one.
        if cutsEncoderGap, !hasGivenPackets {
          gap = InfoFrame.gap(in: bytes, header: mpeg)
          length = InfoFrame.length(in: bytes, header: mpeg)
        }
        return nil
      }
      if mpeg.isProtected, !MPEGAudioChecksum.isRight(bytes, header: mpeg) { counters.checksumErrors += 1 }
    }
    defer {
      isDiscontinuity = false
      hasLostFrames = false
    }
    let followsDamage = hasFoundFrames && hasLostFrames
    hasFoundFrames = true
    var packet = header.packet(bytes, isDiscontinuity: isDiscontinuity, followsDamage: followsDamage)
    if length != nil { parsed += packet.duration }
    gap?.trim(&packet)
    hasGivenPackets = true
    return .element(.packet(packet))
  }

  private mutating func settle(_ lock: FrameLock) {
    self.lock = lock
    gap = nil  // packets cannot be counted when bytes are missing
    givenOut = 0
    isDiscontinuity = true
    sawOnlyZeros = false
    vainLooks = 0
  }

  // MARK: Tags

  /// Skips the tag that stands at `place`, and returns the title in it; a stream of nothing but tags is lost.
  private mutating func skipTag(
    _ length: Int, at place: Int, _ queue: inout ByteQueue, isEnd: Bool
  ) -> DemultiplexerStep? {
    var title: StreamMetadata?
    switch ID3Text.read(queue, at: place, length: length, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .found(let tags): title = tags.metadata
    case .none: break
    }
    tagRun += length
    guard tagRun <= Self.maximumTagBytes else { return .lost }
    queue.drop(place)
    queue.swallow(length)
    givenOut = max(0, givenOut - place - length)
    counters.tagBytes += length
    return title.map { .element(.metadata($0)) }
  }

  /// Searches for the mark that ends a Lyrics3 tag, version 1 or 2, and keeps no more than a part of that mark.
  private mutating func skipLyrics(_ queue: inout ByteQueue) -> DemultiplexerStep? {
    guard let letter = queue.firstIndex(of: UInt8(ascii: "L"), from: 0) else {
      passLyrics(queue.count, &queue)
      return lyricsLeft == 0 ? nil : .needMore(1)
    }
    passLyrics(letter, &queue)
    guard lyricsLeft > 0 else { return nil }
    switch (queue.compare("LYRICSEND", at: 0), queue.compare("LYRICS200", at: 0)) {
    case (.equal, _), (_, .equal):
      passLyrics(Self.lyricsEndSize, &queue)
      lyricsLeft = 0
    case (.tooShort, _), (_, .tooShort): return .needMore(Self.lyricsEndSize)
    case (.differs, .differs): passLyrics(1, &queue)
    }
    return nil
  }

  private mutating func passLyrics(_ number: Int, _ queue: inout ByteQueue) {
    let passed = min(number, lyricsLeft)
    queue.drop(passed)
    counters.tagBytes += passed
    lyricsLeft -= passed
  }

  // MARK: Searching

  /// Out of step: searches for a place where frames begin. Nil when one was found.
  private mutating func search(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    while true {
      let place = queue.firstLandmark()
      pass(min(place ?? queue.count, givenOut + left + 1), &queue)
      if left < 0 { return .lost }
      if place == nil { return .needMore(1) }
      if noticesContainers, let step = container(in: queue, isEnd: isEnd) { return step }
      if queue[0] != 0xFF {
        switch StreamTag.read(queue, at: 0, isEnd: isEnd) {
        case .needMore(let count): return .needMore(count)
        case .found(.tag(let length)):
          return skipTag(length, at: 0, &queue, isEnd: isEnd)
        case .found(.oversized(let announced)):
          allowance = min(allowance + announced, Self.maximumTagBytes)
          pass(1, &queue)
        case .found(.lyrics), .none: pass(1, &queue)
        }
        continue
      }
      switch FrameLock.find(in: queue, isEnd: isEnd, minimumAtEnd: minimumAtEnd) {
      case .needMore(let count): return .needMore(count)
      case .none: break
      case .found(let lock):
        settle(lock)
        return nil
      }
      if noticesContainers, let step = flacFrames(in: queue, isEnd: isEnd) { return step }
      pass(1, &queue)
    }
  }

  /// Reports the container whose mark stands at the front of the queue; nil when there is none.
  private func container(in queue: ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    let found: StreamContainer
    let verdict: StreamChange.Verdict
    switch queue[0] {
    case OggPage.mark.utf8Start[0]:
      found = .ogg
      verdict = StreamChange.ogg(queue, isEnd: isEnd)
    case FLACHead.mark.utf8Start[0]:
      found = .flac
      verdict = StreamChange.flacHead(queue, isEnd: isEnd)
    default: return nil
    }
    switch verdict {
    case .begins: return .another(found)
    case .needMore(let count): return .needMore(count)
    case .no, .refuted: return nil
    }
  }

  /// Reports FLAC that begins at the front of the queue with a frame; nil when there is none.
  private mutating func flacFrames(in queue: ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard vainLooks < Self.maximumVainSearches else { return nil }
    switch StreamChange.flacFrames(queue, isEnd: isEnd) {
    case .begins: return .another(.flac)
    case .needMore(let count): return .needMore(count)
    case .refuted: vainLooks += 1
    case .no: break
    }
    return nil
  }

  /// Frames that suffice at the end of the stream: one where nothing was skipped before it; behind junk as many as
  /// anywhere else, since junk may hold a header by chance; two where frames of the stream were found before.
  private var minimumAtEnd: Int {
    hasFoundFrames ? 2 : counters.bytesSkipped == 0 ? 1 : FrameLock.agreeingHeaders
  }

  /// Bytes that may still be skipped; below 0 the search is given up.
  private var left: Int { limits.bytes(hasFoundFrames: hasFoundFrames) + allowance - junk }

  /// Drops `number` bytes in search of a frame.
  private mutating func pass(_ number: Int, _ queue: inout ByteQueue) {
    if sawOnlyZeros, !hasFoundFrames, !queue.isZero(number) { sawOnlyZeros = false }
    queue.drop(number)
    let unheard = max(0, number - givenOut)
    givenOut = max(0, givenOut - number)
    junk += unheard
    counters.bytesSkipped += unheard
  }
}
