/// Looks in mid-stream, where nothing fits what came so far, whether another kind of stream begins: a server may go on with another
/// programme on the same connection.
enum StreamChange {
  /// What a look came to.
  enum Verdict {
    /// It begins at the front of the queue.
    case begins
    /// It does not begin there.
    case no
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
