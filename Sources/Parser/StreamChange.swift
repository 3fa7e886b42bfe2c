/// Looks in mid-stream, where nothing fits what came so far, whether another kind of stream begins: a server may go on with another
/// programme on the same connection.
enum StreamChange {
  /// What a look came to.
  enum Verdict {
    /// It begins at the front of the queue.
    case begins
    /// It does not begin there.
    case no
    /// It does not begin there, which only a long look showed.
    case refuted
    /// So many bytes must be in the queue to tell.
    case needMore(Int)
  }

  /// Segments of a first page, which holds one short header: 1 KiB at most.
  private static let mostSegments = 4

  /// Whether the first page of an Ogg stream stands at the front, whole and with a right check sum.
  static func ogg(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    // What cannot be a first page is neither waited for nor summed up.
    if queue.count > OggPage.segmentCountPlace,
      queue[OggPage.flagsPlace] & OggPage.beginningFlag == 0 || queue[OggPage.segmentCountPlace] > mostSegments
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

  /// Whether FLAC stands at the front: its mark, and the head of the STREAMINFO block that must follow.
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

  /// Bytes in which the successor of a FLAC frame is looked for; the frames of CD sound are half as long. A frame that
  /// is longer is not recognised without the head of its stream.
  private static let flacWindow = 32 << 10

  /// Whether a FLAC frame stands at the front, whole and with right check sums, that says all that a decoder must know
  /// (RFC 9639, 7, "streamable subset"), and its successor behind it, or the end.
  static func flacFrames(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    let first: FLACFrameHeader
    switch FLACFrameHeader.read(queue, at: 0) {
    case .none: return .no
    case .needMore(let count): return isEnd ? .no : .needMore(count)
    case .header(let header): first = header
    }
    guard let bits = first.bitsPerSample, first.sampleRate != nil else { return .no }
    let last = min(first.longestFrame(bitsPerSample: bits), flacWindow - FLACFrameHeader.longest)
    guard isEnd || queue.count >= last + FLACFrameHeader.longest else {
      return .needMore(last + FLACFrameHeader.longest)
    }
    func isWhole(_ length: Int) -> Bool { queue.withBytes(0..<length) { FLACChecksum.crc16($0) } == 0 }
    var place = first.size
    while let found = queue.firstIndex(of: 0xFF, from: place), found <= last {
      if case .header(let next) = FLACFrameHeader.read(queue, at: found), first.isFollowed(by: next) {
        return isWhole(found) ? .begins : .refuted
      }
      place = found + 1
    }
    return isEnd && queue.count > first.size && queue.count <= last && isWhole(queue.count) ? .begins : .refuted
  }

  /// Whether frames of MPEG audio or ADTS begin at the front, as many as are believed anywhere.
  static func frames(_ queue: ByteQueue, isEnd: Bool) -> Verdict {
    guard queue.count > 0, queue[0] == 0xFF else { return .no }
    switch FrameHeader.read(queue, at: 0) {
    case .none: return .no
    case .needMore(let count): return isEnd ? .no : .needMore(count)
    case .header(let header):
      switch FrameLock.examine(
        queue, at: 0, first: header, isEnd: isEnd, minimumAtEnd: FrameLock.agreeingHeaders)
      {
      case .confirmed: return .begins
      case .refuted: return .no
      case .needMore(let count): return .needMore(count)
      }
    }
  }
}
