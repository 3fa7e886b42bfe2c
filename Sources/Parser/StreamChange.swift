import Bytes

/// Checks in mid-stream, where the bytes do not continue the current stream, whether another kind of stream begins: a
/// server may send another programme on the same connection.
enum StreamChange {
  /// The result of a check.
  enum Verdict {
    /// The stream begins at the front of the queue.
    case begins
    /// It does not begin there.
    case no
    /// It does not begin there, and only an expensive search showed that.
    case refuted
    /// The number of bytes that the queue must hold for a verdict.
    case needMore(Int)
  }

  /// Maximum number of segments of a first page, which holds one short header: 1 KiB at most.
  private static let maximumSegments = 4

  /// Checks whether the first page of an Ogg stream stands at the front, whole and with a right checksum.
  static func ogg(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    // Bytes that cannot be a first page are rejected at once, before the rest of the page arrives.
    if queue.count > OggPage.segmentCountPlace,
      queue[OggPage.flagsPlace] & OggPage.beginningFlag == 0 || queue[OggPage.segmentCountPlace] > maximumSegments
    {
      return .no
    }
    var reader = OggPageReader()
    var looked = queue
    switch reader.next(from: &looked, isEnd: isEnd, within: 0) {
    case .page(let page): return page.isBeginning ? .begins : .no
    case .needMore(let count): return isEnd ? .no : .needMore(count)
    case .passed: return .no
    }
  }

  /// Checks whether native FLAC begins at the front: its mark, and the head of the STREAMINFO block that must follow.
  static func flacHead(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    let mark = FLACHead.mark.utf8CodeUnitCount
    switch queue.compare(FLACHead.mark, at: 0) {
    case .differs: return .no
    case .tooShort: return isEnd ? .no : .needMore(mark)
    case .equal: break
    }
    guard queue.count >= mark + 4 else { return isEnd ? .no : .needMore(mark + 4) }
    return queue.word(at: mark) & 0x7FFF_FFFF == FLACStreamInfo.size ? .begins : .no
  }

  /// Bytes in which the parser searches for the successor of a FLAC frame; the frames of CD sound are half as long. A
  /// longer frame is not recognised without the head of its stream.
  private static let flacWindow = 32 << 10

  /// Checks whether a FLAC frame stands at the front, whole and with right checksums, and its successor, or the end of
  /// the stream, follows. The frame's header must hold everything that a decoder needs (RFC 9639, 7, "streamable
  /// subset").
  static func flacFrames(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    let first: FLACFrameHeader
    switch FLACFrameHeader.read(queue, at: 0) {
    case .none: return .no
    case .needMore(let count): return isEnd ? .no : .needMore(count)
    case .found(let header): first = header
    }
    guard let bits = first.bitsPerSample, first.sampleRate != nil else { return .no }
    let last = min(first.maximumFrameLength(bitsPerSample: bits), flacWindow - FLACFrameHeader.maximumSize)
    guard isEnd || queue.count >= last + FLACFrameHeader.maximumSize else {
      return .needMore(last + FLACFrameHeader.maximumSize)
    }
    func isWhole(_ length: Int) -> Bool { queue.withBytes(0..<length) { CRC16.add($0, to: 0) } == 0 }
    var place = first.size
    while let found = queue.firstIndex(of: 0xFF, from: place), found <= last {
      if case .found(let next) = FLACFrameHeader.read(queue, at: found), first.isFollowed(by: next) {
        return isWhole(found) ? .begins : .refuted
      }
      place = found + 1
    }
    return isEnd && queue.count > first.size && queue.count <= last && isWhole(queue.count) ? .begins : .refuted
  }

  /// Checks whether frames of MPEG audio or ADTS begin at the front. Even at the end of the stream it takes
  /// ``FrameLock/agreeingHeaders`` frames.
  static func frames(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    guard queue.count > 0, queue[0] == 0xFF else { return .no }
    switch FrameLock.find(in: queue, isEnd: isEnd, minimumAtEnd: FrameLock.agreeingHeaders) {
    case .found: return .begins
    case .none: return .no
    case .needMore(let count): return .needMore(count)
    }
  }
}
