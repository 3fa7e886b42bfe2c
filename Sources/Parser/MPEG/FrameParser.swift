import AudioCore

/// Cuts a stream into frames: finds where they begin, follows from frame to frame, skips tags between them, notices a
/// change of format or coding, and finds its way again after damage. A value that is given the bytes in hand and says
/// what to do next.
///
/// The last frame given out stays at the front of the queue until its successor is in sight: when that is not where it
/// should be, bytes were lost, and the search begins inside that frame.
struct FrameParser: StreamDemultiplexer {
  /// How far is searched for frames.
  let limits: StreamParser.Limits
  /// What was met so far.
  private(set) var counters = StreamParser.Counters()
  /// True when a frame of sound was given out; an encoder's info frame is none.
  private(set) var hasFoundFrames = false
  /// True as long as everything that was passed over was zero.
  private(set) var sawOnlyZeros = true

  private var lock: FrameLock?
  /// Bytes at the front of the queue that were given out already.
  private var givenOut = 0
  private var isDiscontinuity = true
  /// True when frames were lost from sight since the last packet.
  private var hasLostFrames = false
  /// Bytes passed over since frames were last in sight.
  private var junk = 0
  /// What ``junk`` may come to beyond the limit, because a tag announced so much.
  private var allowance = 0
  /// Bytes of tags since frames were last in sight.
  private var tagRun = 0
  /// Bytes of a Lyrics3 tag that may still be looked at for its end mark; 0 when there is none.
  private var lyricsLeft = 0

  /// Bytes of tags in a row that are skipped, at most, and of tags too long for that which the search passes over.
  private static let mostTagBytes = 16 << 20
  /// Longest Lyrics3 tag whose end is looked for, in bytes; longer ones are junk.
  private static let longestLyrics = 128 << 10
  /// Bytes of `LYRICSEND` and of `LYRICS200`.
  private static let lyricsEndSize = 9

  /// True when the search looks for the beginning of an Ogg stream and of FLAC, too.
  private let noticesContainers: Bool
  /// Headers of FLAC frames whose frame was looked at in this search, in vain.
  private var vainLooks = 0
  /// Most such looks, each at 32 KiB: what is made of false headers costs no more than that.
  private static let mostVainLooks = 64

  /// True when what an encoder says that it put around the sound is cut off.
  private let cutsEncoderGap: Bool
  /// What of that is still to be cut.
  private var gap: EncoderGap?
  private var hasGivenPackets = false
  /// How long the sound is, by the info frame of an encoder at its beginning.
  private(set) var length: Duration?

  init(limits: StreamParser.Limits, noticesContainers: Bool = false, cutsEncoderGap: Bool = false) {
    self.limits = limits
    self.noticesContainers = noticesContainers
    self.cutsEncoderGap = cutsEncoderGap
  }

  /// The next packet, if the bytes in the queue give one.
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

  /// The stream has ended: what is left in the queue is the beginning of a frame.
  mutating func end(_ queue: inout ByteQueue) {
    lock = nil
    pass(queue.count, &queue)
  }

  /// True when a frame or a tag has begun that is not whole yet, or bytes wait that are none.
  func holdsPart(of queue: ByteQueue) -> Bool { queue.count > givenOut || queue.isSwallowing }

  /// What comes does not continue the bytes in the queue: what is there of a frame is dropped, and the next one is the
  /// first after a break; `isDamage` when bytes are missing in between.
  mutating func breakOff(_ queue: inout ByteQueue, isDamage: Bool) {
    if isDamage, hasFoundFrames { hasLostFrames = true }
    pass(queue.count, &queue)
    queue.stopSwallowing()
    lyricsLeft = 0
    isDiscontinuity = true
  }

  // MARK: Following

  /// In step with the frames: takes the one that must begin behind the last. Nil when something else was done.
  private mutating func follow(_ lock: FrameLock, _ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    let place = givenOut
    if queue.count < place + MPEGAudioHeader.size { return .needMore(place + MPEGAudioHeader.size) }
    switch FrameHeader.read(queue, at: place) {
    case .needMore(let count): return .needMore(count)
    case .header(let header) where header.signature == lock.signature:
      guard let length = header.length(freeFormatSize: lock.freeFormatSize) else { break }
      guard queue.count >= place + length else { return .needMore(place + length) }
      queue.drop(place)
      givenOut = length
      junk = 0
      allowance = 0
      tagRun = 0
      return take(header, queue.prefix(length))
    case .header(let header):
      let verdict = FrameLock.examine(
        queue, at: place, first: header, isEnd: isEnd, minimumAtEnd: FrameLock.agreeingHeaders)
      switch verdict {
      case .needMore(let count): return .needMore(count)
      case .refuted: break
      case .confirmed(let lock):
        queue.drop(place)
        counters.formatChanges += 1
        settle(lock)
        return nil
      }
    case .none:
      switch StreamTag.read(queue, at: place, isEnd: isEnd) {
      case .needMore(let count): return .needMore(count)
      case .tag(let length):
        return skipTag(length, at: place, &queue, isEnd: isEnd)
      case .lyrics:
        queue.drop(place)
        givenOut = 0
        lyricsLeft = Self.longestLyrics
        return nil
      case .oversized, .none: break
      }
    }
    self.lock = nil
    hasLostFrames = true
    counters.resyncs += 1
    pass(1, &queue)
    return nil
  }

  private mutating func take(_ header: FrameHeader, _ bytes: [UInt8]) -> DemultiplexerStep? {
    if case .mpeg(let mpeg) = header {
      if InfoFrame.isOne(bytes, header: mpeg) {
        counters.infoFrames += 1
        // One in mid-stream is of another recording, whose sound follows that of this one.
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
    gap?.trim(&packet)
    hasGivenPackets = true
    return .element(.packet(packet))
  }

  private mutating func settle(_ lock: FrameLock) {
    self.lock = lock
    gap = nil  // with bytes missing, packets cannot be counted
    givenOut = 0
    isDiscontinuity = true
    sawOnlyZeros = false
    vainLooks = 0
  }

  // MARK: Tags

  /// Skips the tag that stands at `place`, and gives the title that it says; a stream of nothing but tags is lost.
  private mutating func skipTag(
    _ length: Int, at place: Int, _ queue: inout ByteQueue, isEnd: Bool
  ) -> DemultiplexerStep? {
    let tags: TrackTags
    switch ID3Text.read(queue, at: place, length: length, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .tags(let found): tags = found
    }
    tagRun += length
    guard tagRun <= Self.mostTagBytes else { return .lost }
    queue.drop(place)
    queue.swallow(length)
    givenOut = max(0, givenOut - place - length)
    counters.tagBytes += length
    return tags.metadata.map { .element(.metadata($0)) }
  }

  /// Looks for the mark that ends a Lyrics3 tag, version 1 or 2, and keeps no more than a part of that mark.
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

  /// Out of step: looks for a place where frames begin. Nil when something was found.
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
        case .tag(let length):
          return skipTag(length, at: 0, &queue, isEnd: isEnd)
        case .oversized(let announced):
          allowance = min(allowance + announced, Self.mostTagBytes)
          pass(1, &queue)
        case .lyrics, .none: pass(1, &queue)
        }
        continue
      }
      switch FrameHeader.read(queue, at: 0) {
      case .none: break
      case .needMore(let count): if !isEnd { return .needMore(count) }
      case .header(let header):
        let verdict = FrameLock.examine(
          queue, at: 0, first: header, isEnd: isEnd, minimumAtEnd: minimumAtEnd)
        switch verdict {
        case .needMore(let count): return .needMore(count)
        case .refuted: break
        case .confirmed(let lock):
          settle(lock)
          return nil
        }
      }
      if noticesContainers, let step = flacFrames(in: queue, isEnd: isEnd) { return step }
      pass(1, &queue)
    }
  }

  /// The container whose mark stands at the front of the queue.
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

  /// FLAC that begins at the front of the queue with a frame.
  private mutating func flacFrames(in queue: ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard vainLooks < Self.mostVainLooks else { return nil }
    switch StreamChange.flacFrames(queue, isEnd: isEnd) {
    case .begins: return .another(.flac)
    case .needMore(let count): return .needMore(count)
    case .refuted: vainLooks += 1
    case .no: break
    }
    return nil
  }

  /// Frames that are enough at the end of the stream: one where there was nothing before it, as many as anywhere behind
  /// junk, since that may hold a header by chance, and two where frames of the stream were found before.
  private var minimumAtEnd: Int {
    hasFoundFrames ? 2 : counters.bytesSkipped == 0 ? 1 : FrameLock.agreeingHeaders
  }

  /// Bytes that may yet be passed over; below 0 the search is given up.
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
